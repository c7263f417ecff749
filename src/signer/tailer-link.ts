import type { Duplex } from 'node:stream';
import type { Harness } from '../model/harness.ts';
import { encodeFrame, FrameReader } from '../model/tail-frames.ts';
import type { FromTailer, ToTailer } from '../model/tail-session.ts';
import type { Kept } from '../vault/vault.ts';
import { Drive } from './drive.ts';
import type { OpenHome } from './open-home.ts';
import { Recorder } from './recorder.ts';
import type { RecordedLines } from './tool-parts.ts';

export type TailerLinkParts = {
  readonly open: OpenHome;
  readonly stream: Duplex;
  /** Whether `token` is the leave that was given for this session's run. */
  readonly isLeave: (token: string | undefined, harness: string, session: string) => boolean;
  /** A run has got new lines, whose commitments are filled in; `agent` is the subagent whose file they are of. */
  readonly onLines: (run: string, lines: RecordedLines, agent: string | undefined) => void;
  /** The connection is over; `error` is why, where the other end did not just go. */
  readonly onEnd: (error: unknown) => void;
};

/** One connection of the tailer's process: its messages into the recorder, the recorder's answers back. */
export class TailerLink {
  private readonly parts: TailerLinkParts;
  private readonly recorder: Recorder<Kept['ref']>;
  private readonly drive: Drive<Kept['ref']>;
  private readonly frames = new FrameReader();
  /** The subagents whose files are read, by source. */
  private readonly agents = new Map<number, string>();
  private readonly waiting = new Map<number, () => void>();
  private orders = 0;
  private ended = false;

  constructor(parts: TailerLinkParts) {
    const { open, stream } = parts;
    this.parts = parts;
    this.recorder = new Recorder({ ...open, assurance: 'dev' });
    this.drive = new Drive(this.recorder, (message) => this.send(message), {
      ...{ claims: open.claims, whenTaken: 'later' },
    });
    this.drive.failed.catch((error: unknown) => this.end(error));
    stream.on('data', (bytes: Buffer) => this.take(bytes));
    stream.on('error', () => undefined);
    stream.once('close', () => this.end(undefined));
  }

  send(message: ToTailer): void {
    if (this.ended) return;
    for (const piece of encodeFrame(message)) this.parts.stream.write(piece);
  }

  /** Sends an order; resolves when the tailer says that it is done, or is gone. */
  order(
    what: 'catch_up' | 'check',
    of: { readonly harness: Harness; readonly session: string },
  ): Promise<void> {
    const id = this.orders++;
    return new Promise((resolve) => {
      if (this.ended) {
        resolve();
        return;
      }
      this.waiting.set(id, resolve);
      this.send({ kind: what, id, harness: of.harness, session: of.session });
    });
  }

  /** Nothing more of the run is recorded as its own. */
  forgetRun(run: string): void {
    this.recorder.forgetRun(run);
  }

  /** Resolves when all that came is durable. */
  async close(): Promise<void> {
    this.end(undefined);
    await this.drive.settled().catch(() => undefined);
  }

  /** hostile: another program may hold the other end; what makes no sense ends the connection. */
  private take(bytes: Buffer): void {
    if (this.ended) return;
    try {
      for (const message of this.frames.push(bytes)) this.receive(message as FromTailer);
    } catch (error) {
      this.end(error);
    }
  }

  private receive(message: FromTailer): void {
    switch (message.kind) {
      case 'caught':
        this.waiting.get(message.id)?.();
        this.waiting.delete(message.id);
        return;
      case 'checked':
        void this.recorder.checked(message).catch((error: unknown) => this.end(error));
        return;
      case 'found': {
        const { description, token } = message.found;
        if (this.parts.isLeave(token, description.harness, description.session)) {
          if (description.agent !== undefined) this.agents.set(message.found.source, description.agent);
          this.drive.take(message);
        } else this.send({ kind: 'skip', source: message.found.source });
        return;
      }
      default:
        this.drive.take(message);
        if (message.kind === 'lines') this.told(message.source, message);
    }
  }

  private told(source: number, lines: RecordedLines): void {
    const run = this.recorder.runOf(source);
    if (run !== undefined) this.parts.onLines(run.id, lines, this.agents.get(source));
  }

  private end(error: unknown): void {
    if (this.ended) return;
    this.ended = true;
    this.drive.release();
    this.parts.stream.destroy();
    for (const resolve of this.waiting.values()) resolve();
    this.waiting.clear();
    this.parts.onEnd(error);
  }
}
