import type { RecorderMessage, TailerMessage } from '../model/tail.ts';
import type { Recorder } from './recorder.ts';

/** Counts of what a recording took in, for its summary. */
export type Tally = {
  bytes: number;
  lines: number;
  exchanges: number;
  prompts: number;
  calls: number;
  linked: { exact: number; ordered: number; none: number };
  unparsed: number;
  copies: number;
  transcripts: number;
  unreadable: number;
  ignored: number;
};

export function emptyTally(): Tally {
  return {
    bytes: 0,
    lines: 0,
    exchanges: 0,
    prompts: 0,
    calls: 0,
    linked: { exact: 0, ordered: 0, none: 0 },
    unparsed: 0,
    copies: 0,
    transcripts: 0,
    unreadable: 0,
    ignored: 0,
  };
}

/** The recorder's end of a tailer: takes its messages in order, answers through `reply`. */
export class Drive<Ref> {
  private readonly recorder: Recorder<Ref>;
  private readonly reply: (message: RecorderMessage) => void;
  /** The first failure; after it nothing more is taken. */
  private failure: unknown;
  private readonly underWay = new Set<Promise<void>>();

  constructor(recorder: Recorder<Ref>, reply: (message: RecorderMessage) => void) {
    this.recorder = recorder;
    this.reply = reply;
  }

  /**
   * Takes one message. The recorder decides at once, in the order of the calls; only the writing goes on
   * behind. Throws what an earlier write failed with.
   */
  take(message: TailerMessage): void {
    if (this.failure !== undefined) throw this.failure;
    const work = this.handle(message).catch((error: unknown) => {
      this.failure ??= error;
    });
    this.underWay.add(work);
    void work.finally(() => this.underWay.delete(work));
  }

  /** Resolves when everything taken is durable, or throws the first failure. */
  async settled(): Promise<void> {
    while (this.underWay.size > 0) await Promise.all(this.underWay);
    if (this.failure !== undefined) throw this.failure;
  }

  private async handle(message: TailerMessage): Promise<void> {
    switch (message.kind) {
      case 'found':
        this.reply(this.recorder.found(message.found));
        break;
      case 'resumed':
        this.reply(await this.recorder.resumed(message));
        break;
      case 'lines':
        await this.recorder.lines(message);
        this.reply({ kind: 'ack', bytes: message.bytes.length });
        break;
      case 'piece':
        await this.recorder.piece(message);
        this.reply({ kind: 'ack', bytes: message.bytes.length });
        break;
      case 'oversize':
        await this.recorder.oversize(message);
        break;
      case 'broken':
        await this.recorder.broken(message);
        break;
      case 'pending':
        await this.recorder.pending(message);
        break;
      case 'unreadable':
        await this.recorder.unreadable(message.path, message.why);
        break;
      default:
        break;
    }
  }
}
