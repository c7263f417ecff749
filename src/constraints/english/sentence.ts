import { IMPERATIVES } from '../lexicon/english-verbs.ts';
import { words } from '../phrases.ts';
import type { Token } from '../token.ts';
import { againAt, goesOn, lastHold } from './again.ts';
import { askedAt, banAt, forbiddenAt } from './ban.ts';
import { beginsClause, POLITE } from './clause.ts';
import { fineAt } from './fine.ts';
import { forgottenAt } from './forget.ts';
import { behindPreamble, endsAsking, frameAt, type Task, taskOf } from './frame.ts';
import { goAheadAt } from './go-ahead.ts';
import { instructions } from './instruction.ts';
import { keepAt, treatAt } from './keep.ts';
import { nothingMayAt } from './nothing.ts';
import { type Noun, nounAt } from './noun-phrase.ts';
import { openAt } from './open.ts';
import { allowedAt } from './permit.ts';
import { offlineAt, readOnlyAt } from './read-only.ts';
import { makeNoAt, neitherAt, nowhereElseAt, reservedAt, verbNothingAt } from './reserved.ts';
import type { ClauseReader, Found, Reading, Said, Scene } from './scene.ts';
import { nothingElseAt, SCOPE_READERS } from './scope.ts';
import { offLimitsAt, stayOutAt } from './stay-out.ts';
import { subjectAt } from './subject.ts';
import { adviceAt, unwantedAt } from './want.ts';

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
