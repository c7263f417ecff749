import { IMPERATIVES } from '../lexicon/english-verbs.ts';
import { phrases } from '../phrases.ts';
import { ended } from './ending.ts';
import { nounAt } from './noun-phrase.ts';
import { OUTSIDE, scoped } from './outside.ts';
import { beginningWith, endsAt, type Reading, type Scene } from './scene.ts';
import { trailingAt } from './trailing.ts';

const READ_ONLY = '(read-only|readonly|read only|r/o|view-only|view only|look-only)';

const LOOKING =
  '(investigate|analyse|analyze|review|inspect|audit|diagnose|brainstorm|observe|research|explore|advise|investigating|analysing|analyzing|reviewing|reading|looking|exploring|planning|researching|thinking|brainstorming|thinking out loud)';

const TASK =
  '(review|audit|analysis|investigation|session|task|pass|look|check|exploration|walkthrough|research|question|exercise|inspection|mission|work|mode|access|visit|tour|run|job|assessment|code review|security review|security audit|code audit|analysis only|only|deal|stuff|turn|conversation|one|request|reading)';

/** A clause that is the instruction: "read-only", "a read-only review please". */
const NOMINAL = phrases(
  `(strictly|purely|fully|completely|totally|entirely|a|this as a|just a|only a|as a|quick|a quick|a strictly|a purely|another)? (quick)? ${READ_ONLY} (please|pls|mode|access|only|session|task)?`,
  `(strictly|purely|a|just a|only a|as a|quick|a quick|a strictly|a purely|another)? (quick)? ${READ_ONLY} ${TASK}`,
  '(strictly|purely|just)? (analysis|review|planning|investigation|research|reading|discussion|advice|plan|look|dry run|dry-run|dryrun|diagnosis|explanation|exploration|audit|suggestions|eyes|brainstorming|q&a|question|answers) only',
  '(a|just a|as a)? (dry run|dry-run) (only|please|pls)',
  '(only|strictly) (a|for)? (dry run|dry-run|reading|looking|planning)',
  'eyes only',
  `(strictly|purely)? ${LOOKING} only`,
  `(only|solely|exclusively|strictly|purely) ${LOOKING}`,
);

/** Verbs that put the session into that state. */
const STATE_VERBS = phrases(
  `(work|stay|remain|operate|run|go|be|act|behave|continue|proceed|do this|do it|do everything|keep it|keep this|keep things|keep everything|keep this session|keep the session|make this|make it|treat this|treat it|consider this|consider yourself|let's keep this|let's keep it|we're|we are|you are|you're|this is|that's|that is|it's|this session is|this task is|this run is|this chat is|this conversation is|everything is|this one is|this will be|this is strictly|this must be|this should be|this has to be|this needs to be|session is|stay strictly|work strictly|do a|do an|perform a|give me a|make a|start a|start with a|run a|conduct a|i want a|i need a|i'd like a|i only want a|i just want a|i would like a|let's do a|this is to be|i want this|i want this to be|i want you|i want you to stay|for this session be|switch to|use|stay in|work in|operate in|you have|you only have|you've got|you get|access is|your access is|let's stay|i'm giving you|consider the repo|treat the repo|treat this repo|treat the whole repo|treat the repository|treat the codebase|treat this codebase|treat everything|treat the project|treat all files|treat this session|treat the working tree|treat this project) (as|as a|in|to be|a|an|under|with|strictly|purely|as strictly|in a)?`,
);

const READING = phrases(
  '(review|analyse|analyze|look|check|audit|inspect|investigate|explore|examine|read|study|go|walk|scan|assess|evaluate|diagnose|browse|search)',
);

const ADVERB = phrases(`(in)? (strict|strictly|a|pure)? ${READ_ONLY} (mode)?`);

const IDIOMS = phrases(
  '(keep|put) your hands (in your pockets|to yourself|off the keyboard|where i can see them|behind your back|off the code|off everything)',
  "(look|looking) (but|and|only)? (don't|dont|do not|no|never|not) (touch|touching|edit)",
  '(hands off|fingers off|hands-off) (please|everything|the code|the code base|the codebase)?',
  '(just|only) looking',
  'look with your eyes (not (with)? your hands)?',
  '(just|only) (look|read|observe|watch) (only)?',
  '(look|read|observe) only',
  "(don't|dont|do not|never) (lift|move) a finger",
  'sit on your hands',
  `(don't|do not|never) (do|start|make|implement|change|act on|carry out|execute|apply|begin|write) (it|anything|that|them|this|any of it|any of that)? (just)? (yet|for now|right now|at this point)`,
);

