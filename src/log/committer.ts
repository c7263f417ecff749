import { TracekitError } from '../model/error.ts';
import type { Draft } from '../model/record.ts';
import { BALLAST_BYTES, dropBallast, keepBallast } from './ballast.ts';
import { type Batch, BatchEncoder, Preparer } from './batch.ts';
import type { Next } from './chains.ts';
import type { KeptFor } from './checkpoint-index.ts';
import type { Checkpointer } from './checkpointer.ts';
import { type Disk, isFull } from './disk.ts';
import type { HomePaths } from './home.ts';
import type { RandomFill } from './keys.ts';
import type { LineBlock } from './line-block.ts';
import { type Appended, type AppendOptions, takeBatch, type Waiting } from './queue.ts';
import type { LogPosition, Walk } from './walk.ts';
import { SegmentWriter } from './writer.ts';

export type CommitErrorCode = 'broken' | 'closed' | 'disk_full';

export type CommitterOptions = {
  readonly paths: HomePaths;
  readonly disk: Disk;
  readonly random: RandomFill;
  readonly clock: () => number;
  readonly assurance: 'dev' | 'system';
  /** The log as it was found; its tree and chains are carried on here. */
  readonly walk: Walk;
  readonly checkpointer: Checkpointer;
  readonly beforeSync?: () => Promise<void>;
  readonly segmentBytes?: number;
};

/**
 * Group commit: calls that come while a batch is being written make up the next one. Nothing of a batch counts (tree,
 * chains, numbers) before it is durable, so a batch that a full disk refused leaves no trace.
 */
export class Committer {
  readonly #options: CommitterOptions;
  readonly #preparer = new Preparer();
  readonly #encoder = new BatchEncoder();
  readonly #writer: SegmentWriter;
  readonly #queue: Waiting[] = [];
  #prev: string;
  #draining: Promise<void> | undefined;
  #closed = false;
  #broken: TracekitError<CommitErrorCode> | undefined;
  #ballast = false;
  /** The log says that records were refused, and none was taken since. */
  #refused = false;

  constructor(options: CommitterOptions) {
    this.#options = options;
    this.#prev = options.walk.prev;
    this.#writer = new SegmentWriter(options.paths.segments, options.walk.end, options);
  }

  get size(): number {
    return this.#options.walk.tree.size;
  }

