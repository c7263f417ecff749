import type { Duplex } from 'node:stream';
import { TracekitError } from '../model/error.ts';
import type { Harness } from '../model/harness.ts';
import { encodeFrame, FrameReader } from '../model/tail-frames.ts';
import type { FromTailer, ToTailer } from '../model/tail-session.ts';
import type { Kept } from '../vault/vault.ts';
import { Drive } from './drive.ts';
import type { OpenHome } from './open-home.ts';
import { Recorder } from './recorder.ts';
import type { RunState } from './state.ts';
import { tailerMessage } from './tailer-message.ts';
import type { RecordedLines } from './tool-parts.ts';

export type TailerLinkParts = {
  readonly open: OpenHome;
  readonly stream: Duplex;
  /** Whether `token` is the leave that was given for this session's run. */
  readonly isLeave: (token: string | undefined, harness: string, session: string) => boolean;
  /** A run has got new lines, whose commitments are filled in; `agent` is the subagent whose file they are of. */
  readonly onLines: (run: string, lines: RecordedLines, agent: string | undefined) => void;
  /** A session's own file, of which nothing is recorded yet, says that it was forked from another session. */
  readonly onFork: (harness: Harness, session: string, from: string) => void;
  /** The tailer sent lines of a run although it knows that the run is closed; said once for each run. */
  readonly onLate: (run: string) => void;
  /** The tailer can't be told of changes any more, and looks for them itself. */
  readonly onDegraded: (why: string) => void;
  /** The connection is over; `error` is why, where the other end did not just go. */
  readonly onEnd: (error: unknown) => void;
};

/** `bad_tailer`: the other end does not do as a tailer of ours does. */
export type TailerLinkErrorCode = 'bad_tailer';

/** hostile: a tailer has 4 MiB of lines under way, or one line of 8 MiB; more than this is sent by none of ours. */
const MOST_UNDER_WAY = 32 * 2 ** 20;
/** Orders and answers are a few bytes each: so many unread are those of a tailer that reads nothing. */
const MOST_UNREAD = 4 * 2 ** 20;

/** One connection of the tailer's process: its messages into the recorder, the recorder's answers back. */
export class TailerLink {
  private readonly parts: TailerLinkParts;
  private readonly recorder: Recorder<Kept['ref']>;
  private readonly drive: Drive<Kept['ref']>;
  private readonly frames = new FrameReader();
  /** The subagents whose files are read, by source. */
  private readonly agents = new Map<number, string>();
  private readonly waiting = new Map<number, () => void>();
  /** Sources of closed runs, since the tailer knows of the close; undefined where that was recorded. */
  private readonly over = new Map<number, string | undefined>();
  /** Bytes of lines that came and are not acknowledged. */
  private underWay = 0;
  private orders = 0;
  private ended = false;
  /** Counts what the tailer sends: whether it is still there shows by this. */
  heard = 0;

  constructor(parts: TailerLinkParts) {
    const { open, stream } = parts;
    this.parts = parts;
    this.recorder = new Recorder({ ...open, assurance: 'dev', validate: true });
    this.drive = new Drive(this.recorder, (message) => this.send(message), {
      ...{ claims: open.claims, whenTaken: 'later' },
    });
    this.drive.failed.catch((error: unknown) => this.end(error));
    stream.on('data', (bytes: Buffer) => this.take(bytes));
    stream.on('error', () => undefined);
    // The server's sockets may be half open: the other end's going away is no close yet.
    stream.once('end', () => this.end(undefined));
    stream.once('close', () => this.end(undefined));
  }

  send(message: ToTailer): void {
    if (this.ended) return;
    if (message.kind === 'ack') this.underWay -= message.bytes;
    for (const piece of encodeFrame(message)) this.parts.stream.write(piece);
    if (this.parts.stream.writableLength > MOST_UNREAD)
      this.end(foul(`at most ${MOST_UNREAD} bytes of orders unread`, `${this.parts.stream.writableLength}`));
  }

  /** Sends an order; resolves when the tailer says that it is done, or is gone. */
  order(
    what: 'catch_up' | 'check',
    of: { readonly harness: Harness; readonly session: string },
  ): Promise<void> {
    return this.answered((id) => ({ kind: what, id, harness: of.harness, session: of.session }));
  }

  /** Resolves when the tailer has answered, or is gone. */
  ping(): Promise<void> {
    return this.answered((id) => ({ kind: 'ping', id }));
  }

  /** Nothing more of the run is recorded as its own: what comes when the tailer knows so is late activity. */
  forgetRun(run: RunState): void {
    const sources = this.recorder.forgetRun(run.id);
    for (const source of sources) this.agents.delete(source);
    const told = (): void => {
      for (const source of sources) this.over.set(source, run.id);
    };
    // Not behind a promise: what comes next may come with the answer.
    if (sources.length > 0) this.ask((id) => ({ kind: 'ping', id }), told);
  }

  /** Resolves when all that came is durable, or was refused and is taken back. */
  async close(): Promise<void> {
    this.end(undefined);
    await this.drive.settled().catch(() => this.recorder.takeBack());
  }

  /** hostile: another program may hold the other end; what makes no sense ends the connection. */
  private take(bytes: Buffer): void {
    if (this.ended) return;
    try {
      this.heard++;
      for (const message of this.frames.push(bytes)) this.receive(tailerMessage(message));
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
      case 'degraded':
        this.parts.onDegraded(message.why);
        return;
      case 'checked':
        void this.recorder.checked(message).catch((error: unknown) => this.end(error));
        return;
      case 'found': {
        const { description, token } = message.found;
        if (this.parts.isLeave(token, description.harness, description.session)) {
          const { harness, session, agent, from } = description;
          if (agent !== undefined) this.agents.set(message.found.source, agent);
          else if (from !== undefined) this.parts.onFork(harness, session, from);
          this.drive.take(message);
        } else this.send({ kind: 'skip', source: message.found.source });
        return;
      }
      case 'lines':
      case 'piece':
        this.takeBytes(message.source, message.bytes.length);
        this.drive.take(message);
        if (message.kind === 'lines') this.told(message.source, message);
        return;
      default:
        this.drive.take(message);
    }
  }

  private takeBytes(source: number, bytes: number): void {
    const late = this.over.get(source);
    if (late !== undefined) {
      for (const [one, run] of this.over) if (run === late) this.over.set(one, undefined);
      this.parts.onLate(late);
    }
    this.underWay += bytes;
    if (this.underWay > MOST_UNDER_WAY)
      throw foul(`at most ${MOST_UNDER_WAY} bytes of lines under way`, `${this.underWay}`);
  }

  private answered(order: (id: number) => ToTailer): Promise<void> {
    return new Promise((resolve) => this.ask(order, resolve));
  }

  private ask(order: (id: number) => ToTailer, onAnswer: () => void): void {
    if (this.ended) {
      onAnswer();
      return;
    }
    const id = this.orders++;
    this.waiting.set(id, onAnswer);
    this.send(order(id));
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

/** Nobody needs to do anything about it: the connection ends, and the hub starts another tailer. */
function foul(expected: string, found: string): TracekitError<TailerLinkErrorCode> {
  return new TracekitError('bad_tailer', `the tailer's connection: expected ${expected}, found ${found}`);
}
