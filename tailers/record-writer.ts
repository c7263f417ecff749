import { putHex } from '../src/bytes/put-hex.ts';
import {
  BY_CONTENT,
  CHAIN_AT,
  COMMITMENT_AT,
  COPY_AT,
  DATA_END,
  EXACT,
  EXCHANGE,
  FLAGS,
  GENERATION_AT,
  HEAD,
  ID_AT,
  type LineRecords,
  MARK_AT,
  MARKED,
  ORDERED,
  PROMPT,
  ROW,
  SLICES_END,
  TRANSCRIPT_AT,
  TWIN,
  TYPE_AT,
  UNLINKED,
  UNPARSED,
} from '../src/model/line-records.ts';
import type { Exchange, Identity, LineForm, LineNote, LineReading, OfMessage } from '../src/model/reading.ts';
import { AsciiWriter } from './ascii-writer.ts';
import { HASH_DIGITS, PartWriter } from './part-writer.ts';

/** A line's number, its first byte in the file and its length with the newline. */
export type LinePlace = { readonly line: number; readonly offset: number; readonly bytes: number };

/** A record holds so many parts: with a call's linked lines (`MAX_LINKS`) below 60,000 bytes. */
export const MAX_PARTS = 60;

const HASH_BYTES = 32;
const MARK_DIGITS = 32;
const FORMS_UNPARSED: ReadonlySet<LineForm> = new Set(['unparsed', 'value', 'oversize', 'deep']);
const LINKED = { exact: EXACT, ordered: ORDERED, none: UNLINKED } as const;

/**
 * Writes the `data` of `transcript.line` and `model.exchange` records as canonical JSON (RFC 8785): the fields stand in
 * the order of their names. By hand, since making an object, checking it and sorting its keys took longer than all
 * hashing of a line. Every string in it is plain ASCII without quote and backslash, or `RangeError` is thrown.
 */
export class RecordWriter {
  readonly #out = new AsciiWriter();
  readonly #parts = new PartWriter(this.#out);
  #rows = new Int32Array(256 * ROW);
  #lines = 0;
  #identities = new Uint8Array(256 * HASH_BYTES);

  /** Adds the record of a line. */
  add(reading: LineReading, { line, offset, bytes }: LinePlace): void {
    const { exchange, identity } = reading;
    const out = this.#out;
    const row = this.#row();
    out.put('{');
    if (reading.agent !== undefined) {
      this.#quoted('"agent":"', reading.agent);
      out.put(',');
    }
    if (reading.at !== undefined) {
      this.#counted('"at":', reading.at);
      out.put(',');
    }
    this.#counted('"bytes":', bytes);
    out.put(',"chain":"');
    this.#hole(row + CHAIN_AT, HASH_DIGITS);
    out.put('","commitment":"');
    this.#hole(row + COMMITMENT_AT, HASH_DIGITS);
    out.put('"');
    this.#hole(row + COPY_AT, 0);
    out.put(',"form":"');
    out.plain(reading.form);
    out.put('","generation":');
    this.#hole(row + GENERATION_AT, 0);
    this.#named(row + ID_AT, ',"id":"', reading.id);
    this.#counted(',"line":', line);
    this.#mark(row, identity);
    if (exchange?.message !== undefined) this.#quoted(',"message":"', exchange.message);
    if (exchange !== undefined && exchange.parts.length > MAX_PARTS)
      this.#counted(',"more":', exchange.parts.length - MAX_PARTS);
    if (reading.notes !== undefined && reading.notes.length > 0) this.#notes(reading.notes);
    this.#counted(',"offset":', offset);
    if (exchange !== undefined) this.#exchange(exchange, reading.repeats);
    else if (reading.repeats !== undefined) this.#counted(',"repeats":', reading.repeats);
    this.#end(row, reading);
  }

  /** Gives what was added, in buffers of its own, and begins anew. */
  take(): LineRecords {
    const records = {
      data: this.#out.take(),
      rows: this.#rows.slice(0, this.#lines * ROW),
      slices: this.#parts.take(),
      identities: this.#identities.slice(0, this.#lines * HASH_BYTES),
    };
    this.#lines = 0;
    return records;
  }

