import type { LineReading, Part, Slice } from '../../src/model/reading.ts';
import type { Committed, Json, JsonObject } from '../../src/model/record.ts';
import type { Marked } from '../../src/signer/marks.ts';
import { MAX_LINKS } from '../../tailers/part-writer.ts';
import { MAX_PARTS } from '../../tailers/record-writer.ts';

export type CommitSlice = (slice: Slice) => Committed;

/** A line's place and what commits to it. */
export type LinePlace = {
  readonly transcript: number;
  readonly generation: number;
  readonly line: number;
  readonly offset: number;
  readonly chain: string;
  readonly committed: Committed;
  readonly marked: Marked | undefined;
};

/** The `data` of a line's record as an object: what tailer and recorder write together, made the plain way. */
export function lineData(place: LinePlace, reading: LineReading, commit: CommitSlice): JsonObject {
  const { committed, marked, ...at } = place;
  const { exchange, identity: _, notes, ...said } = reading;
  const data = {
    ...at,
    ...committed,
    ...said,
    mark: marked?.mark,
    copy: marked?.copy,
    notes: notes === undefined || notes.length === 0 ? undefined : [...new Set(notes)],
  };
  if (exchange === undefined) return defined(data);
  const { parts, ...rest } = exchange;
  return defined({
    ...data,
    ...rest,
    parts: parts.slice(0, MAX_PARTS).map((part) => partData(part, commit)),
    more: parts.length > MAX_PARTS ? parts.length - MAX_PARTS : undefined,
  });
}

function partData(part: Part, commit: CommitSlice): JsonObject {
  const data: { [key: string]: unknown } = { ...part };
  for (const name of ['body', 'seal', 'name', 'input', 'detail']) {
    if (data[name] !== undefined) data[name] = commit(data[name] as Slice);
  }
  if (part.kind === 'call') data.link = { ...part.link, lines: part.link.lines.slice(-MAX_LINKS) };
  return defined(data);
}

function defined(data: { readonly [key: string]: unknown }): JsonObject {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)) as {
    [key: string]: Json;
  };
}
