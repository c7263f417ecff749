import { setImmediate } from 'node:timers/promises';
import type { SourceDescription } from '../src/model/reading.ts';
import type { RecorderMessage, StartAt, TailerMessage } from '../src/model/tail.ts';
import { Credit } from './credit.ts';
import { DigestPieces } from './digest-pieces.ts';
import { findTranscripts } from './find.ts';
import { Follower, newMemory } from './follow.ts';
import type { FollowEvent } from './follow-event.ts';
import { type Described, describeFile } from './head.ts';
import { inReadingOrder } from './order.ts';
import { RecordWriter } from './record-writer.ts';
import { type Resumed, resumeSteps } from './resume.ts';
import type { Stamp } from './source.ts';
import type { LineReader, Tailer } from './tailer.ts';
import { newWorkspace } from './workspace.ts';

export type TailOptions = {
  readonly tailers: readonly Tailer[];
  /** Sends a message to the recorder; `transfer` are buffers that it may take over. */
  readonly post: (message: TailerMessage, transfer?: readonly ArrayBuffer[]) => void;
  /** So many bytes may be under way to the recorder: 4 MiB, unless stated. */
  readonly window?: number;
  /** The token by which a file may be read; undefined: it is not wanted. Without this, all files are read. */
  readonly leave?: (description: SourceDescription, path: string) => string | undefined;
};

/** A transcript that is being read. */
type Reading = {
  readonly number: number;
  readonly tailer: Tailer;
  follower: Follower;
  /** Made anew for each generation. */
  reader: LineReader;
  readonly newReader: () => LineReader;
  /** So many bytes that wait for their newline were told of. */
  told: number;
};

/**
 * The tailer's end of a recording: finds transcripts, reads and understands them, and sends what it read to the
 * recorder. It waits for an answer where the recorder has one to give, and for room where it is slower.
 */
export class Tail {
  private readonly options: TailOptions;
  private readonly credit: Credit;
  private readonly writer = new RecordWriter();
  private readonly workspace = newWorkspace();
  private readonly answers = new Map<number, (message: RecorderMessage) => void>();
  private readonly readings = new Map<string, Reading>();
  /** The files by their numbers, for as long as this lives. */
  private readonly paths: string[] = [];
  private onAgain: (path: string) => void = () => undefined;
  private stopped = false;

  constructor(options: TailOptions) {
    this.options = options;
    this.credit = new Credit(options.window);
  }

  /** Takes a message of the recorder. */
  receive(message: RecorderMessage): void {
    if (message.kind === 'ack') this.credit.earn(message.bytes);
    else if (message.kind === 'stop') this.stopped = true;
    else if (message.kind === 'forget') this.forget(message);
    else this.answers.get(message.source)?.(message);
  }

  /** Reads all transcripts in the given files and folders once, to their present end. */
  async readOnce(paths: readonly string[]): Promise<void> {
    const transcripts: string[] = [];
    for (const found of findTranscripts(paths)) {
      if (found.kind === 'transcript') transcripts.push(found.path);
      else this.options.post({ kind: 'ignored', path: found.path, why: found.why });
    }
    for (const { path, described } of inReadingOrder(transcripts, this.options.tailers)) {
      if (this.stopped) break;
      await this.readFile(path, described);
    }
  }

  /**
   * Reads one file to its present end: takes it up when it is new, goes on where it is known. Of bytes that wait for their
   * newline it says so when they have become twice as many as it said, and `tellEnd` whenever they are others.
   */
  async readFile(path: string, before?: Described, tellEnd = false): Promise<void> {
    const reading = this.readings.get(path) ?? (await this.takeUp(path, before));
    if (reading === undefined) return;
    for (const event of reading.follower.poll()) {
      if (this.stopped || !this.isRead(reading)) return;
      await this.tell(reading, event, path);
    }
    if (this.isRead(reading)) this.tellPending(reading, tellEnd);
  }

