import { randomFillSync } from 'node:crypto';
import type { Draft } from '../model/record.ts';
import { SCHEMA_VERSION } from '../model/schema.ts';
import { formatVkey, type Vkey } from '../proof/vkey.ts';
import type { Next } from './chains.ts';
import { Checkpointer } from './checkpointer.ts';
import { Committer } from './committer.ts';
import { type Disk, nodeDisk } from './disk.ts';
import { type HomePaths, homePaths, makeHome } from './home.ts';
import { dropSeed, keptKeys, loadKey, makeKey, newOrigin, type RandomFill } from './keys.ts';
import type { LineBlock } from './line-block.ts';
import { type Lock, takeLock } from './lock.ts';
import type { Appended, AppendOptions } from './queue.ts';
import { type LogFold, type Recovered, recover } from './recover.ts';
import { dropStates, writeState } from './saved-state.ts';
import { writeSeen } from './seen.ts';
import { unrecordedTorn } from './torn.ts';
import type { Walk } from './walk.ts';

/** Which log is opened, and what it is given of the system. */
export type LogOptions = {
  /** The home's folder; made where there is none. */
  readonly home: string;
  /** The folder of checkpoints seen (`seenFolder`), outside the home. */
  readonly seen: string;
  readonly assurance: 'dev' | 'system';
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly random?: RandomFill;
  readonly disk?: Disk;
  /** Which key of copy marks the log begins with, as `log.opened` names it: 32 hex digits. */
  readonly marks?: string;
  /** Called before each batch is written, for its records: the vault is made durable before a record names its content. */
  readonly beforeSync?: () => Promise<void>;
  /** A segment takes no further batch from this size on; 64 MiB. */
  readonly segmentBytes?: number;
  /** Sees the records that are there, or what `saveState` saved and those after it. */
  readonly fold?: LogFold;
  /** Waited for between taking the lock and reading the log, which blocks this thread. */
  readonly locked?: () => Promise<void>;
};

type Parts = {
  readonly paths: HomePaths;
  readonly disk: Disk;
  readonly random: RandomFill;
  readonly lock: Lock;
  readonly origin: string;
};

/** A log at work: what it holds, and who writes and signs. */
type Running = Parts & {
  readonly committer: Committer;
  readonly checkpointer: Checkpointer;
  readonly walk: Walk;
};

/**
 * The signed log of a home, open for writing: its only writer while it is open.
 *
 * @example
 * const log = await Log.open({ home, seen, assurance: 'dev', clock: Date.now });
 * const [place] = await log.append([{ kind: 'gap', source: 'signer', data }], { urgent: true });
 * await log.close();
 */
export class Log {
  readonly origin: string;
  readonly paths: HomePaths;
  readonly #parts: Running;
  readonly #committer: Committer;
  readonly #checkpointer: Checkpointer;
  #rotated = false;

  private constructor(parts: Running) {
    this.origin = parts.origin;
    this.paths = parts.paths;
    this.#parts = parts;
    this.#committer = parts.committer;
    this.#checkpointer = parts.checkpointer;
  }

