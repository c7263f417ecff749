import { canonicalize } from '../bytes/canonical.ts';
import { sha256Hex } from '../bytes/sha256.ts';
import { TracekitError } from '../model/error.ts';
import { type Draft, type LogRecord, MAX_RECORD_BYTES, RECORD_VERSION, ZERO_HASH } from '../model/record.ts';
import { dataFault } from '../model/schema.ts';
import { envelopeFault } from '../proof/envelope.ts';
import { Chains, lateRun } from './chains.ts';
import { ENVELOPE_BYTES, type LineBlock } from './line-block.ts';

export type BatchErrorCode = 'bad_draft' | 'record_too_long';

/** A draft that was checked. `data` is its canonical JSON, unless its place in a late chain is still to come. */
export type Prepared = {
  readonly draft: Draft;
  readonly time: string;
  readonly data: string | LateData;
  /** At most this many bytes make its line with the newline. */
  readonly room: number;
};

/** Drafts of one run that are canonical JSON already. */
export type PreparedBlock = { readonly block: LineBlock; readonly time: string; readonly room: number };

/** The data of a late record, and the run that it is about. */
export type LateData = { readonly run: string; readonly data: Draft['data'] };

/** Where a record came to stand. */
export type Place = { readonly seq: number; readonly leaf: string };

/** Where a log ends: what the next batch continues. */
export type Head = { readonly seq: number; readonly prev: string; readonly chains: Chains };

/** A batch as its lines, each with its newline, and the state after it. `chains` lies over the head's, unsettled. */
export type Batch = {
  readonly bytes: Uint8Array;
  /** Of single drafts, not of those in blocks. */
  readonly places: readonly Place[];
  /** 32 bytes a record. */
  readonly leaves: Uint8Array;
  readonly prev: string;
  readonly chains: Chains;
};

/** The place in a late chain, at its longest. */
const LATE_ROOM = 110;
/** A whole batch (`takeBatch`) with the call that fills it. */
const SHARED_BYTES = 6 << 20;
const NEWLINE = 0x0a;
const HASH_BYTES = 32;

/** Checks drafts and makes their `data` canonical. Throws `bad_draft`, `record_too_long` or `not_canonical`: none may be written then. */
export class Preparer {
  /** Sources that were found good: there are a dozen, and records by the million. */
  readonly #sources = new Set<string>();
  #ms = Number.NaN;
  #time = '';

  prepare(draft: Draft, now: number): Prepared {
    const time = this.#timeOf(now);
    const about = lateRun(draft);
    const late = about !== undefined;
    const data = late ? { ...draft.data, late: { seq: 0, prev: ZERO_HASH } } : draft.data;
    const what = this.#sourceFault(draft, time) ?? runFault(draft.run) ?? dataFault(draft.kind, data);
    if (what !== undefined)
      throw new TracekitError<BatchErrorCode>('bad_draft', `draft of ${draft.kind}: ${what}`);
    const text = canonicalize(data);
    const room = Buffer.byteLength(text) + ENVELOPE_BYTES + (late ? LATE_ROOM : 0);
    if (room > MAX_RECORD_BYTES) throw tooLong(draft, room);
    return { draft, time, data: late ? { run: about, data: draft.data } : text, room };
  }

  prepareBlock(block: LineBlock, now: number): PreparedBlock {
    const time = this.#timeOf(now);
    const [kind = 'transcript.line'] = block.kinds;
    const what = this.#sourceFault({ kind, source: block.source, data: {} }, time) ?? runFault(block.run);
    if (what !== undefined) throw new TracekitError<BatchErrorCode>('bad_draft', `block of ${kind}: ${what}`);
    return { block, time, room: block.room };
  }

  #timeOf(now: number): string {
    if (now !== this.#ms) {
      this.#ms = now;
      this.#time = new Date(now).toISOString();
    }
    return this.#time;
  }

  #sourceFault(draft: Draft, time: string): string | undefined {
    if (this.#sources.has(draft.source)) return undefined;
    const { kind, source, data } = draft;
    const record: LogRecord = { v: RECORD_VERSION, seq: 0, prev: ZERO_HASH, time, kind, source, data };
    const what = envelopeFault(record, 'all');
    if (what === undefined) this.#sources.add(source);
    return what;
  }
}

/** Makes batches; holds the buffer that they share, so that a batch is good until the next one is made. */
export class BatchEncoder {
  #shared = Buffer.alloc(0);

