import { PhraseTable, phrases, words } from '../phrases.ts';

/** Which form of the verb a negation wants behind it. */
export type After = 'base' | 'ing';

const NOT_PATTERN =
  "(don't|dont|do not|don't ever|dont ever|do not ever|donot|do n't|never|never ever|dnt|don;t|dont you|don't you ever|do not you)";
/** The plain negations of a verb. */
export const NOT = phrases(NOT_PATTERN);
const YOU = '(you|u|ya|yall|you guys)';
/** How people wish politely: "it'd be great if", "I'd appreciate it if". */
const WISH_THAT =
  "(((it'd|it would|that would|that'd|it will|it'll|would) be (really|very|so|just)? (great|good|nice|helpful|lovely|best|better|ideal|perfect|preferable|appreciated|wonderful|cool|kind|safer) (if|of you if))|((i'd|i would|id|we'd|we would|i'll|i will) (really|greatly|very much|much|also)? (appreciate|love|like|prefer|rather|be grateful|be happy|be glad|be happier|feel better|be thankful|feel safer) (it)? (if)?))";

/** Ways to say no, at the beginning of a clause. */
export const NEGATIONS = new PhraseTable<After>([
  [
    'base',
    [
      `${NOT_PATTERN} (u|you dare|you dare to|even|even try to|even attempt to|even dare|even dare to|try to|attempt to|go and|go ahead and|dare to|dare|please|actually|accidentally|under any circumstances|under any circumstance|at any point|start to|begin to|be tempted to|for any reason|yet)?`,
      "(don't|do not|dont) (you|u) (dare|ever)?",
      'neither',
      '(must|should|may|shall|can) not',
      "(mustn't|shouldn't|mustnt|shouldnt)",
      '(can|could|would|will) (you|u|ya) (please|pls|plz|kindly|maybe|just|possibly)? (please)? (not|never)',
      `${YOU} (must|should|may|shall|can|will|are|do|are definitely|must absolutely) not (to|ever|under any circumstances)?`,
      `${YOU} (mustn't|shouldn't|can't|cannot|won't|don't|dont|shan't|cant|mustnt|shouldnt|may never|must never|should never|are never to|can never) (ever)?`,
      `(${"you are|you're|youre|ur|u are"}) (not|never) (allowed|permitted|supposed|meant|authorized|authorised|cleared|expected)? to`,
      "(you aren't|you arent|you ain't) (allowed|permitted|supposed|authorized|authorised|going)? to",
      "(you are|you're|youre) (forbidden|prohibited) to",
      '(not|never) (allowed|permitted) to',
      "you (have no|do not have|don't have) (my)? (permission|authorization|authorisation|clearance|right|rights) to",
      '(i|we) (forbid|forbade) you to',
      "(let's|lets|let us|we'd better|you'd better|better|best|pls|please|kindly|rather|we must|we should|if you could|if you would|if you could please|just) not",
      "(we mustn't|we shouldn't|we had better not)",
      "(try|make sure|be sure|be careful|take care|remember|just|please|i need you|i want you|i would like you|i'd like you|id like you|i ask you|i'm asking you|i am asking you|i beg you|you need|you have|you ought|you are|you're|it is important|it's important|it's crucial|it is crucial|it's best|it is best|important|be mindful|your job is|i told you|i've told you|i expect you|do your best|do try|try hard|try your best) not to",
      '(try|remember|make sure|be sure|take care|please try) (to|and) (not|never)',
      'to (not|never)',
      `(make sure|ensure|be sure|see to it|see|take care|remember|please ensure|please make sure|i need|(it's|it is) (very|really|absolutely)? (important|imperative|essential|vital|critical|crucial|key|paramount|necessary|mandatory)) (that)? ${YOU} (don't|do not|dont|never|won't|will not) (ever|accidentally)?`,
      "(i don't|i do not|i dont|i didn't) (want|need|expect|wish|wanna have) (you|u|ya) (to)",
      "(i'd|i would|id) (rather|prefer|much rather|strongly prefer|appreciate it) (if|that|it if)? (you|u) (didn't|did not|don't|do not|dont|not|wouldn't)",
      `${WISH_THAT} (you|u) (didn't|did not|don't|do not|dont|wouldn't|would not|could not|couldn't|not|never|won't) (ever|actually)?`,
      "(i'd|i would) (prefer|rather) not to",
      "(it'd|it would|it's|it is|it might) (be)? (probably)? (best|better|safer|wiser) (for you)? not to",
      '(under no circumstances|in no case|on no account|by no means|at no point|at no time) (should|may|must|can|are|do|shall|ever)? (you|u)? (to|ever)?',
      "(there is|there's) no need to ever",
    ],
  ],
  [
    'ing',
    [
      '(avoid|refrain from|abstain from|hold off|hold off on|hold off from|stop|quit|resist|steer clear of|keep from|desist from|no more|cease|skip|hold off with|wait with|hold back with|hold (your|all|any|back)|hold back (your|all|any)|postpone|stay away from|stay clear of|keep away from|shy away from)',
      "(don't|dont|do not|never) (even)? (think|dream) (about|of)",
      "(don't|dont|do not|never) (even)? (consider|start|begin|go|keep|be|get)",
      '(without|w/o) (ever|actually|accidentally)?',
      "(you are|you're|you aren't) (forbidden|prohibited|banned|barred) from",
      "(i don't|i do not|i dont) (want|need|like) (you|u|ya)",
      'would you mind not',
      '(do|you can do|you may do|feel free to do)? (everything|anything) (except|but|short of) (for)?',
      '(i forbid|no|zero|please no|try to avoid|be careful to avoid|make sure to avoid|make sure you avoid|be sure to avoid|do avoid|try and avoid)',
    ],
  ],
]);

