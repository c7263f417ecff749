import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { toHex } from '../../src/bytes/hex.ts';
import { sha256 } from '../../src/bytes/sha256.ts';
import { toUtf8 } from '../../src/bytes/utf8.ts';
import { type Draft, type JsonObject, type RecordKind, ZERO_HASH } from '../../src/model/record.ts';
import { SCHEMA_VERSION } from '../../src/model/schema.ts';
import { formatCheckpoint } from '../../src/proof/checkpoint.ts';
import { MerkleFrontier } from '../../src/proof/merkle.ts';
import { type NoteSigner, signNote } from '../../src/proof/note.ts';
import { encodeRecord, leafHash } from '../../src/proof/record.ts';
import { formatVkey, vkeyOf } from '../../src/proof/vkey.ts';

/** Takes a log's files as they are made: bytes are added at the end of the named file, or replace it. */
export type LogSink = {
  readonly append: (name: string, bytes: Uint8Array) => void;
  readonly replace: (name: string, bytes: Uint8Array) => void;
};

/** A content made for a test: what a vault would hold. */
export type MadeContent = { readonly salt: Uint8Array; readonly bytes: Uint8Array };

const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A signer whose key is made from `word`, the same each time. */
export function testSigner(word: string, name: string): NoteSigner {
  const seed = createHash('sha256').update(word).digest();
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return {
    vkey: vkeyOf(name, new Uint8Array(spki.subarray(12))),
    sign: (message) => sign(null, message, key),
  };
}

type Next = { seq: number; prev: string };

/** Builds a valid signed log from src/proof alone, so that its readers are not tested against its writer. */
export class LogMaker {
  readonly origin: string;
  readonly contents = new Map<string, MadeContent>();
  readonly lines: string[] = [];
  signers: NoteSigner[];
  /** `v` of the records that follow. */
  version = 2;
  readonly #sink: LogSink;
  readonly #segmentBytes: number;
  readonly #keepLines: boolean;
  readonly #tree = new MerkleFrontier();
  readonly #chains = new Map<string, Next>();
  #segment = { name: '', bytes: Number.POSITIVE_INFINITY };
  #prev = ZERO_HASH;
  #clock = Date.parse('2026-11-30T16:25:00.000Z');
  #salts = 0;
  #pending: Uint8Array[] = [];

  constructor(options: {
    readonly sink: LogSink;
    readonly origin?: string;
    readonly key?: string;
    readonly segmentBytes?: number;
    readonly keepLines?: boolean;
  }) {
    this.origin = options.origin ?? 'tracekit.local/0123456789abcdef';
    this.#sink = options.sink;
    this.#segmentBytes = options.segmentBytes ?? 64 * 1024 * 1024;
    this.#keepLines = options.keepLines ?? true;
    this.signers = [testSigner(options.key ?? 'first key', this.origin)];
    const vkey = formatVkey(this.signers[0]!.vkey);
    const data = { origin: this.origin, schema: SCHEMA_VERSION, assurance: 'dev', vkey };
    this.add({ kind: 'log.opened', source: 'signer', data });
  }

  get size(): number {
    return this.#tree.size;
  }

