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
  SLICE,
  SLICES_END,
  TRANSCRIPT_AT,
  TWIN,
  TYPE_AT,
  UNLINKED,
  UNPARSED,
} from '../src/model/line-records.ts';
import type { Exchange, LineForm, LineReading, OfMessage, Part, Slice } from '../src/model/reading.ts';
import { MAX_RECORD_BYTES, ZERO_HASH } from '../src/model/record.ts';

/** A line's number, its first byte in the file and its length with the newline. */
export type LinePlace = { readonly line: number; readonly offset: number; readonly bytes: number };

/** A record holds so many parts, and a call so many linked lines: together below 60,000 bytes. */
export const MAX_PARTS = 60;
export const MAX_LINKS = 40;

const HASH_BYTES = 32;
const NO_MARK = '0'.repeat(32);
const FORMS_UNPARSED: ReadonlySet<LineForm> = new Set(['unparsed', 'value', 'oversize', 'deep']);
const LINKED = { exact: EXACT, ordered: ORDERED, none: UNLINKED } as const;

/**
 * Writes the `data` of `transcript.line` and `model.exchange` records as canonical JSON (RFC 8785): the fields stand in
 * the order of their names. By hand, since making an object, checking it and sorting its keys took longer than all
 * hashing of a line. Every string in it is plain ASCII without quote and backslash, or `RangeError` is thrown.
 */
export class RecordWriter {
  #data = Buffer.allocUnsafe(64 * 1024);
  #used = 0;
  #rows = new Int32Array(256 * ROW);
  #lines = 0;
  #slices = new Int32Array(512 * SLICE);
  #sliced = 0;
  #identities = new Uint8Array(256 * HASH_BYTES);
  /** The text of the record at hand, which begins at `#used`. */
  #text = '';

  /** Adds the record of a line. */
  add(reading: LineReading, { line, offset, bytes }: LinePlace): void {
    const { exchange, identity } = reading;
    const row = this.#row();
    this.#text = reading.agent === undefined ? '{' : `{"agent":${quoted(reading.agent)},`;
    if (reading.at !== undefined) this.#text += `"at":${count(reading.at)},`;
    this.#text += `"bytes":${count(bytes)},"chain":"`;
    this.#here(row + CHAIN_AT);
    this.#text += `${ZERO_HASH}","commitment":"`;
    this.#here(row + COMMITMENT_AT);
    this.#text += `${ZERO_HASH}"`;
    this.#here(row + COPY_AT);
    this.#text += `,"form":"${reading.form}","generation":`;
    this.#here(row + GENERATION_AT);
    this.#named(row + ID_AT, 'id', reading.id);
    this.#text += `,"line":${count(line)}`;
    if (identity !== undefined) {
      this.#text += ',"mark":"';
      this.#here(row + MARK_AT);
      this.#text += `${NO_MARK}"`;
      putHex(identity.digest, this.#identities, (row / ROW) * HASH_BYTES);
    }
    if (exchange?.message !== undefined) this.#text += `,"message":${quoted(exchange.message)}`;
    if (exchange !== undefined && exchange.parts.length > MAX_PARTS)
      this.#text += `,"more":${exchange.parts.length - MAX_PARTS}`;
    this.#text += `${notesText(reading)},"offset":${count(offset)}`;
    const repeats = reading.repeats === undefined ? '' : `,"repeats":${count(reading.repeats)}`;
    if (exchange === undefined) this.#text += repeats;
    else this.#exchange(exchange, repeats);
    if (reading.session !== undefined) this.#text += `,"session":${quoted(reading.session)}`;
    this.#text += ',"transcript":';
    this.#here(row + TRANSCRIPT_AT);
    if (exchange?.turn !== undefined) this.#text += `,"turn":${quoted(exchange.turn)}`;
    if (exchange?.twin !== undefined) this.#text += `,"twin":${count(exchange.twin)}`;
    this.#named(row + TYPE_AT, 'type', reading.type);
    this.#text += reading.version === undefined ? '}' : `,"version":${quoted(reading.version)}}`;
    this.#end(row, reading);
  }

  /** Gives what was added, in buffers of its own, and begins anew. */
  take(): LineRecords {
    const records = {
      data: new Uint8Array(this.#data.subarray(0, this.#used)),
      rows: this.#rows.slice(0, this.#lines * ROW),
      slices: this.#slices.slice(0, this.#sliced * SLICE),
      identities: this.#identities.slice(0, this.#lines * HASH_BYTES),
    };
    this.#used = 0;
    this.#lines = 0;
    this.#sliced = 0;
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
    this.#rows.fill(0, row, row + ROW);
    this.#identities.fill(0, this.#lines * HASH_BYTES, (this.#lines + 1) * HASH_BYTES);
    this.#lines++;
    return row;
  }

  #here(word: number): void {
    this.#rows[word] = this.#used + this.#text.length;
  }

  /** A field whose value the recorder looks at: its place and, in the next word, its length are kept. */
  #named(word: number, name: string, value: string | undefined): void {
    if (value === undefined) return;
    this.#text += `,"${name}":"`;
    this.#here(word);
    this.#rows[word + 1] = value.length;
    this.#text += `${plain(value)}"`;
  }

