import type { FoundSource, RecorderMessage, TailerMessage, Unreadable } from '../model/tail.ts';
import type { Claims } from './claims.ts';
import type { Recorder } from './recorder.ts';

/** What a drive does with a file that another recorder reads: passes it over, or has it found again after a while. */
export type DriveOptions = { readonly claims?: Claims; readonly whenTaken?: 'skip' | 'later' };

/** A file that another recorder reads is asked for again after so long. */
const LATER_MS = 200;

/** The recorder's end of a tailer: takes its messages in order, and answers through `reply`. */
export class Drive<Ref> {
  private readonly recorder: Recorder<Ref>;
  private readonly reply: (message: RecorderMessage) => void;
  private readonly options: DriveOptions;
  /** The first failure; after it nothing more is taken. */
  private failure: { readonly error: unknown } | undefined;
  private readonly underWay = new Set<Promise<void>>();
  /** The names by which a file was taken for each source. */
  private readonly taken = new Map<number, readonly string[]>();
  /** Rejects with the first failure. The tailer may wait for an answer then that never comes: whoever waits for it must hear. */
  readonly failed: Promise<never>;
  private reject: (error: unknown) => void = () => undefined;

  constructor(
    recorder: Recorder<Ref>,
    reply: (message: RecorderMessage) => void,
    options: DriveOptions = {},
  ) {
    this.options = options;
    this.recorder = recorder;
    this.reply = reply;
    this.failed = new Promise((_resolve, reject) => {
      this.reject = reject;
    });
    this.failed.catch(() => undefined);
    recorder.whenForgotten((source, again) => {
      this.letGo(source);
      reply({ kind: 'forget', source, again });
    });
  }

  /**
   * Takes one message. The recorder decides at once, in the order of the calls; only the writing goes on
   * behind. Throws what an earlier write failed with.
   */
  take(message: TailerMessage): void {
    if (this.failure !== undefined) throw this.failure.error;
    const work = this.handle(message).catch((error: unknown) => {
      this.failure ??= { error };
      this.reject(this.failure.error);
    });
    this.underWay.add(work);
    void work.then(() => this.underWay.delete(work));
  }

  /** Resolves when everything taken is durable, or throws the first failure. */
  async settled(): Promise<void> {
    while (this.underWay.size > 0) await Promise.all(this.underWay);
    if (this.failure !== undefined) throw this.failure.error;
  }

  /** Lets others read what this one read. */
  release(): void {
    this.options.claims?.release(this);
    this.taken.clear();
  }

  /** Takes a source's file; false where another recorder reads it. */
  private claim({ source, file, path }: FoundSource): boolean {
    const names = [file, path];
    if (this.options.claims?.take(names, this) === false) return false;
    this.letGo(source);
    this.taken.set(source, names);
    return true;
  }

  private letGo(source: number): void {
    this.options.claims?.give(this.taken.get(source) ?? [], this);
    this.taken.delete(source);
  }

  /** What comes of a source that was given up meanwhile is read again, as a new one. */
  private refuse(source: number, message: TailerMessage): void {
    if (message.kind === 'lines' || message.kind === 'piece')
      this.reply({ kind: 'ack', bytes: message.bytes.length });
    this.reply({ kind: 'forget', source, again: true });
  }

  /** A file that cannot be told from another, since its run's key is gone, is passed over, and that is recorded. */
  private async found(found: FoundSource): Promise<void> {
    const { whenTaken = 'skip' } = this.options;
    const { source } = found;
    if (!this.claim(found)) {
      if (whenTaken === 'skip') this.reply({ kind: 'skip', source });
      else setTimeout(() => this.reply({ kind: 'forget', source, again: true }), LATER_MS).unref();
      return;
    }
    const answer = this.recorder.found(found);
    if (answer.kind === 'skip') {
      this.letGo(source);
      await this.recorder.unreadable(found.path, 'key_gone');
    }
    this.reply(answer);
  }

  private async handle(message: TailerMessage): Promise<void> {
    const { recorder } = this;
    if ('source' in message && message.source !== undefined && recorder.isForgotten(message.source)) {
      this.refuse(message.source, message);
      return;
    }
    switch (message.kind) {
      case 'found':
        await this.found(message.found);
        break;
      case 'digests':
        recorder.digests(message.source, message.digests);
        break;
      case 'resumed':
        this.reply(await recorder.resumed(message));
        break;
      case 'lines':
        await recorder.lines(message);
        this.reply({ kind: 'ack', bytes: message.bytes.length });
        break;
      case 'piece':
        await recorder.piece(message);
        this.reply({ kind: 'ack', bytes: message.bytes.length });
        break;
      case 'oversize':
        await recorder.oversize(message);
        break;
      case 'broken':
        await recorder.broken(message);
        break;
      case 'pending':
        await recorder.pending(message);
        break;
      case 'unreadable':
        await recorder.unreadable(message.path, message.why);
        break;
      case 'ignored':
        if (isUnreadable(message.why)) await recorder.unreadable(message.path, message.why);
        break;
      default:
        break;
    }
  }
}

/** Where a transcript should be and something stands that is not read: that is recorded. Other files are just not ours. */
function isUnreadable(why: string): why is Unreadable {
  return why === 'symlink' || why === 'not_a_file' || why === 'not_permitted' || why === 'io_error';
}
