import { SLICE } from '../src/model/line-records.ts';
import type { Part, Slice } from '../src/model/reading.ts';
import type { AsciiWriter } from './ascii-writer.ts';

/** A call's record names so many linked lines. */
export const MAX_LINKS = 40;
export const HASH_DIGITS = 64;

/** Writes an exchange's parts as they stand in its record (RFC 8785), and where their commitments go. */
export class PartWriter {
  readonly #out: AsciiWriter;
  #words = new Int32Array(512 * SLICE);
  #slices = 0;

  constructor(out: AsciiWriter) {
    this.#out = out;
  }

  /** Slices written since the last `take`. */
  get slices(): number {
    return this.#slices;
  }

  /** The words of those slices (`LineRecords.slices`); begins anew. */
  take(): Int32Array {
    const words = this.#words.slice(0, this.#slices * SLICE);
    this.#slices = 0;
    return words;
  }

  /** Adds a part, behind whatever is written. */
  add(part: Part): void {
    switch (part.kind) {
      case 'thinking':
        this.#thinking(part);
        break;
      case 'call':
        this.#call(part);
        break;
      case 'result':
        this.#result(part);
        break;
      default:
        this.#out.put('{');
        this.#slice('"body":{"bytes":', part.body);
        this.#quoted('"kind":"', part.kind);
        this.#named(',"message":"', part.message);
        this.#named(',"origin":"', part.origin);
        this.#named(',"role":"', part.role);
        this.#out.put('}');
    }
  }

  #thinking(part: Extract<Part, { kind: 'thinking' }>): void {
    this.#out.put('{');
    this.#slice('"body":{"bytes":', part.body);
    this.#out.put('"kind":"thinking"');
    this.#named(',"message":"', part.message);
    this.#named(',"origin":"', part.origin);
    this.#named(',"role":"', part.role);
    this.#out.put(',');
    this.#slice('"seal":{"bytes":', part.seal);
    this.#quoted('"state":"', part.state);
    this.#out.put('}');
  }

  #call(part: Extract<Part, { kind: 'call' }>): void {
    this.#out.put('{');
    this.#named('"call":"', part.call, ',');
    this.#slice('"input":{"bytes":', part.input);
    this.#quoted('"kind":"call","link":{"basis":"', part.link.basis);
    this.#lines(part.link.lines);
    this.#named(',"message":"', part.message);
    this.#out.put(',');
    this.#slice('"name":{"bytes":', part.name);
    this.#named('"origin":"', part.origin, ',');
    this.#named('"role":"', part.role, ',');
    this.#quoted('"tool":"', part.tool);
    this.#named(',"within":"', part.within);
    this.#out.put('}');
  }

  #lines(lines: readonly number[]): void {
    const first = Math.max(0, lines.length - MAX_LINKS);
    this.#out.put(',"lines":[');
    for (let i = first; i < lines.length; i++) {
      if (i > first) this.#out.put(',');
      this.#out.count(lines[i]!);
    }
    this.#out.put(']}');
  }

  #result(part: Extract<Part, { kind: 'result' }>): void {
    this.#out.put('{');
    this.#slice('"body":{"bytes":', part.body);
    this.#named('"call":"', part.call, ',');
    this.#slice('"detail":{"bytes":', part.detail);
    if (part.exit !== undefined) {
      this.#out.put('"exit":');
      this.#out.count(part.exit);
      this.#out.put(',');
    }
    this.#out.put('"kind":"result"');
    this.#named(',"message":"', part.message);
    this.#named(',"origin":"', part.origin);
    this.#quoted(',"outcome":"', part.outcome);
    this.#named(',"role":"', part.role);
    this.#out.put('}');
  }

  #quoted(name: string, value: string): void {
    this.#out.put(name);
    this.#out.plain(value);
    this.#out.put('"');
  }

  #named(name: string, value: string | undefined, behind = ''): void {
    if (value === undefined) return;
    this.#quoted(name, value);
    this.#out.put(behind);
  }

  /** A part that gets a commitment of its own. */
  #slice(name: string, slice: Slice | undefined): void {
    if (slice === undefined) return;
    const out = this.#out;
    if (this.#slices * SLICE === this.#words.length) this.#grow();
    const at = this.#slices++ * SLICE;
    out.put(name);
    out.count(slice.bytes);
    out.put(',"commitment":"');
    this.#words[at] = slice.at;
    this.#words[at + 1] = slice.bytes;
    this.#words[at + 2] = out.used;
    out.skip(HASH_DIGITS);
    out.put('"},');
  }

  #grow(): void {
    const more = new Int32Array(this.#words.length * 2);
    more.set(this.#words);
    this.#words = more;
  }
}