/** Words that open a clause and change nothing about what it says. */
export const PREAMBLE = phrases(
  '(please|pls|plz|plss|plez|pleas|kindly|ok|okay|k|kk|alright|right|well|so|now|also|and|but|then|just|hey|hi|hello|yo|claude|codex|agent|assistant|bot|buddy|mate|dude|man|bro|team|folks|guys|everyone|important|importantly|imp|note|nb|n.b|ps|p.s|pps|warning|attention|caution|reminder|fyi|btw|urgent|again|remember|seriously|really|actually|obviously|naturally|plus|yet|and again)',
  '(of course|by the way|as always|as usual|as before|as ever|as i said|like i said|as mentioned|as discussed|as agreed|i repeat|i said|once again|one more thing|one last thing|last thing|one thing|one other thing|one rule|first|firstly|second|secondly|third|thirdly|finally|lastly|additionally|furthermore|moreover|however|still|though|too|absolutely|strictly|definitely|explicitly|specifically|most of all)',
  "(for now|for the moment|for the time being|for the rest of (this|the) session|at this stage|at this point|right now|today|tonight|this time|this time around|in the meantime|meanwhile|from now on|from here on|from here on out|going forward|until further notice|for today|first of all|before anything else|before you start|before we start|before you begin|while you work|while you're at it|while you are at it|as you work|while working|while working on this|when you do|in doing so|in the process|along the way|once done|when done|after that|when finished|when you're done|when you are done|once you're done|once you are done|when you're finished|once finished|after you're done|afterwards)",
  '(in|for|during|on|throughout) (this|the whole|the entire|the current|the rest of this|the following) (session|task|run|conversation|chat|turn|round|step|phase|pass|iteration|pr|one|change|ticket|job|exercise|review|repo|branch|project)',
  '(whatever you do|whatever happens|no matter what|no matter what happens|at all costs|at any cost|above all|above all else|most importantly|more importantly|on second thought|on second thoughts|come to think of it|hm|hmm|hmmm|uh|um|oh|ah|eh|yes|yeah|yep|yup|nope|thanks|thx|ty|cheers|great|cool|good|nice|perfect|sorry|listen|look|wait|careful|be careful|be very careful|heads up|very important|super important|important note|quick note|side note|big one|small request|friendly reminder|gentle reminder|just a reminder|a reminder|quick reminder)',
  "(keep in mind|bear in mind|note|please note|be aware|make sure|please make sure|ensure|please ensure|see to it|remember|please remember|be advised|mind you|(it's|it is) (very|really|absolutely)? (important|imperative|essential|vital|critical|crucial|key|paramount|necessary|mandatory)|important is|the important thing is|the main thing is|my only rule is|my only request is|my one rule is|the rule is|the only rule is|the one rule is|rule number one|what i want is|all i ask is|i only ask|i ask) (that)?",
  "(i want|i need|i would like|i'd like|id like|i ask|i'm asking|i am asking|i expect|i trust|i beg|i just want|i just need|i really need|i'd really like|i'd prefer|i would prefer|i want for) (you|u) to (please|just|also)?",
  '(you|u|ya) (must|should|have to|need to|are to|will|shall|ought to|had better|gotta|absolutely must|are required to|are expected to) (please|also|always|just)?',
  "(you're to|you'd better|you've got to|youre to|your job is to|your task is to)",
  `${WISH_THAT} (you|u) (could|would|can)? (please|just|all|also)?`,
  "(it'd|it would|it's|it is|it might) (be)? (probably)? (best|better|safer|wiser|good) (for you|if you)? to",
  'do me a favor and',
  'do me a favour and',
  "(i'm|i am) (asking|begging|telling) you to",
  '(can|could|would|will) (you|u|ya) (please|pls|plz|kindly|also|just|maybe|possibly|at least)? (please|just|also)?',
  "(let's|lets|let us|try to|try and|always|be sure to|make sure to|make sure you|make sure that you|ensure you|ensure that you|be careful to|remember to|take care to|i insist that you|i insist you|it would be great if you could|it would be good if you could|i'd appreciate it if you could|i'd be grateful if you could|if you could|if you could please|if you would|would it be possible to)",
  '(even if|even when) (it|that|the tests|tests|they) (fail|fails|breaks|break|looks wrong|looks broken|seems necessary|is tempting|helps)',
  "(if possible|if you can|if you don't mind|if you do not mind|if at all possible|if it's possible|if you please|unless i say otherwise|unless i tell you otherwise|unless told otherwise|unless otherwise stated|unless i say so|until i say otherwise|until i say so|until then|till then|until i'm back|until i am back|until tomorrow|until further instructions)",
  '(since|because|given that|seeing that|as|considering that) (prod|production|main|master|the (branch|release|repo|tree|build|pipeline|server)) is (frozen|locked|broken|red|closed)',
);