  /** Where a later start may begin, once all that was asked for is written. */
  async position(): Promise<{ readonly prev: string; readonly end: LogPosition }> {
    await this.#draining;
    return { prev: this.#prev, end: this.#writer.end };
  }

  get broken(): boolean {
    return this.#broken !== undefined;
  }

  next(run: string): { readonly run: Next; readonly late: Next } {
    const { chains } = this.#options.walk;
    return { run: chains.run(run), late: chains.late(run) };
  }

  async append(drafts: readonly Draft[], options: AppendOptions): Promise<Appended> {
    this.#checkOpen();
    const now = this.#options.clock();
    const prepared = drafts.map((draft) => this.#preparer.prepare(draft, now));
    return prepared.length === 0 ? [] : this.#enqueue(prepared, options);
  }

  /** As `append`, for records whose places nobody asks for. */
  async appendLines(block: LineBlock): Promise<void> {
    this.#checkOpen();
    if (block.ends.length === 0) return;
    await this.#enqueue([this.#preparer.prepareBlock(block, this.#options.clock())], {});
  }

  #enqueue(prepared: Waiting['prepared'], options: AppendOptions): Promise<Appended> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ prepared, options, resolve, reject });
      this.#draining ??= this.#drain();
    });
  }

  /** Refuses further calls and waits for those that were made. */
  async finish(): Promise<void> {
    this.#closed = true;
    await this.#draining;
  }

  async stop(): Promise<void> {
    await this.finish();
    await this.#writer.close();
  }

  /** A checkpoint could not be written: a full disk is tried again, all else ends the log. */
  checkpointFailed(error: unknown): void {
    if (isFull(error)) this.#options.checkpointer.soon();
    else this.#break(error);
  }

  /** Makes the ballast file, unless it is there or the disk is full. */
  async keepBallast(): Promise<void> {
    this.#ballast = await keepBallast(this.#options.paths.ballast, this.#options);
  }

  async #drain(): Promise<void> {
    // Calls of this same turn join the first batch.
    await Promise.resolve();
    while (this.#queue.length > 0) await this.#commit(takeBatch(this.#queue));
    this.#draining = undefined;
  }

  async #commit(calls: readonly Waiting[]): Promise<void> {
    const reserved = calls.filter(({ options }) => options.reserve);
    const some = reserved.length < calls.length;
    try {
      this.#checkSound();
      if (some && !this.#ballast) await this.#remakeBallast();
      await this.#write(calls);
      if (some) this.#refused = false;
    } catch (error) {
      const failure = isExpected(error) ? error : this.#break(error);
      const isFull = failure.code === 'disk_full';
      const hasRoom = isFull && (await this.#dropBallast());
      if (isFull && some) await this.#recordRefusal();
      const retry = isFull && reserved.length > 0 && (hasRoom || some);
      // What waits behind it was made in the belief that it would be there.
      const behind = isFull && some ? takeOrdinary(this.#queue) : [];
      for (const call of [...calls, ...behind]) if (!(retry && call.options.reserve)) call.reject(failure);
      if (retry) await this.#commit(reserved);
    }
  }

  /** Says in the log, in the ballast's room, that it takes nothing: once, until it takes something again. */
  async #recordRefusal(): Promise<void> {
    if (this.#refused) return;
    const { clock, assurance, checkpointer } = this.#options;
    const data = { gap: 'disk_full', assurance };
    const refusal: Draft = { kind: 'gap', source: 'signer', data };
    try {
      await this.#writeBatch([this.#preparer.prepare(refusal, clock())]);
      this.#refused = true;
      checkpointer.sign('newest').catch(() => undefined);
    } catch (error) {
      // Without a ballast, or where it was not enough: the refusal is answered all the same.
      if (!isExpected(error)) this.#break(error);
    }
  }

  async #write(calls: readonly Waiting[]): Promise<void> {
    await this.#options.beforeSync?.();
    const prepared = calls.length === 1 ? calls[0]!.prepared : calls.flatMap((call) => call.prepared);
    const places = await this.#writeBatch(prepared);
    let at = 0;
    for (const call of calls) {
      const singles = call.prepared.filter((one) => !('block' in one)).length;
      call.resolve(places.slice(at, at + singles));
      at += singles;
    }
    this.#signAfter(calls);
  }

  async #writeBatch(prepared: Waiting['prepared']): Promise<Appended> {
    const { tree, chains } = this.#options.walk;
    const batch = this.#encoder.encode(prepared, { seq: tree.size, prev: this.#prev, chains });
    await this.#writer.write(batch.bytes, tree.size);
    this.#settle(batch);
    return batch.places;
  }

  #settle(batch: Batch): void {
    this.#options.walk.tree.appendAll(batch.leaves);
    batch.chains.settle();
    this.#prev = batch.prev;
  }

  #signAfter(calls: readonly Waiting[]): void {
    const { checkpointer } = this.#options;
    const ends = calls.some(({ prepared }) =>
      prepared.some((one) => 'draft' in one && one.draft.kind === 'run.closed'),
    );
    const why: KeptFor = ends ? 'run_end' : 'newest';
    if (ends || calls.some(({ options }) => options.urgent)) {
      checkpointer.sign(why).catch(() => undefined);
    } else checkpointer.soon();
  }

  /** Once there is room again, for the next time that there is none: before that, the room is not for ordinary records. */
  async #remakeBallast(): Promise<void> {
    await this.keepBallast();
    if (this.#ballast) return;
    const what = `${this.#options.paths.ballast}: nothing was recorded, the disk is full: expected room for the ${BALLAST_BYTES} bytes that are kept for the record of a refusal; make room`;
    throw new TracekitError<CommitErrorCode>('disk_full', what);
  }

  async #dropBallast(): Promise<boolean> {
    this.#ballast = false;
    return dropBallast(this.#options.paths.ballast, this.#options.disk).catch(() => false);
  }

  #break(cause: unknown): TracekitError<CommitErrorCode> {
    const why = cause instanceof Error ? cause.message : String(cause);
    const what = `the log takes no further records: ${why}; nothing is retried, since it is not known what the disk holds. Look at the disk, then start tracekit again`;
    this.#broken ??= new TracekitError('broken', what, { cause });
    return this.#broken;
  }

  #checkOpen(): void {
    this.#checkSound();
    if (this.#closed)
      throw new TracekitError<CommitErrorCode>('closed', 'expected an open log, found it closed');
  }

  #checkSound(): void {
    if (this.#broken !== undefined) throw this.#broken;
  }
}

function takeOrdinary(queue: Waiting[]): Waiting[] {
  const taken = queue.filter(({ options }) => options.reserve !== true);
  queue.splice(0, queue.length, ...queue.filter(({ options }) => options.reserve === true));
  return taken;
}

function isExpected(error: unknown): error is TracekitError {
  return error instanceof TracekitError && (error.code === 'disk_full' || error.code === 'broken');
}
