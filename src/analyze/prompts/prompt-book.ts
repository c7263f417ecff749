import type { Pairs } from '../pairs.ts';
import type { HookPrompt } from '../timeline/hooks.ts';
import type { At } from '../timeline/item.ts';
import type { Timeline } from '../timeline/timeline.ts';
import type { Line } from '../timeline/transcript.ts';
import { Known } from './known.ts';
import { markOf } from './marks/marks.ts';
import { hookPromptsOf, isPrompt, type KeyedPrompt, pairPrompts } from './pairing.ts';
import { isInHistory } from './restated.ts';
import { type Placed, type Reading, type Thread, threadsOf } from './threads.ts';
import { takeUnrecorded } from './unrecorded.ts';
import { type Court, isWitnessed } from './witness.ts';

/** What became of each message in the user's place. Only what is paired is the person's, and counts for anything. */
export type PromptBook = {
  readonly threads: readonly Thread[];
  readonly ofMessage: ReadonlyMap<Placed, HookPrompt>;
  readonly ofPrompt: ReadonlyMap<HookPrompt, Placed>;
  /** The person's prompts by hook, in log order. */
  readonly person: readonly KeyedPrompt[];
  /** Read as prompts, and no hook saw them. */
  readonly unhooked: readonly Placed[];
  /** Only a spooled prompt, or a hook that failed at that moment, would be theirs. */
  readonly unrecorded: readonly { readonly message: Placed; readonly at: At }[];
  /** They wear a mark of the harness's own, and nothing else tells of it. */
  readonly unwitnessed: readonly Placed[];
  /** From before anything was recorded by hooks. */
  readonly before: readonly Placed[];
  /** Prompts of a run whose hooks recorded no prompt at all. */
  readonly noHook: readonly Placed[];
};

/** Compares what stands in the user's place in transcripts with what hooks saw. */
export function promptBookOf(timeline: Timeline, pairs: Pairs): PromptBook {
  const threads = threadsOf(timeline);
  const hooks = hookPromptsOf(timeline);
  const ofMessage = pairPrompts(threads, hooks.person);
  const all = threads.flatMap(({ messages }) => messages);
  const court: Court = {
    timeline,
    known: new Known(timeline),
    harness: countsOf(hooks.harness),
    isPaired: (message) => ofMessage.has(message),
    onLine: byLine(threads),
    used: new Map(),
  };
  const before = new Set(threads.flatMap((thread) => beforeHooks(thread, ofMessage, pairs)));
  const again = restatedIn(all, hooks.person, timeline);
  const left = all.filter(
    (message) => !ofMessage.has(message) && !before.has(message) && !again.has(message),
  );
  const prompts = left.filter(isPrompt);
  const noHook = hooks.person.length === 0 ? prompts : [];
  const versions = new Map(timeline.runs.map(({ id, versions }) => [id, versions.at(-1)]));
  const marked = left.filter((message) => !isPrompt(message));
  const unwitnessed = marked.filter((message) => {
    const { harness } = message.reading;
    const mark = markOf({ harness, version: versions.get(message.message.line.at.run) }, message);
    if (hooks.person.length === 0 && mark?.witnesses.some(({ kind }) => kind === 'hook')) return false;
    return mark === undefined || !isWitnessed(message, mark.witnesses, court);
  });
  const judged = noHook.length > 0 ? [] : prompts;
  const unrecorded = takeUnrecorded(judged, { threads, ofMessage, timeline, spooled: hooks.spooled });
  const excused = new Set(unrecorded.map(({ message }) => message));
  return {
    threads,
    ofMessage,
    ofPrompt: new Map([...ofMessage].map(([message, prompt]) => [prompt, message])),
    person: doubtedBy(ofMessage, hooks.person),
    unhooked: judged.filter((message) => !excused.has(message)),
    unrecorded,
    unwitnessed,
    before: [...before],
    noHook,
  };
}

/** Messages of histories stated anew that say what a hook saw, or what stands elsewhere, where it is judged. */
function restatedIn(
  all: readonly Placed[],
  person: readonly KeyedPrompt[],
  { missing }: Timeline,
): ReadonlySet<Placed> {
  const inHistory = all.filter(({ reading, message }) => isInHistory(reading.harness, message));
  if (inHistory.length === 0) return new Set();
  // What the runs before said is not here.
  if (missing.length > 0) return new Set(inHistory);
  const known = new Set(person.map(({ key }) => key.text));
  const histories = new Set(inHistory);
  for (const message of all) if (!histories.has(message)) known.add(message.key.text);
  return new Set(inHistory.filter(({ key }) => known.has(key.text)));
}

/** Origins by which a transcript says that it was not the person who gave a text. */
const NOT_TYPED: ReadonlySet<string> = new Set(['agent', 'notification', 'meta', 'hook', 'summary', 'task']);

function doubtedBy(
  ofMessage: PromptBook['ofMessage'],
  person: readonly KeyedPrompt[],
): readonly KeyedPrompt[] {
  const doubted = new Set(
    [...ofMessage].flatMap(([{ origin }, prompt]) => (NOT_TYPED.has(origin) ? [prompt] : [])),
  );
  return person.map((one) => (doubted.has(one.prompt) ? { ...one, doubted: true } : one));
}

function byLine(threads: readonly Thread[]): ReadonlyMap<Line, readonly Placed[]> {
  const found = new Map<Line, Placed[]>();
  for (const message of threads.flatMap(({ messages, copied }) => [...messages, ...copied])) {
    const here = found.get(message.message.line);
    if (here === undefined) found.set(message.message.line, [message]);
    else here.push(message);
  }
  return found;
}

/**
 * What stands before the first prompt that a hook saw, if the model had answered by then and no hook decided a call of that
 * answer: the recording began later. hostile: a line put right before the first prompt has no answer, and is not excused.
 */
function beforeHooks(
  { messages }: Thread,
  ofMessage: PromptBook['ofMessage'],
  pairs: Pairs,
): readonly Placed[] {
  const first = messages.findIndex((message) => ofMessage.has(message));
  if (first <= 0) return [];
  const decided = new Set([...pairs.ofRequest.keys()].map(({ line }) => line));
  const end = messages[first]!;
  const lasts = new Map<Reading, { readonly answer: number; readonly decided: number }>();
  return messages.slice(0, first).filter(({ reading, at }) => {
    let last = lasts.get(reading);
    if (last === undefined) {
      const lines = reading.lines.slice(0, end.reading === reading ? end.at : undefined);
      last = {
        answer: lines.findLastIndex((line) => isAnswer(line)),
        decided: lines.findLastIndex((line) => decided.has(line)),
      };
      lasts.set(reading, last);
    }
    return last.answer > at && last.decided <= at;
  });
}

function isAnswer({ exchange }: Line): boolean {
  return exchange?.messages.some(({ role }) => role === 'assistant') === true;
}

function countsOf(prompts: readonly KeyedPrompt[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { key } of prompts) counts.set(key.text, (counts.get(key.text) ?? 0) + 1);
  return counts;
}