/** Headings: they open a clause where a colon follows. */
export const LABELS = phrases(
  "(my|the|some|two|three|a few|other|hard|few)? (rule|rules|constraint|constraints|restrictions|restriction|requirement|requirements|ground rules|guidelines|limits|caveat|caveats|condition|conditions|boundaries|instructions|instruction|task|todo|goal|tl;dr|tldr|edit|update|don'ts|donts|dont's|limitations|non-goals|notes|request|requests|house rules|important notes|things to avoid|remarks|remark)",
);

/** May stand where an object would, or behind one, and limits nothing. */
export const SOFT = phrases(
  "(please|pls|plz|yet|ever|again|anymore|any more|any further|further|anyway|thanks|thx|thank you|ty|cheers|ok|okay|alright|right|understood|got it|today|tonight|now|here|there|either|too|though|tho|lol|at all|whatsoever|period|full stop|for now|right now|just yet|as yet|this time|for the moment|for the time being|at the moment|at this point|at this stage|at any point|at any time|under any circumstances|under any circumstance|for any reason|no matter what|in any way|in any form|whatever happens|whatever you do|for me|for today|at any cost|myself|yourself|on your own|by yourself|of your own accord|on my behalf|so far|still|allowed|permitted|mate|buddy|man|dude|bro|claude|until further notice|for the rest of the session|kthx|whatsoever please|in the process|along the way|while you're at it|while at it|unprompted|unasked|of any kind|of any sort|from here on|from here on out|from now on|going forward|onwards|completely|entirely|anywhere|once done|when done|when you're done|when you are done|when you're finished|when finished|afterwards|for that matter|as well|after all|either way|this is important|thats important|ffs|accidentally)",
  '(in|for|during|on|throughout|to|of) (this|the|my|our|this whole|the rest of the|the rest of this)? (whole|entire|current|particular|remaining)? (session|task|run|conversation|chat|turn|round|step|phase|pass|iteration|pr|one|change|ticket|job|exercise|review|repo|repository|project|codebase|machine|branch|commit|diff|moment|refactor|work|laptop|computer|box|system|workspace)',
  'for (this|that|now|it)',
  '(from|on) (this|my) (host|machine|box|laptop|computer|workstation|vm|pc|system|workspace)',
  'from here',
  '(when|while) you (rename|fix|refactor|do|make|work|change|edit|update|are|clean|format|run|move|migrate|reformat|search|write|implement|go|apply|add)',
);

export const IF_SOFT = phrases(
  "if (possible|at all possible|you can|you can help it|you can avoid it|you can avoid that|you please|you don't mind|you do not mind|you would|it can be avoided|avoidable|it's possible)",
  'unless (absolutely|really|strictly)? (necessary|needed|required|unavoidable|essential)',
  "unless (you|it's|it is|you really|you absolutely|there is|there's) (have to|must|need to|absolutely necessary|necessary|unavoidable|no other way)",
  'wherever possible',
  'where possible',
  'when possible',
  'as far as possible',
);
/** "unless I say so", "without asking": it ends at the person's word. */
export const TILL_WORD = phrases(
  "(unless|until|till|til|before|'til) (i|i've|ive|i'm|im|you|we|we've|you've|you're|my|told|asked|instructed|explicitly|otherwise|approved|approval|we're|specifically|directed|permitted)",
  '(without|w/o) (first|explicitly|expressly|my|me|asking|checking|telling|consulting|confirming|confirmation|approval|permission|explicit|prior|talking|consent|getting|a|an|clearing|running it|saying|letting|having|ok|being)',
);

