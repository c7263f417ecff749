import { NEGATIONS, PREAMBLE } from '../lexicon/english-phrases.ts';
import { IMPERATIVES, WRITING } from '../lexicon/english-verbs.ts';
import { words } from '../phrases.ts';
import type { Token } from '../token.ts';
import { againAt, goesOn, lastHold } from './again.ts';
import { askedAt, banAt, forbiddenAt } from './ban.ts';
import { fineAt } from './fine.ts';
import { forgottenAt } from './forget.ts';
import { behindPreamble, endsAsking, frameAt, isInstruction, type Task, taskOf } from './frame.ts';
import { goAheadAt } from './go-ahead.ts';
import { instructedAt } from './instructed.ts';
import { keepAt, treatAt } from './keep.ts';
import { nothingMayAt } from './nothing.ts';
import { type Noun, nounAt } from './noun-phrase.ts';
import { openAt } from './open.ts';
import { allowedAt } from './permit.ts';
import { exceptionAt } from './place.ts';
import { offlineAt, readOnlyAt } from './read-only.ts';
import { makeNoAt, neitherAt, nowhereElseAt, reservedAt, verbNothingAt } from './reserved.ts';
import { type ClauseReader, endsAt, type Found, hold, type Reading, type Scene } from './scene.ts';
import { nothingElseAt, SCOPE_READERS } from './scope.ts';
import { offLimitsAt, stayOutAt } from './stay-out.ts';
import { subjectAt } from './subject.ts';
import { adviceAt, unwantedAt } from './want.ts';

/** What a sentence says, with the tokens that say so: from the clause's first to behind its last. */
export type Said = { readonly found: Found; readonly from: number; readonly to: number };

/** What surrounds a sentence. `below`: it stands under a line that announces text, or the description of a thing. */
export type Surroundings = Pick<Scene, 'refer' | 'worked' | 'last'> & {
  readonly below: 'nothing' | 'text' | 'thing';
};

const NARROWING = words(
  'only just exclusively solely purely strictly nothing nowhere limit limited restrict restricted confine confined constrain scope scoped keep contain contained bound isolate narrow focus stay stays stick remain leave stray go step wander venture file files no editable paths anything others',
);

/** Words without one of which nothing is held or released; most sentences of a long prompt have none. */
const TELLING = words(`
  not no dont donot never ever nothing none neither nor without w/o avoid avoiding refrain abstain hold stop
  quit cease skip zero nobody only just exclusively solely purely strictly limit limited restrict restricted
  confine confined constrain scope scoped contain bound isolate narrow focus stay stays stick remain remains
  keep keeping leave leaving leve let preserve maintain retain want expect hands hand paws fingers mitts
  eyes off out away clear exclude bypass omit treat consider regard view mark handle read-only readonly read
  view-only look dry-run dry offline air-gapped disconnected sit frozen untouchable sacred taboo immutable
  locked untouched unchanged intact forbidden prohibited banned protected hands-off do-not-touch off-limits
  out-of-bounds verboten freeze forget nevermind nvm disregard ignore drop scrap lift lifted cancel undo
  revoke withdraw waive remove scratch can may could allowed free permitted go feel fine ok okay good safe
  allow permit unfreeze unlock reopen re-open unblock proceed approved approve lgtm implement carry make
  apply ship green permission looks do it longer anything rather prefer appreciate mind r/o ask check tell
  ping consult confirm wait i'll i'd me my myself plan analysis review planning investigation research
  reading discussion advice diagnosis explanation exploration audit suggestions ill will implementing bets
  fair exit end switch dnt cannot i'm it's that's local locally pushing committing else alright right game
  editable open writable yours unlocked available over gone alone left peace way pristine static verbatim
  same current found mine agreed except grabs zero look-only likewise ditto so goes
`);

/** In the order in which they are tried. */
const READERS: readonly ClauseReader[] = [
  openAt,
  ...SCOPE_READERS,
  forgottenAt,
  allowedAt,
  readOnlyAt,
  offlineAt,
  banAt,
  unwantedAt,
  adviceAt,
  verbNothingAt,
  neitherAt,
  nowhereElseAt,
  makeNoAt,
  treatAt,
  keepAt,
  stayOutAt,
  reservedAt,
  askedAt,
  forbiddenAt,
  againAt,
  nothingElseAt,
  fineAt,
  goAheadAt,
  nothingMayAt,
  subjectAt,
  offLimitsAt,
];
const NOUN_READERS = READERS.filter(({ begins }) => begins === 'noun');
/** For each word that a form of words can begin with, the readers to try. */
const READERS_OF: ReadonlyMap<string, readonly ClauseReader[]> = new Map(
  READERS.flatMap(({ begins }) => (begins === 'noun' ? [] : [...begins])).map((word) => [
    word,
    READERS.filter(({ begins }) => begins === 'noun' || begins.has(word)),
  ]),
);

