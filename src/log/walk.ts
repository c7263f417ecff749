import { setImmediate } from 'node:timers/promises';
import { toHex } from '../bytes/hex.ts';
import { TracekitError } from '../model/error.ts';
import { type LogRecord, ZERO_HASH } from '../model/record.ts';
import { SCHEMA_VERSION } from '../model/schema.ts';
import { MerkleFrontier } from '../proof/merkle.ts';
import { decodeRecord, leafHash } from '../proof/record.ts';
import { parseVkey, type Vkey } from '../proof/vkey.ts';
import { Chains } from './chains.ts';
import type { WalkStart } from './saved-state.ts';
import { listSegments, readSegment, type Segment, type SegmentLine } from './segments.ts';

/** What `walkLog` throws. */
export type WalkErrorCode = 'newer_format';

/** A byte of the log: the segment's first sequence number, and the offset in its file. */
export type LogPosition = { readonly segment: number; readonly offset: number };

/** Where the records stop following from each other: the first record that does not, and why. */
export type Break = LogPosition & { readonly seq: number; readonly what: string };

/** The log's keys in order: `seq` is the record that named the key. */
export type NamedKey = { readonly seq: number; readonly vkey: Vkey };

/** What a record comes to: its leaf hash, and where its line is. */
export type Walked = LogPosition & {
  readonly record: LogRecord;
  readonly line: Uint8Array;
  readonly leaf: string;
};

/** What of a log is walked, and what is wanted on the way. */
export type WalkOptions = {
  /** Records from this number on have their schema checked too; those before it are covered by a signature. */
  readonly unsignedFrom?: number;
  /** Tree sizes whose root and position are wanted. */
  readonly sizes?: readonly number[];
  readonly onRecord?: (walked: Walked) => void;
  /** Begin behind these records, which are taken as they were saved. Sizes before it have no root here. */
  readonly from?: WalkStart;
};

/** What the tree was at a size. */
export type TreeAt = LogPosition & { readonly root: string };

/**
 * The state of a log after its last good record: what is needed to go on. `end` is where the next record would
 * stand; `break` is there when bytes follow that are no such record.
 */
export type Walk = {
  readonly prev: string;
  readonly tree: MerkleFrontier;
  readonly chains: Chains;
  readonly keys: readonly NamedKey[];
  readonly trees: ReadonlyMap<number, TreeAt>;
  readonly end: LogPosition;
  readonly break?: Break;
};

/** After so many records other work gets its turn: hooks that wait for a long log to be read must hear a heartbeat. */
const YIELD_EACH = 4_096;

/**
 * Walks a log from its first record to its end or to the first break. Rejects with `newer_format` for what a later
 * version wrote.
 */
export function walkLog(segments: string, options: WalkOptions = {}): Promise<Walk> {
  return new Walker(options).walk(listSegments(segments));
}

class Walker {
  readonly #options: WalkOptions;
  readonly #sizes: ReadonlySet<number>;
  readonly #tree: MerkleFrontier;
  readonly #chains: Chains;
  readonly #keys: NamedKey[];
  readonly #trees = new Map<number, TreeAt>();
  #prev: string;
  #end: LogPosition;

  constructor(options: WalkOptions) {
    const { from } = options;
    this.#options = options;
    this.#sizes = new Set(options.sizes);
    this.#tree = from?.tree ?? new MerkleFrontier();
    this.#chains = from?.chains ?? new Chains();
    this.#keys = [...(from?.keys ?? [])];
    this.#prev = from?.prev ?? ZERO_HASH;
    this.#end = from?.end ?? { segment: 0, offset: 0 };
  }

  async walk(segments: readonly Segment[]): Promise<Walk> {
    this.#mark();
    let broken: Break | undefined;
    const { from } = this.#options;
    const rest = from === undefined ? segments : segments.filter(({ first }) => first >= from.end.segment);
    for (const segment of rest) {
      broken = await this.#segment(segment, from);
      if (broken !== undefined) break;
    }
    return {
      prev: this.#prev,
      tree: this.#tree,
      chains: this.#chains,
      keys: this.#keys,
      trees: this.#trees,
      end: this.#end,
      ...(broken === undefined ? {} : { break: broken }),
    };
  }

  async #segment({ first, path }: Segment, from: WalkStart | undefined): Promise<Break | undefined> {
    const seq = this.#tree.size;
    const begun = first === from?.end.segment;
    if (first !== seq && !begun)
      return { seq, segment: first, offset: 0, what: `expected a segment from record ${seq} on` };
    if (!begun) this.#end = { segment: first, offset: 0 };
    for (const line of readSegment(path, begun ? from.end.offset : 0)) {
      const what = this.#line(line, first);
      if (what !== undefined) return { seq: this.#tree.size, segment: first, offset: line.offset, what };
      if (this.#tree.size % YIELD_EACH === 0) await setImmediate();
    }
    return undefined;
  }

  #line({ bytes, offset, whole }: SegmentLine, segment: number): string | undefined {
    if (!whole) return 'expected a newline at the end of the record';
    const seq = this.#tree.size;
    const decoded = decodeRecord(bytes, {
      check: seq < (this.#options.unsignedFrom ?? 0) ? 'envelope' : 'all',
    });
    if (decoded.kind === 'newer') throw newer(`record ${seq} of format version ${decoded.version}`);
    if (decoded.kind === 'fault') return decoded.what;
    const { record } = decoded;
    if (record.seq !== seq) return `seq: expected ${seq}, found ${record.seq}`;
    if (record.prev !== this.#prev)
      return `prev: record ${seq} and the one before it do not fit, one was changed`;
    const what = this.#chains.fault(record) ?? this.#key(record);
    if (what !== undefined) return what;
    const hash = leafHash(bytes);
    const leaf = toHex(hash);
    this.#tree.append(hash);
    this.#chains.add(record, leaf);
    this.#prev = leaf;
    this.#end = { segment, offset: offset + bytes.length + 1 };
    this.#mark();
    this.#options.onRecord?.({ record, line: bytes, leaf, segment, offset });
    return undefined;
  }

  #key({ kind, seq, data }: LogRecord): string | undefined {
    if ((kind === 'log.opened') !== (seq === 0))
      return 'expected log.opened as the first record, and nowhere else';
    if (kind === 'log.opened' && typeof data.schema === 'number' && data.schema > SCHEMA_VERSION) {
      throw newer(`schema version ${data.schema}`);
    }
    if (kind !== 'log.opened' && kind !== 'key.rotated') return undefined;
    const read = parseVkey(typeof data.vkey === 'string' ? data.vkey : '');
    if (read.kind === 'fault') return `data.vkey: ${read.what}`;
    this.#keys.push({ seq, vkey: read.value });
    return undefined;
  }

  #mark(): void {
    const { size } = this.#tree;
    if (this.#sizes.has(size)) this.#trees.set(size, { ...this.#end, root: toHex(this.#tree.root()) });
  }
}

function newer(found: string): TracekitError<WalkErrorCode> {
  return new TracekitError(
    'newer_format',
    `expected a log of schema version ${SCHEMA_VERSION}, found ${found}: a newer tracekit wrote it, use that one, or it was changed, which tracekit verify tells`,
  );
}