/** Behind an object these limit the ban to a manner, a place or an occasion: nothing is held. */
export const LIMITS = phrases(
  '(manually|directly|by hand|unnecessarily|needlessly|just|merely|blindly|too|more than|any more than|twice|in place|at runtime|at run time|globally|silently|automatically|carelessly|lightly|randomly|unconditionally|during|via|using|by|inside|whenever|every|each|per|twice|only|simply|in bulk|alone|concurrently|in parallel|at once|separately|as|like|solely|so|one by one|one at a time)',
  '(with|through|if|when|unless|without|w/o)',
);

/** What leaves a thing as it was. */
const AS_IS =
  '(alone|be|as is|as-is|asis|as it is|as they are|as it was|as they were|as it stands|as it currently is|as they currently are|untouched|unchanged|unmodified|unaltered|unedited|intact|in peace|the way it is|the way they are|the way it was|how it is|how they are|just as it is|like it is|like that|exactly as it is|exactly as they are|exactly as is|exactly the way it is|frozen|pristine|in its current state|in their current state|in its current form|the same|locked|completely untouched|completely alone|fully intact|byte for byte identical|byte-for-byte identical|byte-identical|out of it|out of this|out of the changes|out of the diff|out of the refactor|out of the refactoring|out of your changes|to me|for me|for later|for another time|for now|where it is|where they are|exactly where it is|off limits|off-limits|entirely alone|strictly alone|well alone|totally alone|as you found it|as you found them|as found|static|verbatim)';
export const STATES = phrases(AS_IS);
export const LEAVE = phrases('(leave|leaving|left|let|leve)');
export const KEEP = phrases(
  "(keep|kept|preserve|maintain|retain|keeping|hold|leave|want|i want|i need|i'd like|i would like|i expect)",
);

/** Directly with an object: "hands off X". */
export const STAY_OUT = phrases(
  '(hands|hand|paws|fingers|keep off|mitts|eyes) off (of|from)?',
  '(keep|stay|stayed|kept|steer|get|remain) (well|completely|entirely|far|the hell|strictly)? (out of|away from|clear of|off|off of|clear from)',
  'keep (your|those|ur|the) (hands|fingers|paws|mitts|edits|changes|hands and feet|fingers and hands) (off|off of|away from|out of)',
  '(do not enter|no-go zone|no go|no touching|no touchy|no touch|no editing|no modifying|no changing|no-touch)',
  '(exclude|ignore for now|leave out|omit)',
);
export const SKIP = phrases('(skip|bypass|skip over|work around|leave out|exclude)');
export const TREAT = phrases('(treat|consider|regard|view|mark|think of|handle)');
export const TREATED_AS = new PhraseTable<'frozen' | 'read_only'>([
  [
    'frozen',
    [
      '(as|to be|as being|as if it were|as though it were)? (strictly|completely)? (frozen|immutable|off limits|off-limits|out of bounds|untouchable|sacred|locked|lava|a black box|forbidden|unchangeable|locked down|do not touch|do-not-touch|fixed|vendored)',
    ],
  ],
  [
    'read_only',
    [
      '(as|to be|as being|as if it were|as though it were)? (strictly|completely)? (read-only|readonly|read only)',
    ],
  ],
]);

