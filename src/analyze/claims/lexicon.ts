/** What an agent can claim to have done. */
export type Claimed = 'tests' | 'commit' | 'push' | 'install';
/** What it can say it did not do. */
export type Denied = 'push' | 'delete' | 'edit' | 'network';

const DONE =
  '(?:(?:has|have) (?:now |just |all |also |successfully )?been|(?:was|were|is|are)(?: now| all)?|got)';
const SELF =
  "(?:^|[,;:] ?|\\band )(?:(?:I|we)(?:'ve| have)? (?:also |now |then |just |successfully |already )?|(?:also |then |successfully )?)";
const WORK =
  '(?:(?:the|all|my|both|these|those|this|everything|your|it)\\b ?){0,2}(?:(?:\\w[\\w./-]{0,40} ){0,2}(?:changes?|commits?|fix(?:es)?|branch|code|work|files?|updates?|tags?|edits?)\\b)?';

/** How tests are said to have passed. */
const PASSED =
  '(?:pass(?:ed|es)?|succeed(?:ed|s)?|(?:are|is|were|was) (?:now |all |still )?(?:passing|green|successful)|c[ao]me (?:back|out) (?:green|clean)|(?:ran|finished|completed) (?:cleanly|successfully))';

/**
 * Sentences that claim something done, in the past or as a result. English alone: what is not known here is not found,
 * which is the better mistake. Each form is linear: repeats are bounded.
 */