  /** Adds a record with the place that it gets; a record of no run that names one gets its late place. */
  add(draft: Draft): number {
    const seq = this.#tree.size;
    const about = draft.run === undefined ? draft.data.run : undefined;
    const chain = draft.run ?? (typeof about === 'string' ? `late ${about}` : undefined);
    const next = chain === undefined ? undefined : (this.#chains.get(chain) ?? { seq: 0, prev: ZERO_HASH });
    const data =
      draft.run === undefined && next !== undefined ? { ...draft.data, late: { ...next } } : draft.data;
    const line = encodeRecord({
      ...{ v: this.version, seq, prev: this.#prev, time: new Date(this.#clock).toISOString() },
      ...(draft.run === undefined ? {} : { run: { id: draft.run, seq: next!.seq, prev: next!.prev } }),
      ...{ kind: draft.kind, source: draft.source, data },
    });
    const leaf = leafHash(line);
    this.#prev = toHex(leaf);
    if (chain !== undefined) this.#chains.set(chain, { seq: next!.seq + 1, prev: this.#prev });
    this.#tree.append(leaf);
    this.#clock += 7;
    this.#write(line, seq);
    return seq;
  }

  /** A commitment to content, which is kept in `contents` where lines are kept. */
  commit(text: string): { readonly bytes: number; readonly commitment: string } {
    const bytes = toUtf8(text);
    const salt = sha256(toUtf8(`salt ${this.#salts++}`));
    const commitment = toHex(sha256(Buffer.concat([salt, bytes])));
    if (this.#keepLines) this.contents.set(commitment, { salt, bytes });
    return { bytes: bytes.length, commitment };
  }

  /** The next number in a run's chain. */
  nextIn(run: string): number {
    return this.#chains.get(run)?.seq ?? 0;
  }

  /** Signs what there is; gives the note. */
  checkpoint(why: 'key' | 'run_end' | 'interval' | 'newest' = 'newest'): Uint8Array {
    this.flush();
    const text = formatCheckpoint({
      origin: this.origin,
      size: this.size,
      root: this.#tree.root(),
      extensions: [],
    });
    const note = signNote(text, this.signers);
    const time = new Date(this.#clock).toISOString();
    this.#sink.replace('checkpoint', toUtf8(note));
    this.#sink.append(
      'checkpoints.ndjson',
      toUtf8(`${JSON.stringify({ size: this.size, why, time, note })}\n`),
    );
    return toUtf8(note);
  }

  /** Rotates the key: the record, a checkpoint signed by both (unless told not to), then the new key alone. */
  rotate(word: string, cosign = true): void {
    const next = testSigner(word, this.origin);
    this.add({ kind: 'key.rotated', source: 'signer', data: { vkey: formatVkey(next.vkey) } });
    if (cosign) {
      this.signers = [...this.signers, next];
      this.checkpoint('key');
    }
    this.signers = [next];
  }

  /** Hands what was buffered to the sink. */
  flush(): void {
    if (this.#pending.length > 0) this.#sink.append(this.#segment.name, Buffer.concat(this.#pending));
    this.#pending = [];
  }

  setClock(time: string): void {
    this.#clock = Date.parse(time);
  }

  #write(line: Uint8Array, seq: number): void {
    if (this.#keepLines) this.lines.push(new TextDecoder().decode(line));
    if (this.#segment.bytes >= this.#segmentBytes) {
      this.flush();
      this.#segment = { name: `seg/${String(seq).padStart(12, '0')}.ndjson`, bytes: 0 };
    }
    this.#pending.push(line, Uint8Array.of(0x0a));
    this.#segment.bytes += line.length + 1;
    if (this.#pending.length >= 4_000) this.flush();
  }
}

/** One run of `lines` transcript lines, closed unless told otherwise: what a Claude Code session gives. */
export class RunMaker {
  readonly id: string;
  readonly #log: LogMaker;
  #line = 0;
  #offset = 0;
  #generation = 0;

  constructor(log: LogMaker, id: string, more: JsonObject = {}) {
    this.id = id;
    this.#log = log;
    const session = `5f0c9d0e-${id.slice(0, 4)}-4a7e-9c1b-${id.slice(4)}`;
    const key = log.commit(`key of ${id}`);
    this.add('run.opened', { harness: 'claude-code', session, part: 0, mode: 'record', key, ...more });
    this.open();
  }

  add(kind: RecordKind, data: JsonObject): number {
    return this.#log.add({ run: this.id, kind, source: 'tailer:claude-code', data });
  }

  open(): void {
    this.add('transcript.opened', {
      ...{
        transcript: 0,
        generation: this.#generation,
        role: 'main',
        line: this.#line,
        offset: this.#offset,
      },
      ...{
        path: this.#log.commit('/home/dev/session.jsonl'),
        file: this.#log.commit('1:2'),
        chain: ZERO_HASH,
      },
    });
  }

  nextGeneration(): void {
    this.#generation++;
    this.#line = 0;
    this.#offset = 0;
    this.open();
  }

  /** Says of the lines from here up to `lines`, of `bytes` bytes, that the generation before has them. */
  again(lines: number, bytes: number): number {
    const [line, offset] = [this.#line, this.#offset];
    this.#line = lines;
    this.#offset += bytes;
    const to = { lines, end: this.#offset, chain: ZERO_HASH };
    const place = { transcript: 0, generation: this.#generation, line, offset };
    return this.add('transcript.again', { ...place, ...to });
  }

  /** The next line of the transcript; every third is an exchange with a call, and a result. */
  line(text = `{"type":"assistant","line":${this.#line}}`): number {
    const committed = this.#log.commit(text);
    const place = {
      ...{ transcript: 0, generation: this.#generation, line: this.#line, offset: this.#offset },
      ...{ chain: committed.commitment, form: 'json', ...committed },
      ...{ id: 'c2f7a2de-6b1c-4d5e-8f90-0123456789ab', at: 1_780_000_000_000 + this.#line },
    };
    this.#line++;
    this.#offset += committed.bytes;
    if (this.#line % 3 === 0) return this.add('transcript.line', { ...place, type: 'progress' });
    const parts: JsonObject[] =
      this.#line % 3 === 1
        ? [{ kind: 'text', body: this.#log.commit('words') }]
        : [
            {
              ...{
                kind: 'call',
                tool: 'Bash',
                call: 'toolu_01A2b3C4d5E6f7G8h9I0',
                input: this.#log.commit('ls'),
              },
              link: { basis: 'exact', lines: [this.#line - 1] },
            },
          ];
    return this.add('model.exchange', {
      ...place,
      type: 'assistant',
      role: 'assistant',
      reasoning: 'none',
      parts,
    });
  }

  close(): number {
    return this.add('run.closed', { last: this.#log.nextIn(this.id), why: 'recorded' });
  }
}

/** A log of `records` records in runs of about `runLines` lines, with a checkpoint each 5,000 records and at the end. */
export function makeLog(
  sink: LogSink,
  options: {
    readonly records: number;
    readonly runLines?: number;
    readonly keepLines?: boolean;
    readonly segmentBytes?: number;
  },
): LogMaker {
  const { segmentBytes } = options;
  const log = new LogMaker({
    ...{ sink, keepLines: options.keepLines ?? false },
    ...(segmentBytes === undefined ? {} : { segmentBytes }),
  });
  const runLines = options.runLines ?? 1_000;
  for (let n = 0; log.size < options.records; n++) {
    const run = new RunMaker(log, sha256Word(`run ${n}`));
    for (let i = 0; i < runLines && log.size < options.records - 1; i++) {
      run.line();
      if (log.size % 5_000 === 0) log.checkpoint();
    }
    if (log.size < options.records) run.close();
  }
  log.checkpoint();
  return log;
}

function sha256Word(text: string): string {
  return toHex(sha256(toUtf8(text))).slice(0, 16);
}
