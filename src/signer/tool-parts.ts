import { fromUtf8 } from '../bytes/utf8.ts';
import { asObject, own, parseJson } from '../harness/payload.ts';
import {
  DATA_END,
  EXCHANGE,
  FLAGS,
  GENERATION_AT,
  type LineRecords,
  ROW,
  SLICE,
  SLICES_END,
  TRANSCRIPT_AT,
} from '../model/line-records.ts';
import type { Content } from './content.ts';

/** A call, or what became of one, as a transcript's line states it. */
export type ToolPart =
  | {
      readonly kind: 'call';
      readonly call: string | undefined;
      readonly tool: string;
      readonly name: Content | undefined;
      readonly input: Content | undefined;
    }
  | {
      readonly kind: 'result';
      readonly call: string | undefined;
      readonly outcome: string;
      readonly body: Content | undefined;
    };

/** The tool parts of one line, and the subagent that the line itself names. */
export type ToolLine = { readonly agent: string | undefined; readonly parts: readonly ToolPart[] };

/** Lines as the tailer's message has them, when the recorder has filled in the commitments. */
export type RecordedLines = {
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
  readonly records: LineRecords;
};

/** A longer line's results and arguments are not read again here: it is 1 MiB at most that is kept in mind of a line. */
const MAX_CONTENT_BYTES = 1024 * 1024;

/** The lines of a message that have tool parts, in order. */
export function* toolLines(lines: RecordedLines): Generator<ToolLine> {
  for (let i = 0; i < lines.ends.length; i++) {
    if ((lines.records.rows[i * ROW + FLAGS]! & EXCHANGE) === 0) continue;
    const data = asObject(parseJson(dataText(lines.records, i))?.json);
    const contents = data && contentsOf(lines, i);
    const line = data && toolLineOf(data, (commitment) => contents?.get(commitment));
    if (line !== undefined) yield line;
  }
}

/** The tool parts in a recorded line's `data`. A content for which `find` has none is left out. */
export function toolLineOf(
  data: { readonly [key: string]: unknown },
  find: (commitment: string) => Content | undefined = (commitment) => commitment,
): ToolLine | undefined {
  const { parts, agent } = data;
  if (!Array.isArray(parts)) return undefined;
  const found = parts.flatMap((part: unknown) => toolPartOf(part, find));
  return found.length === 0 ? undefined : { agent: wordOf(agent), parts: found };
}

function toolPartOf(part: unknown, find: (commitment: string) => Content | undefined): readonly ToolPart[] {
  const object = asObject(part);
  const content = (key: string): Content | undefined => {
    const committed = asObject(own(object, key));
    const { commitment, bytes } = committed ?? {};
    if (typeof commitment !== 'string' || Number(bytes) > MAX_CONTENT_BYTES) return undefined;
    return find(commitment);
  };
  const call = wordOf(own(object, 'call'));
  const [name, input, body] = [content('name'), content('input'), content('body')];
  switch (own(object, 'kind')) {
    case 'call':
      return [{ kind: 'call', call, tool: wordOf(own(object, 'tool')) ?? '', name, input }];
    case 'result':
      return [{ kind: 'result', call, outcome: wordOf(own(object, 'outcome')) ?? '', body }];
    default:
      return [];
  }
}

function wordOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A record's data as text; its place in the log, for which it has room only, is made up. */
function dataText({ data, rows }: LineRecords, i: number): string {
  const row = i * ROW;
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const start = i === 0 ? 0 : rows[row - ROW + DATA_END]!;
  const [generation, transcript] = [rows[row + GENERATION_AT]!, rows[row + TRANSCRIPT_AT]!];
  const pieces = [
    bytes.subarray(start, generation),
    bytes.subarray(generation, transcript),
    bytes.subarray(transcript, rows[row + DATA_END]!),
  ];
  return pieces.map((piece) => piece.toString('latin1')).join('0');
}

/** The bytes of a line's parts, by their commitments. */
function contentsOf({ bytes, ends, records }: RecordedLines, i: number): ReadonlyMap<string, Uint8Array> {
  const { data, rows, slices } = records;
  const start = i === 0 ? 0 : ends[i - 1]!;
  const from = i === 0 ? 0 : rows[(i - 1) * ROW + SLICES_END]!;
  const contents = new Map<string, Uint8Array>();
  for (let at = from * SLICE; at < rows[i * ROW + SLICES_END]! * SLICE; at += SLICE) {
    const [first, length, where] = [slices[at]!, slices[at + 1]!, slices[at + 2]!];
    const commitment = fromUtf8(data.subarray(where, where + COMMITMENT_DIGITS)) ?? '';
    contents.set(commitment, bytes.subarray(start + first, start + first + length));
  }
  return contents;
}

const COMMITMENT_DIGITS = 64;