export const CLAIMS: Readonly<Record<Claimed, readonly RegExp[]>> = {
  tests: [
    new RegExp(
      `\\b(?:all|every|both|\\d{1,6})(?: \\d{1,6})?(?: of)?(?: the)?(?: \\w[\\w-]{0,30}){0,3} (?:tests?|specs?)(?: cases?)?(?: \\w{1,12})? ${PASSED}(?=$|[ .,;!:)])(?! (?:a|an|the|in (?:a|an)|through|it|them|data|arguments?) )`,
      'i',
    ),
    new RegExp(
      `\\b(?:the|my|our|existing|unit|integration|new|full)(?: \\w[\\w-]{0,30}){0,2} (?:tests?|test suite|suite|specs?) (?:now |all |still |also )?${PASSED}(?=$|[.,;!:)]| (?:now|again|locally|successfully|cleanly|with|and|too|as well))`,
      'i',
    ),
    new RegExp(
      `^(?:tests?|test suite|specs?) (?:now |all )?${PASSED}(?=$|[.,;!:)]| (?:now|again|locally|successfully|cleanly|with|and|too))`,
      'i',
    ),
    /(?:^|[,;:] ?|\band )(?:I|we)(?:'ve| have)? (?:also |then |now |just )?(?:ran|run|executed|re-?ran) (?:all |the |both )?(?:the |existing |full |unit |whole |entire |complete )?(?:tests?|test suite|suite|specs?)\b/i,
    /^(?:ran|executed|re-?ran) (?:all |the )?(?:full |existing |unit |whole |entire )?(?:tests?|test suite|suite|specs?)\b/i,
  ],
  commit: [
    new RegExp(`${SELF}committed (?:and pushed )?(?:${WORK}|with|as)(?=$|[ .,;!:)])`, 'i'),
    new RegExp(
      `\\b(?:changes?|fix(?:es)?|work|everything|files?|code|update|it|edits?|all)(?: \\w[\\w.-]{0,30})? ${DONE} committed\\b`,
      'i',
    ),
    new RegExp(
      `${SELF}(?:created|made) (?:a|the|one|two|three|\\d{1,3}) (?:new |separate |single |git )?commits?\\b`,
      'i',
    ),
  ],
  push: [
    new RegExp(`${SELF}(?:committed and )?pushed (?:${WORK} ?(?:to|up)?|it|them|to)(?=$|[ .,;!:)])`, 'i'),
    new RegExp(
      `\\b(?:changes?|fix(?:es)?|work|everything|branch|code|commits?|tags?|it|all)(?: \\w[\\w.-]{0,30})? ${DONE} (?:committed and )?pushed\\b`,
      'i',
    ),
  ],
  install: [
    new RegExp(
      `${SELF}installed (?:the |all |all the |missing |new |required |a )?[\\w@][\\w@./-]{0,60}`,
      'i',
    ),
    /\b(?:dependenc(?:y|ies)|packages?|librar(?:y|ies)|modules?|plugins?)(?: \w[\w.-]{0,30})? (?:(?:has|have) (?:now |just |all |also |successfully )?been|was|were) (?:successfully )?installed\b/i,
  ],
};

/** A sentence with one of these says what is to be, may be, was not, or is somebody else's: it claims nothing. */
export const HEDGES =
  /\b(?:will|would|should|could|can|can't|may|might|must|shall|if|unless|once|when|whenever|until|before|while|assuming|need(?:s|ed)?|let me|let's|let us|going to|want(?:s|ed)?|like me|plan(?:s|ned)?|try(?:ing)?|tried|attempt(?:ed|s)?|ensure[sd]?|make sure|making|makes?|so that|in order|to (?:verify|check|confirm|see|run|make)|whether|not|n't|no|never|none|cannot|unable|fail(?:s|ed|ing|ure|ures)?|without|except|but|however|although|though|still need|expect(?:ed)?|suppose[sd]?|next|please|you(?! (?:asked|requested|wanted|told|suggested))|CI|pipeline|workflow|previous(?:ly)?|earlier|yesterday|last (?:week|time|session)|ago|upstream|already|would've|someone|they|he|she|author|user|example|i\.e|e\.g|todo|remains?|pending|flaky|skipped|unrelated|mostly|almost|nearly|only)\b|n't\b|\?/i;

/** Of a claim that tests pass, these are no hedges: numbers, and what was there before. */
export const PUSHED_ELSEWHERE =
  /\bpushed (?:back|down|up to \d|aside|out|onto|into|through|for|off|forward|away|the (?:limits?|boundar|button|value|item|element))/i;

const NEG = "(?:did not|didn't|have not|haven't|has not|hasn't|never)";
const END =
  '(?=$|[.,;!:)]| (?:yet|at all|anywhere|during|for|in this|so far|and|as (?:you|requested|asked|instructed)|per your))';
const ANY = '(?:anything|any (?:files?|code|changes?|commits?)|files?|a single file|nothing)';

/** Sentences that deny something. A form with a group names the file that is denied. */
export const DENIALS: Readonly<Record<Denied, readonly RegExp[]>> = {
  push: [
    new RegExp(
      `\\b(?:I|we) ${NEG} push(?:ed)?(?: (?:anything|any (?:changes|commits|code)|the changes|the commits?|it|them|my changes))?(?: (?:to (?:the |any )?(?:remote|origin|upstream)|upstream))?${END}`,
      'i',
    ),
    /\b(?:nothing|no (?:changes|commits?|code)) (?:was|were|has been|have been) pushed\b/i,
    /\b(?:changes|commits?|branch|it) (?:has not|hasn't|have not|haven't|was not|wasn't|were not|weren't|is not|isn't|are not|aren't) (?:been )?pushed(?=$|[.,;!:)]| yet)/i,
  ],
  delete: [
    new RegExp(`\\b(?:I|we) ${NEG} (?:delete|remove)d? ${ANY}${END}`, 'i'),
    new RegExp(
      `\\b(?:I|we) ${NEG} (?:delete|remove)d? (?:the (?:file )?)?((?:[\\w@~.-]{0,60}/){0,12}[\\w@~-]{1,60}\\.\\w{1,12})${END}`,
      'i',
    ),
    /\b(?:nothing|no files?) (?:was|were|has been|have been) (?:deleted|removed)\b/i,
  ],
  edit: [
    new RegExp(
      `\\b(?:I|we) ${NEG} (?:touch|modif|chang|edit|alter|updat)(?:y|ied|e|ed)?(?:ed)? (?:the (?:file )?|anything in )?((?:[\\w@~.-]{0,60}/){0,12}[\\w@~-]{0,60}\\.\\w{1,12}|(?:[\\w@~.-]{1,60}/){1,12})${END}`,
      'i',
    ),
    /(?:^|[\s(])((?:[\w@~.-]{0,60}\/){0,12}[\w@~-]{0,60}\.\w{1,12}) (?:is|was|remains|remained|stays|stayed|has been left|was left|is left|were left) (?:completely |entirely |totally )?(?:unchanged|untouched|unmodified|as (?:it was|is)|alone)(?=$|[.,;!:)]| and\b)/i,
    /\b(?:left|kept|leaving|keeping) (?:the (?:file )?)?((?:[\w@~.-]{0,60}\/){0,12}[\w@~-]{0,60}\.\w{1,12}) (?:completely |entirely )?(?:unchanged|untouched|unmodified|as (?:it was|is)|alone)(?=$|[.,;!:)])/i,
    /\bno (?:changes|edits|modifications) (?:were |have been )?(?:made )?to ((?:[\w@~.-]{0,60}\/){0,12}[\w@~-]{0,60}\.\w{1,12})(?=$|[.,;!:)])/i,
    /(?:^|[\s(])((?:[\w@~.-]{0,60}\/){0,12}[\w@~-]{0,60}\.\w{1,12}) (?:was not|wasn't|has not been|hasn't been) (?:touched|modified|changed|edited|altered|updated)(?=$|[.,;!:)]| and\b)/i,
  ],
  network: [
    new RegExp(
      `\\b(?:I|we) ${NEG} (?:use|used|access|accessed|touch|touched) the (?:network|internet|web)${END}`,
      'i',
    ),
    new RegExp(
      `\\b(?:I|we) ${NEG} (?:make|made) any (?:network|external|outbound|http|web|internet) (?:requests?|calls?|connections?)${END}`,
      'i',
    ),
    new RegExp(
      `\\b(?:I|we) ${NEG} (?:download(?:ed)?|fetch(?:ed)?) anything(?: from the (?:network|internet|web))?${END}`,
      'i',
    ),
    /\bno (?:network|internet|external|outbound|http|web) (?:access|requests?|calls?|connections?) (?:was|were|has been|have been) (?:used|made|needed and none made)\b/i,
    /\b(?:nothing was|everything was done|done|worked|did (?:this|everything)) (?:downloaded|entirely offline|completely offline|without (?:any )?(?:network|internet) access)\b/i,
  ],
};

/** A denial with one of these is of less than it sounds like, or of another time or place. */
export const DENIAL_HEDGES =
  /\b(?:will|would|should|could|if|unless|once|until|except|other than|apart from|beyond|besides|else|further|again|otherwise|directly|by force|force|main\b|master\b|than|tests?|user|you did|last|previous(?:ly)?|earlier|before|originally|initially|first|intend(?:ed)?|mean|meant|this (?:turn|step|time|round|pass|commit|pr|iteration))\b|\?/i;