/** "read-only", "work read-only", "dry run only", "keep your hands in your pockets". */
export const readOnlyAt = beginningWith([IDIOMS, STATE_VERBS, NOMINAL, READING], (scene, i) => {
  const { tokens } = scene;
  const idiom = IDIOMS.find(tokens, i);
  if (idiom !== undefined && idiomFits(scene, i, idiom.next))
    return ended(scene, { kind: 'read_only', targets: [], at: idiom.next });
  const state = STATE_VERBS.find(tokens, i);
  const nominal = NOMINAL.find(tokens, state?.next ?? i) ?? NOMINAL.find(tokens, i);
  if (nominal === undefined) return readingOnly(scene, i);
  if (state === undefined && (scene.making || scene.stating)) return undefined;
  return wholeClause(scene, nominal.next);
});

/** "just look" says so only where nothing follows that it could look at. */
function idiomFits({ tokens }: Scene, at: number, next: number): boolean {
  return (
    endsAt(tokens, trailingAt(tokens, next, true).next) ||
    !/^(?:just|only|look|read|observe|hands|fingers|hands-off)$/.test(tokens[at]!.low)
  );
}

/** Behind it the clause ends, or says of what: "a read-only review of src/". */
function wholeClause(scene: Scene, at: number): Reading | undefined {
  const { tokens } = scene;
  const last = tokens[at - 1]!.low;
  const of =
    /^(?:of|on|over|into|through|around|at|to)$/.test(tokens[at]?.low ?? '') &&
    /^(?:review|audit|analysis|investigation|look|check|pass|inspection|tour|walkthrough|exploration|assessment|access|only)$/.test(
      last,
    );
  const noun = of ? nounAt(tokens, at + 1) : undefined;
  const trailing = trailingAt(tokens, noun?.next ?? at, true);
  if (trailing.limits || (!of && !endsAt(tokens, trailing.next))) return undefined;
  const outside = OUTSIDE.find(tokens, trailing.next);
  return outside !== undefined
    ? scoped(scene, outside.next)
    : ended(scene, { kind: 'read_only', targets: [], at: noun?.next ?? at });
}

/** "review src/ read-only", "look around in read-only mode". */
function readingOnly(scene: Scene, i: number): Reading | undefined {
  const { tokens } = scene;
  if (READING.find(tokens, i) === undefined) return undefined;
  for (let at = i + 1; at < tokens.length && at < i + 14; at++) {
    if (tokens[at]!.kind === 'mark' && tokens[at]!.low !== ',') return undefined;
    const adverb = ADVERB.find(tokens, at);
    if (adverb === undefined) continue;
    const joined = /^(?:and|or)$/.test(tokens[adverb.next]?.low ?? '');
    const ends =
      endsAt(tokens, trailingAt(tokens, adverb.next, true).next) &&
      (!joined || IMPERATIVES.has(tokens[adverb.next + 1]?.low ?? ''));
    return ends &&
      !/^(?:the|a|this|that|is|be|are|it's|for|how|why|between|as|of|and|or|make|use|if|whether|not|set|to|about|with|vs|than|why|,)$/.test(
        tokens[at - 1]!.low,
      )
      ? ended(scene, { kind: 'read_only', targets: [], at: adverb.next })
      : undefined;
  }
  return undefined;
}

const OFFLINE = phrases(
  "(work|stay|be|go|run|operate|keep|remain|do this|do it|do everything|keep it|keep this|keep things|proceed|act|this is|you're|you are|we're|we are|this must be|this session is|do all of this|solve this|solve it|everything (has to|must|should|needs to) (happen|be done|run|stay|work|be)|stay fully|work fully|work completely|stay completely|strictly|please stay|fully|completely|100%|code)? (in)? (offline|air-gapped|airgapped|disconnected) (mode|only|please|work only|pls)?",
);

/** "stay offline". */
export const offlineAt = beginningWith([OFFLINE], (scene, i) => {
  const offline = OFFLINE.find(scene.tokens, i);
  const stated = scene.stating && scene.tokens[i]!.low !== 'everything';
  if (offline === undefined || scene.making || stated) return undefined;
  const trailing = trailingAt(scene.tokens, offline.next, true);
  return trailing.limits || !endsAt(scene.tokens, trailing.next)
    ? undefined
    : ended(scene, { kind: 'no_network', targets: [], at: offline.next });
});