/** hostile: the tokens of one sentence. What an English speaker says with them, in order. */
export function readEnglish(tokens: readonly Token[], around: Surroundings): readonly Said[] {
  const telling = tokens.some(
    ({ low, kind }) => TELLING.has(low) || low.endsWith("n't") || kind === 'opaque',
  );
  if (around.below === 'text' || (!telling && !tokens.some(({ low }) => IMPERATIVES.has(low)))) return [];
  const task = taskOf(tokens);
  const nouns = new Map<number, Noun>();
  const said: Said[] = [];
  const scene: Scene = {
    tokens,
    noun: (i) => {
      const noun = nouns.get(i) ?? nounAt(tokens, i);
      nouns.set(i, noun);
      return noun;
    },
    refer: around.refer,
    worked: around.worked,
    last: () => lastHold(said.map(({ found }) => found)) ?? around.last(),
    making: task.making || around.below === 'thing',
    writing: task.writing,
    stating: task.stating,
    narrowing: tokens.some(({ low }) => NARROWING.has(low)),
  };
  const asking = endsAsking(tokens);
  for (let i = 0; i < tokens.length; ) {
    if (!beginsClause(tokens, i) || i > task.textFrom) {
      i++;
      continue;
    }
    const begin = behindPreamble(tokens, i);
    if (begin >= tokens.length) break;
    const frame = frameAt(tokens, begin);
    if (frame.mood !== 'own' && !goesOn(scene, begin) && forgottenAt.read(scene, begin) === undefined) {
      i = Math.max(frame.until, i + 1);
      continue;
    }
    const reading = telling ? read(scene, begin) : undefined;
    const dropped = asking && !isRequest(tokens, i) && isLastClause(tokens, reading?.next ?? begin);
    if (reading !== undefined && !dropped) {
      for (const found of reading.found)
        if (fits(found, task, begin) && (around.below === 'nothing' || isForAgent(found)))
          said.push({ found, from: begin, to: Math.max(reading.next, begin + 1) });
      i = Math.max(reading.next, i + 1);
      continue;
    }
    said.push(...instructions(scene, begin, task.begin));
    i = Math.max(i + 1, begin);
    if (i === begin && begin < tokens.length) i = begin + 1;
  }
  return said;
}

function read(scene: Scene, i: number): Reading | undefined {
  const { kind, low } = scene.tokens[i]!;
  for (const reader of kind === 'opaque' ? READERS : (READERS_OF.get(low) ?? NOUN_READERS)) {
    const reading = reader.read(scene, i);
    if (reading !== undefined) return reading;
  }
  return undefined;
}

/** Under "add a flag:" only what names a path is said to the agent. */
function fits(found: Found, task: Task, at: number): boolean {
  return at <= task.thingFrom || isForAgent(found);
}

/** Whether a ban is about files or the repository, rather than about a program that is described. */
export function isForAgent(found: Found): boolean {
  if (found.say !== 'hold' || found.kind === 'no_push' || found.kind === 'no_commit') return true;
  return found.targets.some((target) => /[./]/.test(target));
}

/** An instruction that is no ban: what it names, what it excepts, and which earlier holds it contradicts. */
function instructions(scene: Scene, i: number, first: number): readonly Said[] {
  const { tokens } = scene;
  if (tokens[i] === undefined || (!isInstruction(tokens, i, first) && first !== i)) return [];
  const said: Said[] = [];
  const end = clauseEnd(tokens, i);
  for (const found of instructedAt(scene, i)) said.push({ found, from: i, to: end });
  if (!WRITING.has(tokens[i]!.low)) return said;
  if (!said.some(({ found }) => found.say === 'release'))
    said.push({
      found: { say: 'release', kinds: ['read_only'], targets: [], by: 'instruction' },
      from: i,
      to: end,
    });
  const excepted = exceptionIn(tokens, i);
  if (excepted !== undefined) said.push(excepted);
  const targets = namedIn(tokens, i, Math.min(end, excepted?.from ?? end));
  if (targets.length > 0) said.push({ found: { say: 'named', targets }, from: i, to: end });
  return said;
}

const EVERY = words('everything all anything everywhere files modules packages folders');

/** "everything but pom.xml", "everywhere but in docs/". */
function butAt(tokens: readonly Token[], at: number): Noun | undefined {
  if (!EVERY.has(tokens[at - 1]!.low)) return exceptionAt(tokens, at);
  const noun = nounAt(tokens, tokens[at + 1]?.low === 'in' ? at + 2 : at + 1);
  return noun.is === 'targets' && endsAt(tokens, noun.next) ? noun : exceptionAt(tokens, at);
}

const EXCEPTING = words('except excluding but not apart other minus');

/** "Rename it everywhere except in vendor/". */
function exceptionIn(tokens: readonly Token[], i: number): Said | undefined {
  for (let at = i + 1; at < tokens.length; at++) {
    if (!EXCEPTING.has(tokens[at]!.low)) continue;
    if (
      /^(?:do|does|did|must|should|can|will|is|are|to|may|or|if|why|would|could|shall)$/.test(
        tokens[at - 1]!.low,
      )
    )
      continue;
    const noun = tokens[at]!.low === 'but' ? butAt(tokens, at) : exceptionAt(tokens, at);
    if (noun !== undefined) return { found: hold('no_modify', noun.targets), from: at, to: noun.next };
  }
  return undefined;
}

