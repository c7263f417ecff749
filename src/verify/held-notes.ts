import { fromUtf8, toUtf8 } from '../bytes/utf8.ts';
import { type Checkpoint, parseCheckpoint } from '../proof/checkpoint.ts';
import { type Note, parseNote } from '../proof/note.ts';
import { fault, type Parsed, parsed } from '../proof/parsed.ts';
import type { LogSource } from './source.ts';

/** A signed note that claims to be a checkpoint, where it was found, and whether its signature must be looked at. */
export type HeldNote = {
  /** `checkpoint`, `checkpoints.ndjson line 12`, `seen`. */
  readonly where: string;
  readonly bytes: Uint8Array;
  readonly note: Note;
  readonly checkpoint: Checkpoint;
};

/** The checkpoints that a home holds. `head` is its `checkpoint` file. */
export type HeldNotes = {
  readonly head: Parsed<HeldNote> | undefined;
  readonly history: readonly HeldNote[];
  /** Lines of `checkpoints.ndjson` that are none, a line cut short by a crash among them. */
  readonly strange: readonly string[];
  /** Lines that were not compared, since there are too many. */
  readonly skipped: number;
};

/** So many older checkpoints are compared with the log: those of two keys, the newest, and others spread evenly. */
const MAX_HISTORY = 2_000;

/** Reads a note as a checkpoint. hostile: whatever bytes. */
export function readHeldNote(where: string, bytes: Uint8Array): Parsed<HeldNote> {
  const note = parseNote(bytes);
  if (note.kind === 'fault') return note;
  const checkpoint = parseCheckpoint(note.value.text);
  if (checkpoint.kind === 'fault') return checkpoint;
  return parsed({ where, bytes, note: note.value, checkpoint: checkpoint.value });
}

/** Reads what a home holds. */
export function readHeldNotes(source: LogSource): HeldNotes {
  const head = source.checkpoint === undefined ? undefined : readHeldNote('checkpoint', source.checkpoint);
  const strange: string[] = [];
  const all: HeldNote[] = [];
  const text = source.history === undefined ? '' : (fromUtf8(source.history) ?? undefined);
  if (text === undefined) strange.push('checkpoints.ndjson: expected UTF-8');
  for (const [i, line] of (text ?? '').split('\n').entries()) {
    if (line === '') continue;
    const where = `checkpoints.ndjson line ${i + 1}`;
    const read = historyLine(where, line);
    if (read.kind === 'ok') all.push(read.value);
    else strange.push(`${where}: ${read.what}`);
  }
  const history = choose(all);
  return { head, history, strange, skipped: all.length - history.length };
}

/** Whether a note carries signatures of two keys: a key change (docs/log-format.md "Keys"). */
export function isCosigned({ note }: HeldNote): boolean {
  return note.signatures.length > 1;
}

function historyLine(where: string, line: string): Parsed<HeldNote> {
  const value = parseJson(line);
  if (value === null || typeof value !== 'object') return fault('expected a JSON object');
  const { size, note, why, time, ...others } = value as { readonly [key: string]: unknown };
  if (typeof note !== 'string' || typeof why !== 'string' || typeof time !== 'string') {
    return fault('expected size, why, time and note');
  }
  if (Object.keys(others).length > 0) return fault('expected no other fields than size, why, time and note');
  const read = readHeldNote(where, toUtf8(note));
  return read.kind === 'ok' && read.value.checkpoint.size !== size
    ? fault('expected the size that its note states')
    : read;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function choose(all: readonly HeldNote[]): readonly HeldNote[] {
  if (all.length <= MAX_HISTORY) return all;
  const step = Math.ceil((2 * all.length) / MAX_HISTORY);
  const newest = all.length - MAX_HISTORY / 2;
  return all.filter((note, i) => i >= newest || i % step === 0 || isCosigned(note));
}
