import { sameBytes, toUtf8 } from '../bytes/utf8.ts';
import { formatCheckpoint } from '../proof/checkpoint.ts';
import type { MerkleFrontier } from '../proof/merkle.ts';
import { type NoteSigner, signNote } from '../proof/note.ts';
import { CheckpointIndex, type KeptFor } from './checkpoint-index.ts';
import { type Disk, replaceFile } from './disk.ts';
import type { HomePaths } from './home.ts';
import { checkSeen } from './judge.ts';
import { readSeen, writeSeen } from './seen.ts';
import { walkLog } from './walk.ts';

/** A record is signed this long after it became durable, at the latest; the files take the rest of 250 ms. */
export const SIGN_AFTER_MS = 200;

/** The tree that is signed, who signs it, and where checkpoints go. */
export type CheckpointerOptions = {
  readonly paths: HomePaths;
  readonly seen: string;
  readonly disk: Disk;
  readonly now: () => number;
  readonly origin: string;
  /** The tree of durable records; the log adds to it. */
  readonly tree: MerkleFrontier;
  /** The newest size that a checkpoint on the disk covers. */
  readonly signed: number;
  /** More than one while a key change is not yet covered by a checkpoint. */
  readonly signers: readonly NoteSigner[];
  /** Called with whatever ended a checkpoint, whether somebody waits for it or not. */
  readonly onError: (error: unknown) => void;
};

/** Signs the tree's head: on demand, or soon. One checkpoint is written at a time; each covers all that is durable when it starts. */
export class Checkpointer {
  readonly #options: CheckpointerOptions;
  readonly #index: CheckpointIndex;
  #signers: readonly NoteSigner[];
  #signed: number;
  #lastSeen: Uint8Array | undefined;
  #line: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: CheckpointerOptions) {
    this.#options = options;
    this.#index = new CheckpointIndex(options.paths.checkpoints, options.disk);
    this.#signers = options.signers;
    this.#signed = options.signed;
  }

  /** The newest size that is signed on the disk. */
  get signed(): number {
    return this.#signed;
  }

  get signers(): readonly NoteSigner[] {
    return this.#signers;
  }

  /** Who signs from the next checkpoint on. */
  signWith(signers: readonly NoteSigner[]): void {
    this.#signers = signers;
  }

  /** Resolves when a checkpoint on the disk covers every record that is durable now. */
  sign(why: KeptFor): Promise<void> {
    const wanted = this.#options.tree.size;
    const turn = this.#line.then(() =>
      this.#signed >= wanted && why === 'newest' ? undefined : this.#write(why),
    );
    this.#line = turn.catch(this.#options.onError);
    return turn;
  }

  /** Signs within `SIGN_AFTER_MS`. */
  soon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.sign('newest').catch(() => undefined);
    }, SIGN_AFTER_MS);
  }

  /** Ends the timer and waits for the checkpoint that is being written. */
  async stop(): Promise<void> {
    await this.#line;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #write(why: KeptFor): Promise<void> {
    const { paths, disk, origin, tree, now } = this.#options;
    await this.#checkSeen();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const size = tree.size;
    const text = formatCheckpoint({ origin, size, root: tree.root(), extensions: [] });
    const note = signNote(text, this.#signers);
    const bytes = toUtf8(note);
    await replaceFile(disk, paths.checkpoint, bytes);
    await writeSeen(this.#options.seen, { origin, note: bytes }, disk);
    this.#lastSeen = bytes;
    this.#signed = size;
    await this.#index.add({ size, note, why: this.#signers.length > 1 ? 'key' : why }, now());
  }

  /** Another copy of this home may have gone on since: then this one must not sign against it. */
  async #checkSeen(): Promise<void> {
    const { seen, origin, paths } = this.#options;
    const found = readSeen(seen, origin);
    if (found === undefined || (this.#lastSeen !== undefined && sameBytes(found.note, this.#lastSeen)))
      return;
    checkSeen(await walkLog(paths.segments, { sizes: [found.checkpoint.size] }), found);
    this.#lastSeen = found.note;
  }
}
