import type { LineReading, Part, Slice } from '../model/reading.ts';
import type { Committed, JsonObject } from '../model/record.ts';

/** Commits to a byte range of the line at hand, with a salt of its own. */
export type CommitSlice = (slice: Slice) => Committed;

/** A line's place and what commits to it. `chain` is the keyed running hash after it. */
export type LinePlace = {
  readonly transcript: number;
  readonly generation: number;
  readonly line: number;
  readonly offset: number;
  readonly chain: string;
  readonly committed: Committed;
};

type Data = { [key: string]: JsonObject[string] };

/** A record holds so many parts, and a call so many linked lines: together below 60,000 bytes. */
const MAX_PARTS = 60;
const MAX_LINKS = 40;

/** The `data` of a `transcript.line` or `model.exchange` record, and which of the two it is. */
export function lineData(
  place: LinePlace,
  reading: LineReading,
  commit: CommitSlice,
): { readonly kind: 'transcript.line' | 'model.exchange'; readonly data: Data } {
  const data: Data = {
    transcript: place.transcript,
    generation: place.generation,
    line: place.line,
    offset: place.offset,
    bytes: place.committed.bytes,
    commitment: place.committed.commitment,
    chain: place.chain,
    form: reading.form,
  };
  addReading(data, reading);
  const exchange = reading.exchange;
  if (exchange === undefined) return { kind: 'transcript.line', data };
  data.role = exchange.role;
  data.reasoning = exchange.reasoning;
  data.parts = exchange.parts.slice(0, MAX_PARTS).map((part) => partData(part, commit));
  if (exchange.parts.length > MAX_PARTS) data.more = exchange.parts.length - MAX_PARTS;
  if (exchange.origin !== undefined) data.origin = exchange.origin;
  if (exchange.message !== undefined) data.message = exchange.message;
  if (exchange.turn !== undefined) data.turn = exchange.turn;
  if (exchange.twin !== undefined) data.twin = exchange.twin;
  return { kind: 'model.exchange', data };
}

function addReading(data: Data, reading: LineReading): void {
  if (reading.type !== undefined) data.type = reading.type;
  if (reading.id !== undefined) data.id = reading.id;
  if (reading.at !== undefined) data.at = reading.at;
  if (reading.version !== undefined) data.version = reading.version;
  if (reading.session !== undefined) data.session = reading.session;
  if (reading.agent !== undefined) data.agent = reading.agent;
  if (reading.notes !== undefined && reading.notes.length > 0) data.notes = [...new Set(reading.notes)];
}

function partData(part: Part, commit: CommitSlice): JsonObject {
  const data: Data = { kind: part.kind };
  const slice = (name: string, value: Slice | undefined): void => {
    if (value !== undefined) data[name] = commit(value);
  };
  switch (part.kind) {
    case 'thinking':
      data.state = part.state;
      slice('body', part.body);
      slice('seal', part.seal);
      break;
    case 'call':
      data.tool = part.tool;
      data.link = { basis: part.link.basis, lines: part.link.lines.slice(-MAX_LINKS) };
      if (part.call !== undefined) data.call = part.call;
      if (part.within !== undefined) data.within = part.within;
      slice('name', part.name);
      slice('input', part.input);
      break;
    case 'result':
      data.outcome = part.outcome;
      if (part.call !== undefined) data.call = part.call;
      if (part.exit !== undefined) data.exit = part.exit;
      slice('body', part.body);
      slice('detail', part.detail);
      break;
    default:
      slice('body', part.body);
      break;
  }
  return data;
}
