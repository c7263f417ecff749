import type { Harness } from '../../model/harness.ts';
import type { Timeline } from '../timeline/timeline.ts';
import type { Line, Transcript } from '../timeline/transcript.ts';
import { type WholeLines, wholeLinesOf } from '../timeline/whole-lines.ts';
import { alignInOrder } from './in-order.ts';
import { RESTATED_BY } from './restated.ts';
import { type UserMessage, userMessagesOf } from './user-message.ts';

/** One reading of a file, from its first line or from where the reading before it ended. */
export type Reading = { readonly harness: Harness; readonly lines: readonly Line[] };

/** A user's message, the reading that it stands in, and its line's place among the lines of that. */
export type Placed = UserMessage & { readonly reading: Reading; readonly at: number };

/**
 * What was said in the user's place in one file, each message once, however often the file was read or written anew.
 * `copied`: of messages that a fork or a resume took over from another file, whose place is there.
 */
export type Thread = { readonly messages: readonly Placed[]; readonly copied: readonly Placed[] };

/** The person's threads of a timeline: no subagent's, guardian's or reviewer's file is one, nor any of a child's run. */
export function threadsOf(timeline: Timeline): readonly Thread[] {
  const runs = new Map(timeline.runs.map((run) => [run.id, run]));
  const files = new Map<string, Transcript[]>();
  for (const transcript of timeline.transcripts) {
    const run = runs.get(transcript.run);
    if (run === undefined || run.standing === 'child' || !PERSONS.has(transcript.role)) continue;
    const path = timeline.contents.text(transcript.path);
    const key = path === undefined ? `${transcript.run} ${transcript.index}` : `${run.session} ${path}`;
    files.set(key, [...(files.get(key) ?? []), transcript]);
  }
  return [...files.values()].map((transcripts) => {
    const { harness } = runs.get(transcripts[0]!.run)!;
    return threadOf(transcripts, { harness, contents: timeline.contents, read: new Map() });
  });
}

const PERSONS: ReadonlySet<Transcript['role']> = new Set(['main', 'segment']);

type Place = {
  readonly harness: Harness;
  readonly contents: Timeline['contents'];
  readonly read: Map<Line, readonly UserMessage[]>;
};

function threadOf(transcripts: readonly Transcript[], place: Place): Thread {
  let messages: readonly Placed[] = [];
  let whole: WholeLines = [];
  const copied = new Map<Line, readonly Placed[]>();
  for (const generation of transcripts.flatMap(({ generations }) => generations)) {
    whole = wholeLinesOf(whole, generation);
    const goesOn = generation.first > 0;
    const lines = goesOn ? generation.lines : whole.filter((line) => line !== undefined);
    const read = readingOf(lines, place);
    for (const [line, placed] of read.copied) copied.set(line, placed);
    messages = goesOn ? [...messages, ...read.own] : merged(messages, read.own);
  }
  return { messages, copied: [...copied.values()].flat() };
}

/**
 * A file that is read again from its first line: what stands in the same order with equal text is the same message, what
 * is new comes between, and what is gone stays.
 */
function merged(before: readonly Placed[], now: readonly Placed[]): readonly Placed[] {
  if (before.length === 0) return now;
  const same = alignInOrder(before.length, now.length, (i, j) => {
    const [a, b] = [before[i]!, now[j]!];
    return a.origin === b.origin && a.key.text === b.key.text;
  });
  const all: Placed[] = [];
  let [i, j] = [0, 0];
  for (const [atI, atJ] of [...same, [before.length, now.length] as const]) {
    all.push(...before.slice(i, atI), ...now.slice(j, atJ), ...before.slice(atI, atI + 1));
    [i, j] = [atI + 1, atJ + 1];
  }
  return all;
}

type Read = { readonly own: readonly Placed[]; readonly copied: ReadonlyMap<Line, readonly Placed[]> };

/** A file that is written anew at each turn has most of its lines in each generation: they are read once. */
function messagesOf(line: Line, { harness, contents, read }: Place): readonly UserMessage[] {
  let found = read.get(line);
  if (found === undefined) {
    found = userMessagesOf(line.exchange?.messages ?? [], { harness, contents });
    read.set(line, found);
  }
  return found;
}

function readingOf(lines: readonly Line[], place: Place): Read {
  const { harness } = place;
  const reading: Reading = { harness, lines };
  const own: Placed[] = [];
  const copied = new Map<Line, readonly Placed[]>();
  const container = RESTATED_BY[harness];
  const lastContainer = lines.findLastIndex(({ type }) => type === container);
  let begun = false;
  for (const [at, line] of lines.entries()) {
    const { exchange } = line;
    // A twin: where the harness writes things twice; in a history that is stated anew, its container must be there too.
    const isTwin = exchange?.twin !== undefined && (container === undefined || at < lastContainer);
    if (exchange === undefined || isTwin) continue;
    const placed = messagesOf(line, place).map((message) => ({ ...message, at, reading }));
    // A fork copies first: what claims to be a copy behind words of its own is a message like any other.
    if (!begun && isCopy(line)) copied.set(line, placed);
    else {
      begun ||= exchange.messages.some(({ role, origin }) => role === 'assistant' || origin === 'prompt');
      own.push(...placed);
    }
  }
  return { own, copied };
}

/** A copy of a line of another file. A line that comes again in one file is said again. */
function isCopy({ copy, at, transcript }: Line): boolean {
  if (copy?.equal !== true) return false;
  return copy.run !== at.run || copy.transcript !== transcript.index;
}