  /** Room for one more row; gives its place. */
  #row(): number {
    if (this.#lines * ROW === this.#rows.length) {
      this.#rows = grown(this.#rows);
      const identities = new Uint8Array(this.#identities.length * 2);
      identities.set(this.#identities);
      this.#identities = identities;
    }
    const row = this.#lines * ROW;
    for (let word = row; word < row + ROW; word++) this.#rows[word] = 0;
    this.#lines++;
    return row;
  }

  /** Leaves so many bytes to the recorder, which is told where they are. */
  #hole(word: number, length: number): void {
    this.#rows[word] = this.#out.used;
    if (length > 0) this.#out.skip(length);
  }

  #quoted(name: string, value: string): void {
    this.#out.put(name);
    this.#out.plain(value);
    this.#out.put('"');
  }

  #counted(name: string, value: number): void {
    this.#out.put(name);
    this.#out.count(value);
  }

  /** A field whose value the recorder looks at: its place and, in the next word, its length are kept. */
  #named(word: number, name: string, value: string | undefined): void {
    if (value === undefined) return;
    this.#out.put(name);
    this.#hole(word, 0);
    this.#rows[word + 1] = value.length;
    this.#out.plain(value);
    this.#out.put('"');
  }

  #mark(row: number, identity: Identity | undefined): void {
    const at = (row / ROW) * HASH_BYTES;
    if (identity === undefined) {
      this.#identities.fill(0, at, at + HASH_BYTES);
      return;
    }
    this.#out.put(',"mark":"');
    this.#hole(row + MARK_AT, MARK_DIGITS);
    this.#out.put('"');
    putHex(identity.digest, this.#identities, at);
  }

  #notes(notes: readonly LineNote[]): void {
    let name = ',"notes":["';
    for (const note of new Set(notes)) {
      this.#out.put(name);
      this.#out.plain(note);
      name = '","';
    }
    this.#out.put('"]');
  }

  /** The fields behind an exchange's parts, then the line's row. */
  #end(row: number, { exchange, form, identity, session, type, version }: LineReading): void {
    const out = this.#out;
    if (session !== undefined) this.#quoted(',"session":"', session);
    out.put(',"transcript":');
    this.#hole(row + TRANSCRIPT_AT, 0);
    if (exchange?.turn !== undefined) this.#quoted(',"turn":"', exchange.turn);
    if (exchange?.twin !== undefined) this.#counted(',"twin":', exchange.twin);
    this.#named(row + TYPE_AT, ',"type":"', type);
    if (version !== undefined) this.#quoted(',"version":"', version);
    out.put('}');
    const rows = this.#rows;
    rows[row + FLAGS] = flagsOf(form, exchange, identity);
    rows[row + DATA_END] = out.used;
    rows[row + SLICES_END] = this.#parts.slices;
    if (exchange === undefined) return;
    for (const part of exchange.parts) if (part.kind === 'call') rows[row + LINKED[part.link.basis]]!++;
  }

  /** `origin`, `parts`, `reasoning`, `repeats` and `role`, which no other field's name lies between. */
  #exchange({ origin, parts, reasoning, role }: Exchange, repeats: number | undefined): void {
    const out = this.#out;
    if (origin !== undefined) this.#quoted(',"origin":"', origin);
    out.put(',"parts":[');
    const some = Math.min(parts.length, MAX_PARTS);
    for (let i = 0; i < some; i++) {
      if (i > 0) out.put(',');
      this.#parts.add(parts[i]!);
    }
    out.put('],"reasoning":"');
    out.plain(reasoning);
    out.put('"');
    if (repeats !== undefined) this.#counted(',"repeats":', repeats);
    this.#quoted(',"role":"', role);
  }
}

function flagsOf(form: LineForm, exchange: Exchange | undefined, identity: Identity | undefined): number {
  let flags = FORMS_UNPARSED.has(form) ? UNPARSED : 0;
  if (exchange !== undefined) flags |= EXCHANGE;
  if (exchange?.twin !== undefined) flags |= TWIN;
  if (exchange?.origin === 'prompt' || exchange?.parts.some(isPrompt) === true) flags |= PROMPT;
  if (identity !== undefined) flags |= MARKED;
  if (identity?.by === 'content') flags |= BY_CONTENT;
  if (identity?.head === true) flags |= HEAD;
  return flags;
}

function isPrompt({ origin }: OfMessage): boolean {
  return origin === 'prompt';
}

function grown(words: Int32Array): Int32Array<ArrayBuffer> {
  const more = new Int32Array(words.length * 2);
  more.set(words);
  return more;
}