/** Said of a thing: "X is off limits", "X must stay untouched". */
export const STATIVES = phrases(
  `(is|are|is strictly|are strictly|'s|is currently|are currently|remains|stays|is considered|are considered|remain|stay|is to be considered|is now|are now|is totally|is completely|is absolutely) (off limits|off-limits|offlimits|out of bounds|out-of-bounds|out of scope|taboo|frozen|untouchable|sacred|sacrosanct|a no-go|no-go|a no go|verboten|forbidden|forbidden territory|not to be touched|not yours|not yours to change|not yours to touch|not yours to edit|not yours to modify|not for you|not for you to change|not for you to touch|not for you to edit|locked down|locked for now|hands off|hands-off|do not touch|do-not-touch|a do-not-touch zone|don't touch|immutable|under a freeze|under code freeze|in code freeze|protected|none of your business|a no-touch zone|not up for change|not open for changes|not open to changes|not part of this|not part of this task)`,
  "(isn't|aren't|is not|are not) (yours|yours to (change|touch|edit|modify)|for you to (change|touch|edit|modify)|up for (change|changes|grabs|debate)|open (for|to) (change|changes|edits|editing)|part of this|part of this task|to be (touched|changed|edited|modified)|in scope|fair game|up for editing)",
  `(must|should|has to|have to|needs to|need to|shall|is to|are to|ought to|will|had better|gotta|absolutely must) (all)? (stay|remain|be left|be kept|continue to be|be) ${AS_IS}`,
  `(stays|stay|remains|remain) (exactly|strictly|completely)? ${AS_IS}`,
  '(must|may|should|shall) not (change|be any different|be different)',
  "(mustn't|shouldn't) change",
);
/** Behind a subject, before a participle: "must not be [changed]". */
export const PASSIVES = phrases(
  '(must|should|may|shall) (not|never) (be|get|ever be)',
  "(mustn't|shouldn't|mustnt|shouldnt) (be|get|ever be)",
  '(is|are) (not|never) to be',
  "(isn't|aren't) to be",
  "(isn't|aren't|is not|are not|must not|do not get|doesn't get|don't get|does not get|not|never)",
);
/** Behind "nothing in X" and "no file in X". */
export const POSITIVES = phrases(
  '(may|should|must|can|shall|is to|is allowed to|gets to|is supposed to|are to|are allowed to|will|ought to) (be|get)',
  '(is|gets|are|get) (to be|allowed to be)?',
);
export const CHANGES = phrases(
  '(may|should|must|can|shall|is to|is allowed to|will)? (change|changes|move|moves|be any different)',
);

export const QUESTION_WORDS = words(
  "why what how where who whose which is are am was were do does did has have had should shall isn't aren't doesn't didn't shouldn't wasn't weren't may might whether haven't hasn't wouldn't couldn't won't",
);
export const TAGS = phrases(
  '(ok|okay|alright|right|please|pls|yeah|yes|understood|got it|clear|deal|thanks|capisce|k|will you|would you|can you|could you|please and thanks|good|cool|sound good|agreed|yea|eh|huh)',
);

export const CONDITIONS = phrases(
  '(if|when|whenever|once|unless|in case|should|assuming|provided|providing|suppose|supposing|as soon as|as long as|in the event|on condition|where|wherever|only if|only when|even if|even when|whether|until|till|in (dry-run|dry run|safe|debug|offline|read-only|preview|test|strict|production|demo) mode)',
);
export const HYPOTHETICAL = phrases(
  "(pretend|imagine|suppose|supposing|assume|assuming|let's say|lets say|say i|what if|hypothetically|for example|for instance|e.g|such as|i'm not saying|i am not saying|i'm not asking|i am not asking|i didn't say|i did not say|i never said|i haven't said|nobody said|it's not that|it is not that|it's not like|that doesn't mean|this doesn't mean|that does not mean|not that|i wonder|it would be nice|it would be good if|it would be great if|i wish|i hope|i used to|we used to|don't think|do not think|does it|the fact that|remember when|i'm testing|i thought|i think you)",
);
/** Said by somebody else, or at another time. */
export const SPEECH = words(
  'said says told tells asked asks wrote writes wants wanted thinks thought claims claimed insists insisted mentioned mentions suggested suggests requires complains complained reports reported warns warned states stated reads prints printed prefers preferred believes instructed instructs tweeted emailed saying stating telling',
);
/** Behind these in a clause that makes text, the text begins. */
export const TEXT_BEGINS = words(
  'saying says that reading stating telling like named called titled labelled labeled which where such e.g as',
);
/** Nouns for text, and for what a program offers. */
export const TEXTS = words(
  'cases case scenarios scenario sentence comment comments note notes header headers message messages policy rule rules prompt prompts line lines section paragraph docstring docstrings warning warnings banner text entry entries string strings label title titles guideline guidelines docs documentation doc readme mail email letter answer reply tweet post check checks assertion lint linter example examples instruction instructions template templates item bullet checklist faq error errors tooltip placeholder log logs description issue ticket hook bot mails haiku poem slogan sign sticker commit caption phrase phrases quote term clause contract agreement article statement this these following sentence: below',
);
export const THINGS = words(
  'mode option flag feature switch setting settings button toggle command subcommand function method class endpoint api parameter argument view page screen component widget dialog role permission permissions validation guard constraint middleware handler decorator wrapper interface type test tests script cli tool app service program parser library job workflow action bot server client mock stub sandbox policy user users admin admins enum config capability attribute field column property replica connection user group account menu checkbox prompt plugin linter rule',
);