const NOT_NAMED = words(
  "like as from see per using with via by against without not except unlike than match matching copy imported similar ( 's",
);

function namedIn(tokens: readonly Token[], from: number, to: number): readonly string[] {
  const targets: string[] = [];
  for (let i = from; i < to; i++) {
    if (tokens[i]!.kind === 'path' && !NOT_NAMED.has(tokens[i - 1]?.low ?? '')) targets.push(tokens[i]!.text);
  }
  return targets;
}

const CLAUSE_ENDS = words('but ; without except because since');

function clauseEnd(tokens: readonly Token[], i: number): number {
  let end = i + 1;
  while (end < tokens.length && !CLAUSE_ENDS.has(tokens[end]!.low)) end++;
  return end;
}

const BREAKS = words('but and so then though however plus & yet + because since as');

/** What makes a "that" behind it the person's own word. */
const AGREED = words('agreed decided insist important crucial promised');

const POLITE = words('please pls plz kindly');

/** Whether a clause may begin at token `i`. */
function beginsClause(tokens: readonly Token[], i: number): boolean {
  const token = tokens[i]!;
  if (i === 0 || token.line !== 'inside') return true;
  const before = tokens[i - 1]!;
  if (before.kind === 'mark') return before.low !== '.' || token.kind !== 'mark';
  if (token.quoted) return false;
  if (BREAKS.has(before.low) && before.low !== 'as') return true;
  if (before.low === 'that' && tokens.slice(0, i).some(({ low }) => AGREED.has(low))) return true;
  if (POLITE.has(token.low) || token.low === 'without' || token.low === 'w/o') return true;
  return runsOn(tokens, i);
}

const OPENERS = words("don't dont do never no leave keep only hands stay without avoid treat just not");

const PLURAL = words('we you they i people who which that to not and or these those');

/**
 * "fix the pager dont push": a new clause without a mark, where the sentence began with an instruction and what stands
 * before can't be the subject ("the tests don't …").
 */
function runsOn(tokens: readonly Token[], i: number): boolean {
  const token = tokens[i]!;
  if (token.kind !== 'word' || !OPENERS.has(token.low)) return false;
  const before = tokens[i - 1]!;
  const begin = behindPreamble(tokens, 0);
  if (before.kind === 'path')
    return /^(?:don't|dont|do|never|leave|keep|hands|stay|avoid|just|no|treat)$/.test(token.low);
  if (!/^(?:don't|dont|never|do)$/.test(token.low) || (token.low === 'do' && tokens[i + 1]?.low !== 'not')) {
    return token.low === 'just' && NEGATIONS.find(tokens, i + 1) !== undefined;
  }
  const instruction = IMPERATIVES.has(tokens[begin]?.low ?? '') || PREAMBLE.find(tokens, begin) !== undefined;
  if (before.low === 'just' || before.low === 'also') return true;
  if (instruction && CHANGERS.has(tokens[begin]!.low) && touchesPath(tokens, i)) return true;
  return (
    instruction &&
    i - begin >= 2 &&
    !PLURAL.has(before.low) &&
    !/(?:[^s]s|ing|[^a-z])$/.test(before.low) &&
    !/^(?:say|says|said|tell|print|prints|mean|means|reads|comment|note|rule|message|warning|prompt|header|policy|users|children|data)$/.test(
      before.low,
    )
  );
}

/** Instructions whose object can't be what a ban is about: "fix the tests dont touch x.py". */
const CHANGERS = words(
  'fix refactor update clean rename migrate upgrade improve simplify repair debug rework port convert finish review explain check',
);

function touchesPath(tokens: readonly Token[], i: number): boolean {
  const verb = NEGATIONS.find(tokens, i)?.next;
  return (
    verb !== undefined &&
    /^(?:touch|edit|change|modify)$/.test(tokens[verb]?.low ?? '') &&
    tokens[verb + 1]?.kind === 'path'
  );
}

/** "can you please not touch X?" */
function isRequest(tokens: readonly Token[], i: number): boolean {
  for (let at = i; at < Math.min(i + 4, tokens.length - 1); at++) {
    if (/^(?:can|could|would|will)$/.test(tokens[at]!.low) && /^(?:you|u|ya)$/.test(tokens[at + 1]!.low))
      return true;
    if (POLITE.has(tokens[at]!.low)) return true;
  }
  const first = tokens[0]!.low;
  return /^(?:can|could|would|will)$/.test(first) && /^(?:you|u)$/.test(tokens[1]?.low ?? '');
}

/** Whether the sentence's last clause is the one that ends at `next`: no further clause asks. */
function isLastClause(tokens: readonly Token[], next: number): boolean {
  for (let i = next; i < tokens.length; i++) {
    if (
      i > 0 &&
      tokens[i - 1]!.kind === 'mark' &&
      frameAt(tokens, behindPreamble(tokens, i)).mood === 'question'
    )
      return false;
  }
  return true;
}