  /**
   * Compares all that was read of a file with what is on disk, giving way to other work after each block. A difference
   * is told by the next reading. undefined where the file was never taken up, or differs, or is gone.
   */
  async check(path: string): Promise<{ source: number; lines: number; end: number } | undefined> {
    const reading = this.readings.get(path);
    if (reading === undefined) return undefined;
    const steps = reading.follower.checkPrefix();
    for (;;) {
      const step = steps.next();
      if (step.done === true) {
        const found = step.value;
        return found.kind === 'same'
          ? { source: reading.number, lines: found.lines, end: found.end }
          : undefined;
      }
      await setImmediate();
      if (!this.stopped && this.isRead(reading)) continue;
      steps.return({ kind: 'missing' });
      return undefined;
    }
  }

  /** Calls `listener` with each file that was forgotten and has more than is recorded of it. */
  whenAgain(listener: (path: string) => void): void {
    this.onAgain = listener;
  }

  /** Whether the file is still read by this: nothing is said of it any more once the recorder forgot it. */
  private isRead(reading: Reading): boolean {
    return this.readings.get(this.paths[reading.number]!) === reading;
  }

  /** Waits for room; false where the file was forgotten meanwhile. */
  private async mayTell(reading: Reading, { length }: Uint8Array): Promise<boolean> {
    await this.credit.spend(length);
    if (this.isRead(reading)) return true;
    this.credit.earn(length);
    return false;
  }

  /** Frees a file's memory; a later `readFile` takes it up anew. */
  private forget({ source, again }: Extract<RecorderMessage, { kind: 'forget' }>): void {
    const path = this.paths[source]!;
    this.answers.get(source)?.({ kind: 'skip', source });
    if (this.readings.get(path)?.number === source) this.readings.delete(path);
    if (again) this.onAgain(path);
  }

  private async takeUp(path: string, before?: Described): Promise<Reading | undefined> {
    const described = describeFile(path, this.options.tailers, { before });
    if (described.kind === 'unreadable') this.options.post({ kind: 'unreadable', path, why: described.why });
    else if (described.kind !== 'transcript')
      this.options.post({ kind: 'ignored', path, why: described.kind });
    if (described.kind !== 'transcript') return undefined;
    const { tailer, description, stamp } = described;
    const token = this.options.leave?.(description, path);
    if (token === undefined && this.options.leave !== undefined) return undefined;
    const number = this.paths.push(path) - 1;
    const answer = await this.ask(number, {
      kind: 'found',
      found: {
        source: number,
        path,
        file: fileOf(stamp),
        changed: Number(stamp.mtime / 1_000_000n),
        description,
        ...(token !== undefined && { token }),
        ...(path.endsWith('.zst') ? { compression: 'zst' } : {}),
      },
    });
    if (answer.kind !== 'start') return undefined;
    const newReader = () => tailer.reader(description, this.workspace);
    const reading: Reading = {
      number,
      tailer,
      follower: new Follower(path),
      reader: newReader(),
      newReader,
      told: 0,
    };
    this.readings.set(path, reading);
    if (answer.resume) await this.resume(reading, path, answer.at);
    return this.readings.get(path);
  }

  /** Reads the recorded prefix again, for the reader's state, and lets the recorder judge it. */
  private async resume(reading: Reading, path: string, at: StartAt): Promise<void> {
    const source = reading.number;
    const digests = new DigestPieces((piece) =>
      this.options.post({ kind: 'digests', source, digests: piece }),
    );
    const resumed = await this.readAgain(reading, { path, at, digests });
    reading.follower = resumed.follower;
    const answer = await this.ask(source, {
      kind: 'resumed',
      source,
      digests: digests.rest(),
      ...(resumed.kind === 'same' ? { grown: resumed.grown } : {}),
      ...(resumed.kind === 'shorter' ? { cutAt: resumed.at } : {}),
      ...(resumed.kind === 'unreadable' ? { fault: resumed.why } : {}),
      ...(resumed.kind === 'missing' ? { fault: 'missing' } : {}),
    });
    if (answer.kind === 'go' || answer.kind === 'skip') return;
    reading.reader = reading.newReader();
    reading.follower = new Follower(path, {}, newMemory(1));
  }

