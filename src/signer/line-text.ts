import type { Exchange, LineReading, Part, Slice } from '../model/reading.ts';
import { type Committed, MAX_RECORD_BYTES, type RecordKind } from '../model/record.ts';
import type { Marked } from './marks.ts';

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
  readonly marked: Marked | undefined;
};

/** A record's `data` as canonical JSON. */
export type LineText = {
  readonly kind: RecordKind & ('transcript.line' | 'model.exchange');
  readonly text: string;
};

/** A record holds so many parts, and a call so many linked lines: together below 60,000 bytes. */
export const MAX_PARTS = 60;
export const MAX_LINKS = 40;

/**
 * The `data` of a `transcript.line` or `model.exchange` record, as canonical JSON (RFC 8785): the fields stand in the
 * order of their names. By hand, since making an object, checking it and sorting its keys took longer than all hashing
 * of a line. Every string in it is plain ASCII without quote and backslash, or `RangeError` is thrown.
 */
export function lineText(place: LinePlace, reading: LineReading, commit: CommitSlice): LineText {
  const { exchange } = reading;
  const { committed, marked } = place;
  let text = reading.agent === undefined ? '{' : `{"agent":${quoted(reading.agent)},`;
  if (reading.at !== undefined) text += `"at":${count(reading.at)},`;
  text += `"bytes":${committed.bytes},"chain":"${place.chain}","commitment":"${committed.commitment}"`;
  if (marked?.copy !== undefined) {
    const { equal, generation, line, run, transcript } = marked.copy;
    text += `,"copy":{"equal":${equal},"generation":${generation},"line":${line},"run":"${run}","transcript":${transcript}}`;
  }
  text += `,"form":"${reading.form}","generation":${place.generation}`;
  if (reading.id !== undefined) text += `,"id":${quoted(reading.id)}`;
  text += `,"line":${place.line}`;
  if (marked !== undefined) text += `,"mark":"${marked.mark}"`;
  if (exchange?.message !== undefined) text += `,"message":${quoted(exchange.message)}`;
  if (exchange !== undefined && exchange.parts.length > MAX_PARTS)
    text += `,"more":${exchange.parts.length - MAX_PARTS}`;
  text += `${notesText(reading)},"offset":${place.offset}`;
  if (exchange !== undefined) text += exchangeText(exchange, commit);
  if (reading.session !== undefined) text += `,"session":${quoted(reading.session)}`;
  text += `,"transcript":${place.transcript}`;
  if (exchange?.turn !== undefined) text += `,"turn":${quoted(exchange.turn)}`;
  if (exchange?.twin !== undefined) text += `,"twin":${count(exchange.twin)}`;
  if (reading.type !== undefined) text += `,"type":${quoted(reading.type)}`;
  text += reading.version === undefined ? '}' : `,"version":${quoted(reading.version)}}`;
  return { kind: exchange === undefined ? 'transcript.line' : 'model.exchange', text };
}

function notesText({ notes }: LineReading): string {
  if (notes === undefined || notes.length === 0) return '';
  return `,"notes":["${[...new Set(notes)].join('","')}"]`;
}

/** `origin`, `parts`, `reasoning` and `role`, which no other field's name lies between. */
function exchangeText({ origin, parts, reasoning, role }: Exchange, commit: CommitSlice): string {
  let text = origin === undefined ? ',"parts":[' : `,"origin":"${origin}","parts":[`;
  const some = Math.min(parts.length, MAX_PARTS);
  for (let i = 0; i < some; i++) text += `${i === 0 ? '' : ','}${partText(parts[i]!, commit)}`;
  return `${text}],"reasoning":"${reasoning}","role":"${role}"`;
}

function partText(part: Part, commit: CommitSlice): string {
  switch (part.kind) {
    case 'thinking':
      return `{${sliceText('body', part.body, commit)}"kind":"thinking",${sliceText('seal', part.seal, commit)}"state":"${part.state}"}`;
    case 'call':
      return callText(part, commit);
    case 'result':
      return resultText(part, commit);
    default:
      return `{${sliceText('body', part.body, commit)}"kind":"${part.kind}"}`;
  }
}

function callText(part: Extract<Part, { kind: 'call' }>, commit: CommitSlice): string {
  const { basis, lines } = part.link;
  const call = part.call === undefined ? '' : `"call":${quoted(part.call)},`;
  const within = part.within === undefined ? '' : `,"within":${quoted(part.within)}`;
  const linked = lines.length > MAX_LINKS ? lines.slice(-MAX_LINKS) : lines;
  const link = `"link":{"basis":"${basis}","lines":[${linked.join(',')}]},`;
  return `{${call}${sliceText('input', part.input, commit)}"kind":"call",${link}${sliceText('name', part.name, commit)}"tool":"${part.tool}"${within}}`;
}

function resultText(part: Extract<Part, { kind: 'result' }>, commit: CommitSlice): string {
  const call = part.call === undefined ? '' : `"call":${quoted(part.call)},`;
  const exit = part.exit === undefined ? '' : `"exit":${count(part.exit)},`;
  return `{${sliceText('body', part.body, commit)}${call}${sliceText('detail', part.detail, commit)}${exit}"kind":"result","outcome":"${part.outcome}"}`;
}

function sliceText(name: string, slice: Slice | undefined, commit: CommitSlice): string {
  if (slice === undefined) return '';
  const { bytes, commitment } = commit(slice);
  return `"${name}":{"bytes":${bytes},"commitment":"${commitment}"},`;
}

function quoted(text: string): string {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x20 || unit > 0x7e || unit === 0x22 || unit === 0x5c || i > MAX_RECORD_BYTES)
      throw new RangeError(`expected plain ASCII, found ${JSON.stringify(text.slice(0, 60))}`);
  }
  return `"${text}"`;
}

function count(value: number): number {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new RangeError(`expected an integer from 0, found ${value}`);
}