  encode(prepared: readonly (Prepared | PreparedBlock)[], head: Head): Batch {
    let room = 1;
    let count = 0;
    for (const one of prepared) {
      room += one.room;
      count += 'block' in one ? one.block.ends.length : 1;
    }
    const lines = new BatchLines(this.#buffer(room), count, head);
    for (const one of prepared) {
      if ('block' in one) lines.addBlock(one);
      else lines.add(one);
    }
    return lines.end();
  }

  #buffer(room: number): Buffer {
    if (room > SHARED_BYTES) return Buffer.allocUnsafeSlow(room);
    if (this.#shared.length < room) this.#shared = Buffer.allocUnsafeSlow(Math.min(SHARED_BYTES, 2 * room));
    return this.#shared;
  }
}

/** The lines of one batch, as they are written one behind the other. */
class BatchLines {
  readonly #buffer: Buffer;
  readonly #chains: Chains;
  readonly #places: Place[] = [];
  readonly #leaves: Buffer;
  #count = 0;
  #at = 1;
  #seq: number;
  #prev: string;

  constructor(buffer: Buffer, count: number, { seq, prev, chains }: Head) {
    this.#buffer = buffer;
    this.#leaves = Buffer.allocUnsafe(count * HASH_BYTES);
    this.#chains = new Chains(chains);
    this.#seq = seq;
    this.#prev = prev;
  }

  add(one: Prepared): void {
    const head = { seq: this.#seq, prev: this.#prev, chains: this.#chains };
    this.#close(this.#at + this.#buffer.write(lineOf(one, head), this.#at, 'utf8'));
    this.#chains.add(one.draft, this.#prev);
    this.#places.push({ seq: this.#seq - 1, leaf: this.#prev });
  }

  addBlock({ block, time }: PreparedBlock): void {
    const { run, source, bytes, ends, kinds } = block;
    const buffer = this.#buffer;
    let { seq, prev } = this.#chains.run(run);
    let start = 0;
    for (let i = 0; i < ends.length; i++) {
      const end = ends[i]!;
      let at = this.#at + buffer.write('{"data":', this.#at, 'latin1');
      at += bytes.copy(buffer, at, start, end);
      const place = `,"kind":"${kinds[i]}","prev":"${this.#prev}","run":{"id":"${run}","prev":"${prev}","seq":${seq}},"seq":${this.#seq}`;
      const tail = `${place},"source":"${source}","time":"${time}","v":${RECORD_VERSION}}`;
      this.#close(at + buffer.write(tail, at, 'latin1'));
      prev = this.#prev;
      seq++;
      start = end;
    }
    this.#chains.setRun(run, { seq, prev });
  }

  end(): Batch {
    const bytes = this.#buffer.subarray(1, this.#at);
    return { bytes, places: this.#places, leaves: this.#leaves, prev: this.#prev, chains: this.#chains };
  }

  /** Hashes the line that ends at `end`, and ends it with its newline. */
  #close(end: number): void {
    const buffer = this.#buffer;
    const before = this.#at - 1;
    // RFC 6962 §2.1: a leaf is hashed behind a zero byte. It stands where the newline before this line will.
    buffer[before] = 0;
    this.#prev = sha256Hex(new Uint8Array(buffer.buffer, buffer.byteOffset + before, end - before));
    buffer[before] = NEWLINE;
    buffer[end] = NEWLINE;
    this.#leaves.write(this.#prev, this.#count * HASH_BYTES, 'hex');
    this.#count++;
    this.#at = end + 1;
    this.#seq++;
  }
}

/** The record's canonical line: keys in order (RFC 8785 §3.2.3), and no value but `data` that could need an escape. */
function lineOf({ draft, time, data }: Prepared, { seq, prev, chains }: Head): string {
  const { run, kind, source } = draft;
  const text =
    typeof data === 'string' ? data : canonicalize({ ...data.data, late: { ...chains.late(data.run) } });
  const place = run === undefined ? undefined : chains.run(run);
  const inRun = place === undefined ? '' : `"run":{"id":"${run}","prev":"${place.prev}","seq":${place.seq}},`;
  return `{"data":${text},"kind":"${kind}","prev":"${prev}",${inRun}"seq":${seq},"source":"${source}","time":"${time}","v":${RECORD_VERSION}}`;
}

function runFault(run: string | undefined): string | undefined {
  return run === undefined || /^[0-9a-f]{16}$/.test(run)
    ? undefined
    : `run: expected 16 lower-case hex digits, found ${JSON.stringify(run).slice(0, 60)}`;
}

function tooLong({ kind }: Draft, room: number): TracekitError<BatchErrorCode> {
  return new TracekitError(
    'record_too_long',
    `draft of ${kind}: expected at most ${MAX_RECORD_BYTES} bytes with its envelope, found up to ${room}`,
  );
}