  #end(row: number, { form, exchange, identity }: LineReading): void {
    const { length } = this.#text;
    if (this.#used + length > this.#data.length) {
      const more = Buffer.allocUnsafe(Math.max(this.#data.length * 2, this.#used + length));
      this.#data.copy(more, 0, 0, this.#used);
      this.#data = more;
    }
    this.#used += this.#data.write(this.#text, this.#used, 'latin1');
    this.#text = '';
    let flags = FORMS_UNPARSED.has(form) ? UNPARSED : 0;
    if (exchange !== undefined) flags |= EXCHANGE;
    if (exchange?.twin !== undefined) flags |= TWIN;
    if (exchange?.origin === 'prompt' || exchange?.parts.some(isPrompt) === true) flags |= PROMPT;
    if (identity !== undefined) flags |= MARKED;
    if (identity?.by === 'content') flags |= BY_CONTENT;
    if (identity?.head === true) flags |= HEAD;
    const rows = this.#rows;
    rows[row + FLAGS] = flags;
    rows[row + DATA_END] = this.#used;
    rows[row + SLICES_END] = this.#sliced;
    for (const part of exchange?.parts ?? [])
      if (part.kind === 'call') rows[row + LINKED[part.link.basis]]!++;
  }

  /** `origin`, `parts`, `reasoning`, `repeats` and `role`, which no other field's name lies between. */
  #exchange({ origin, parts, reasoning, role }: Exchange, repeats: string): void {
    this.#text += origin === undefined ? ',"parts":[' : `,"origin":"${origin}","parts":[`;
    const some = Math.min(parts.length, MAX_PARTS);
    for (let i = 0; i < some; i++) {
      this.#text += i === 0 ? '{' : ',{';
      this.#part(parts[i]!);
    }
    this.#text += `],"reasoning":"${reasoning}"${repeats},"role":"${role}"`;
  }

  #part(part: Part): void {
    switch (part.kind) {
      case 'thinking':
        this.#slice('body', part.body);
        this.#text += `"kind":"thinking"${messageText(part)}${originText(part)}${roleText(part)},`;
        this.#slice('seal', part.seal);
        this.#text += `"state":"${part.state}"}`;
        break;
      case 'call':
        this.#call(part);
        break;
      case 'result':
        this.#slice('body', part.body);
        if (part.call !== undefined) this.#text += `"call":${quoted(part.call)},`;
        this.#slice('detail', part.detail);
        if (part.exit !== undefined) this.#text += `"exit":${count(part.exit)},`;
        this.#text += `"kind":"result"${messageText(part)}${originText(part)},"outcome":"${part.outcome}"${roleText(part)}}`;
        break;
      default:
        this.#slice('body', part.body);
        this.#text += `"kind":"${part.kind}"${messageText(part)}${originText(part)}${roleText(part)}}`;
    }
  }

  #call(part: Extract<Part, { kind: 'call' }>): void {
    const { basis, lines } = part.link;
    if (part.call !== undefined) this.#text += `"call":${quoted(part.call)},`;
    this.#slice('input', part.input);
    const linked = lines.length > MAX_LINKS ? lines.slice(-MAX_LINKS) : lines;
    this.#text += `"kind":"call","link":{"basis":"${basis}","lines":[${linked.join(',')}]}${messageText(part)},`;
    this.#slice('name', part.name);
    if (part.origin !== undefined) this.#text += `"origin":"${part.origin}",`;
    if (part.role !== undefined) this.#text += `"role":"${part.role}",`;
    this.#text += `"tool":"${part.tool}"`;
    this.#text += part.within === undefined ? '}' : `,"within":${quoted(part.within)}}`;
  }

  /** A part that gets a commitment of its own. */
  #slice(name: string, slice: Slice | undefined): void {
    if (slice === undefined) return;
    if (this.#sliced * SLICE === this.#slices.length) this.#slices = grown(this.#slices);
    const at = this.#sliced++ * SLICE;
    this.#text += `"${name}":{"bytes":${count(slice.bytes)},"commitment":"`;
    this.#slices[at] = slice.at;
    this.#slices[at + 1] = slice.bytes;
    this.#slices[at + 2] = this.#used + this.#text.length;
    this.#text += `${ZERO_HASH}"},`;
  }
}

function grown(words: Int32Array): Int32Array<ArrayBuffer> {
  const more = new Int32Array(words.length * 2);
  more.set(words);
  return more;
}

function messageText({ message }: OfMessage): string {
  return message === undefined ? '' : `,"message":${quoted(message)}`;
}

function originText({ origin }: OfMessage): string {
  return origin === undefined ? '' : `,"origin":"${origin}"`;
}

function roleText({ role }: OfMessage): string {
  return role === undefined ? '' : `,"role":"${role}"`;
}

function isPrompt({ origin }: OfMessage): boolean {
  return origin === 'prompt';
}

function notesText({ notes }: LineReading): string {
  if (notes === undefined || notes.length === 0) return '';
  return `,"notes":["${[...new Set(notes)].join('","')}"]`;
}

function quoted(text: string): string {
  return `"${plain(text)}"`;
}

function plain(text: string): string {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x20 || unit > 0x7e || unit === 0x22 || unit === 0x5c || i > MAX_RECORD_BYTES)
      throw new RangeError(`expected plain ASCII, found ${JSON.stringify(text.slice(0, 60))}`);
  }
  return text;
}

function count(value: number): number {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new RangeError(`expected an integer from 0, found ${value}`);
}