  /** Reads what is recorded, giving way to other work after each block. */
  private async readAgain(
    { reader }: Reading,
    { path, at, digests }: { readonly path: string; readonly at: StartAt; readonly digests: DigestPieces },
  ): Promise<Resumed> {
    const steps = resumeSteps(
      path,
      { ...at, generation: 0 },
      {
        onLine: (line, number) => void reader.read(line, number),
        onDigests: (some) => digests.add(some),
      },
    );
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      await setImmediate();
    }
  }

  private async tell(reading: Reading, event: FollowEvent, path: string): Promise<void> {
    switch (event.kind) {
      case 'lines':
        await this.tellLines(reading, event);
        break;
      case 'pause':
        await setImmediate();
        break;
      case 'oversize':
        await this.tellOversize(reading, event);
        break;
      case 'unreadable':
        this.options.post({ kind: 'unreadable', path, source: reading.number, why: event.why });
        break;
      case 'restored':
        break;
      default: {
        const what = event.kind === 'replaced' ? 'rewritten' : event.kind;
        if (what !== 'deleted') reading.reader = reading.newReader();
        const now = what === 'deleted' ? undefined : describedNow(path, reading.tailer);
        this.options.post({ kind: 'broken', source: reading.number, what, ...event.at, ...(now && { now }) });
      }
    }
  }

  private async tellLines(reading: Reading, event: Extract<FollowEvent, { kind: 'lines' }>): Promise<void> {
    const { bytes, ends, first, offset, digests } = event;
    const { writer } = this;
    let start = 0;
    for (let i = 0; i < ends.length; i++) {
      const end = ends[i]!;
      const read = reading.reader.read(bytes.subarray(start, end), first + i);
      writer.add(read, { line: first + i, offset: offset + start, bytes: end - start });
      start = end;
    }
    const records = writer.take();
    if (!(await this.mayTell(reading, bytes))) return;
    const source = reading.number;
    this.options.post(
      { kind: 'lines', source, first, offset, bytes, ends, digests, records },
      buffersOf(bytes, ...Object.values(records)),
    );
  }

  private async tellOversize(
    reading: Reading,
    event: Extract<FollowEvent, { kind: 'oversize' }>,
  ): Promise<void> {
    const source = reading.number;
    const pieces = event.pieces();
    let sent = 0;
    for (;;) {
      const step = pieces.next();
      if (step.done === true) {
        const { line, offset, length: bytes, digest } = event;
        this.writer.add({ form: 'oversize' }, { line, offset, bytes: sent });
        const records = this.writer.take();
        const { same } = step.value;
        this.options.post({ kind: 'oversize', source, line, offset, bytes, digest, records, same });
        return;
      }
      const piece = step.value;
      if (!(await this.mayTell(reading, piece))) return;
      sent += piece.length;
      this.options.post({ kind: 'piece', source, bytes: piece }, buffersOf(piece));
    }
  }

  private tellPending(reading: Reading, tellEnd: boolean): void {
    const pending = reading.follower.pending();
    const { told } = reading;
    const now = pending?.bytes ?? 0;
    // A line that comes in many writes would be told of as often: in all so many bytes as their square.
    if (!tellEnd && now >= told && now < 2 * told) return;
    reading.told = now;
    if (pending === undefined) return;
    const { digest, bytes: length, content: bytes = new Uint8Array(0) } = pending;
    this.options.post({ kind: 'pending', source: reading.number, bytes, digest, length });
  }

  private ask(source: number, message: TailerMessage): Promise<RecorderMessage> {
    return new Promise((resolve) => {
      this.answers.set(source, (answer) => {
        this.answers.delete(source);
        resolve(answer);
      });
      this.options.post(message);
    });
  }
}

/** What lies at a path by now, where it still is a transcript of that tailer's harness. */
function describedNow(
  path: string,
  tailer: Tailer,
): { file: string; description: SourceDescription } | undefined {
  const described = describeFile(path, [tailer]);
  if (described.kind !== 'transcript') return undefined;
  const { stamp, description } = described;
  return { file: fileOf(stamp), description };
}

/** `<device>:<inode>`, as the log's commitments of a file's place have it. */
function fileOf({ dev, ino }: Pick<Stamp, 'dev' | 'ino'>): string {
  return `${dev}:${ino}`;
}

/** The buffers that another thread may take over. */
function buffersOf(...arrays: readonly ArrayBufferView[]): readonly ArrayBuffer[] {
  return arrays.map(({ buffer }) => buffer).filter((buffer) => buffer instanceof ArrayBuffer);
}