  /**
   * Opens a home's log, or makes one; recovers it after a crash. Throws `locked` where another process writes it;
   * `tampered`, `truncated`, `rolled_back`, `forked`, `no_signature` or `bad_signature` where what was signed is
   * not what is there; `no_key`, `unsafe_key`, `unsafe_home`, `seen_unreadable`, `newer_format` or `disk_full`.
   */
  static async open(options: LogOptions): Promise<Log> {
    const paths = homePaths(options.home);
    makeHome(paths);
    const disk = options.disk ?? nodeDisk;
    const lock = await takeLock(paths.lock);
    try {
      await options.locked?.();
      const { seen, fold } = options;
      const recovered = await recover({ paths, seen, disk, ...(fold && { fold }) });
      return await Log.#start(options, recovered, {
        paths,
        disk,
        lock,
        random: options.random ?? randomFillSync,
      });
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  static async #start(options: LogOptions, recovered: Recovered, parts: Omit<Parts, 'origin'>): Promise<Log> {
    const { paths, disk } = parts;
    const { walk, held } = recovered;
    const fresh = walk.tree.size === 0;
    const signers = fresh ? [await firstSigner(parts)] : recovered.signers;
    const origin = signers[0]!.vkey.name;
    let committer: Committer | undefined;
    const checkpointer = new Checkpointer({
      ...{ paths, disk, origin, signers, seen: options.seen, now: options.clock },
      tree: walk.tree,
      signed: held?.checkpoint.size ?? 0,
      onError: (error) => committer?.checkpointFailed(error),
    });
    committer = new Committer({ ...options, ...parts, walk, checkpointer });
    const log = new Log({ ...parts, origin, committer, checkpointer, walk });
    try {
      const { assurance, marks } = options;
      const vkey = formatVkey(signers[0]!.vkey);
      const opened = { origin, schema: SCHEMA_VERSION, assurance, vkey, ...(marks && { marks }) };
      await log.#begin(
        fresh ? { kind: 'log.opened', source: 'signer', data: opened } : undefined,
        recovered.drafts,
      );
      if (
        held !== undefined &&
        recovered.seenNote === undefined &&
        checkpointer.signed === held.checkpoint.size
      ) {
        await writeSeen(options.seen, { origin, note: held.note }, disk);
      }
      return log;
    } catch (error) {
      await log.#stop();
      throw error;
    }
  }

  /** Records the opening or the recovery, and signs it, before anything else can be recorded. */
  async #begin(opened: Draft | undefined, recovered: readonly Draft[]): Promise<void> {
    if (opened !== undefined) {
      // Signed alone: without any checkpoint, a log of more than this record is one whose checkpoint was removed.
      await this.#committer.append([opened], { reserve: true });
      await this.#checkpointer.sign('newest');
    }
    const torn = unrecordedTorn(this.paths, this.#parts.disk);
    const drafts = [...recovered, ...torn.drafts];
    if (drafts.length > 0) await this.#committer.append(drafts, { reserve: true });
    if (this.#checkpointer.signers.length > 1) await this.#endKeyChange();
    if (this.signed < this.size) await this.#checkpointer.sign('newest');
    await torn.recorded();
    await this.#committer.keepBallast();
  }

  /** Records that are durable. */
  get size(): number {
    return this.#committer.size;
  }

  /** Records that a checkpoint on the disk covers. */
  get signed(): number {
    return this.#checkpointer.signed;
  }

  /** The key in force. */
  get vkey(): Vkey {
    return this.#checkpointer.signers.at(-1)!.vkey;
  }

  /** The place that a durable run's next record gets, and the next late record about it. */
  next(run: string): { readonly run: Next; readonly late: Next } {
    return this.#committer.next(run);
  }

  /**
   * Records drafts, in order, one behind the other. Resolves when they are durable, with their places.
   * A draft of no run whose data names one gets its place in that run's late chain as `data.late`.
   * Rejects with `bad_draft`, `record_too_long` (nothing was written), `disk_full` (nothing was written; it may be tried
   * again), or `broken` (the disk failed, or the log was forked meanwhile: nothing is written any more).
   */
  append(drafts: readonly Draft[], options: AppendOptions = {}): Promise<Appended> {
    return this.#committer.append(drafts, options);
  }

  /** As `append`, for a block of drafts in their canonical form; their places are not given. */
  appendLines(block: LineBlock): Promise<void> {
    return this.#committer.appendLines(block);
  }

  /**
   * Saves what the log is now, and what its owner makes of it, so that a later start reads only what comes after
   * (docs/log-format.md, `state/<n>.json`). Nothing may be appended meanwhile. After a key change it does nothing.
   */
  async saveState(fold: string): Promise<void> {
    const { paths, disk, walk } = this.#parts;
    const { tree, chains, keys } = walk;
    const { prev, end } = await this.#committer.position();
    const named = keys.length > 0 ? keys : [{ seq: 0, vkey: this.vkey }];
    if (this.#rotated) return;
    const start = { size: tree.size, prev, end, tree, chains, keys: named };
    const { at, hash, bytes } = await writeState(paths.state, { start, fold }, disk);
    await this.append([{ kind: 'state.saved', source: 'signer', data: { at, hash, bytes } }]);
    await dropStates(paths.state, at, disk);
  }

  /** Resolves when a checkpoint covers all records that are durable now. */
  sign(): Promise<void> {
    return this.#checkpointer.sign('newest');
  }

  /** Changes the key. `key.rotated` names the new one, a checkpoint signed by both covers it, then the old seed is removed. */
  async rotateKey(): Promise<Vkey> {
    const { paths, disk, origin, random } = this.#parts;
    const old = this.#checkpointer.signers;
    this.#rotated = true;
    const next = await makeKey(paths.keys, origin, { disk, random });
    this.#checkpointer.signWith([...old, next]);
    try {
      await this.#committer.append(
        [{ kind: 'key.rotated', source: 'signer', data: { vkey: formatVkey(next.vkey) } }],
        {},
      );
    } catch (error) {
      this.#checkpointer.signWith(old);
      throw error;
    }
    await this.#endKeyChange();
    return next.vkey;
  }

  /** Writes and signs what is pending, and gives the lock back. */
  async close(): Promise<void> {
    try {
      await this.#committer.finish();
      if (!this.#committer.broken && this.signed < this.size) await this.#checkpointer.sign('newest');
    } finally {
      await this.#stop();
    }
  }

  /** Has the change covered by a checkpoint of both keys, after which the old seed has done its work. */
  async #endKeyChange(): Promise<void> {
    const { paths, disk } = this.#parts;
    await this.#checkpointer.sign('key');
    const signers = this.#checkpointer.signers;
    this.#checkpointer.signWith(signers.slice(-1));
    for (const { vkey } of signers.slice(0, -1)) await dropSeed(paths.keys, vkey, disk);
  }

  async #stop(): Promise<void> {
    await this.#checkpointer.stop();
    await this.#committer.stop();
    await this.#parts.lock.release();
  }
}

/** The key of a new log: one that a start which was cut short left behind, else a new one. */
async function firstSigner({ paths, disk, random }: Omit<Parts, 'origin'>) {
  const kept = keptKeys(paths.keys)[0];
  return kept === undefined
    ? makeKey(paths.keys, newOrigin(random), { disk, random })
    : loadKey(paths.keys, kept);
}
