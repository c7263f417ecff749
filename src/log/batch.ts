import { canonicalize } from '../bytes/canonical.ts';
import { sha256 } from '../bytes/sha256.ts';
import { TracekitError } from '../model/error.ts';
import {
  type Draft,
  type LogRecord,
  MAX_RECORD_BYTES,
  RECORD_VERSION,
  type RecordKind,
  type WrittenDraft,
  ZERO_HASH,
} from '../model/record.ts';
import { dataFault } from '../model/schema.ts';
import { envelopeFault } from '../proof/envelope.ts';
import { Chains, lateRun } from './chains.ts';

export type BatchErrorCode = 'bad_draft' | 'record_too_long';

/** A draft that was checked. `data` is its canonical JSON, unless its place in a late chain is still to come. */
export type Prepared = {
  readonly draft: { readonly run?: string; readonly kind: RecordKind; readonly source: string };
  readonly time: string;
  readonly data: string | LateData;
  /** At most this many bytes make its line with the newline. */
  readonly room: number;
};

/** The data of a late record, and the run that it is about. */
export type LateData = { readonly run: string; readonly data: Draft['data'] };

/** Where a record came to stand. */
export type Place = { readonly seq: number; readonly leaf: string };

/** Where a log ends: what the next batch continues. */
export type Head = { readonly seq: number; readonly prev: string; readonly chains: Chains };

/** A batch as its lines, each with its newline, and the state after it. `chains` lies over the head's, unsettled. */
export type Batch = {
  readonly bytes: Uint8Array;
  readonly places: readonly Place[];
  readonly leaves: readonly Uint8Array[];
  readonly prev: string;
  readonly chains: Chains;
};

/** More than an envelope can have around its `data`, with 16 digits in each number. */
const ENVELOPE_BYTES = 400;
/** The place in a late chain, at its longest. */
const LATE_ROOM = 110;
const SHARED_BYTES = 4 << 20;
const NEWLINE = 0x0a;

/** Checks drafts and makes their `data` canonical. Throws `bad_draft`, `record_too_long` or `not_canonical`: none may be written then. */
export class Preparer {
  /** Sources that were found good: there are a dozen, and records by the million. */
  readonly #sources = new Set<string>();
  #ms = Number.NaN;
  #time = '';

  prepare(draft: Draft | WrittenDraft, now: number): Prepared {
    if (now !== this.#ms) {
      this.#ms = now;
      this.#time = new Date(now).toISOString();
    }
    const time = this.#time;
    if ('text' in draft) return this.#written(draft);
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

  /** Its text is ASCII, so that its length is its bytes. */
  #written(draft: WrittenDraft): Prepared {
    if (!this.#sources.has(draft.source)) {
      const what = this.#sourceFault({ ...draft, data: {} }, this.#time);
      if (what !== undefined)
        throw new TracekitError<BatchErrorCode>('bad_draft', `draft of ${draft.kind}: ${what}`);
    }
    const room = draft.text.length + ENVELOPE_BYTES;
    if (room > MAX_RECORD_BYTES) throw tooLong(draft, room);
    return { draft, time: this.#time, data: draft.text, room };
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

  encode(prepared: readonly Prepared[], head: Head): Batch {
    const room = prepared.reduce((sum, { room }) => sum + room, 1);
    const buffer = this.#buffer(room);
    const chains = new Chains(head.chains);
    const places: Place[] = [];
    const leaves: Uint8Array[] = [];
    let { seq, prev } = head;
    let at = 1;
    for (const next of prepared) {
      const end = at + buffer.write(lineOf(next, { seq, prev, chains }), at, 'utf8');
      // RFC 6962 §2.1: a leaf is hashed behind a zero byte. It stands where the newline before this line will.
      buffer[at - 1] = 0;
      const hash = sha256(buffer.subarray(at - 1, end));
      buffer[at - 1] = NEWLINE;
      buffer[end] = NEWLINE;
      at = end + 1;
      prev = Buffer.from(hash.buffer, hash.byteOffset, hash.length).toString('hex');
      if (typeof next.data !== 'string') chains.addLate(next.data.run, prev);
      else if (next.draft.run !== undefined) chains.addRun(next.draft.run, prev);
      leaves.push(hash);
      places.push({ seq, leaf: prev });
      seq++;
    }
    return { bytes: buffer.subarray(1, at), places, leaves, prev, chains };
  }

  #buffer(room: number): Buffer {
    if (room > SHARED_BYTES) return Buffer.allocUnsafeSlow(room);
    if (this.#shared.length < room) this.#shared = Buffer.allocUnsafeSlow(Math.min(SHARED_BYTES, 2 * room));
    return this.#shared;
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

function tooLong({ kind }: Draft | WrittenDraft, room: number): TracekitError<BatchErrorCode> {
  return new TracekitError(
    'record_too_long',
    `draft of ${kind}: expected at most ${MAX_RECORD_BYTES} bytes with its envelope, found up to ${room}`,
  );
}
