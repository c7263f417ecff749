import { LineBlock } from '../log/line-block.ts';
import { TracekitError } from '../model/error.ts';
import type { Draft, JsonObject } from '../model/record.ts';
import type { FoundSource, RecorderMessage, TailerMessage, Unreadable } from '../model/tail.ts';
import { explained, lastTypeOf } from './explained.ts';
import { HeadDigest, headOf, type LineHead } from './head-digest.ts';
import { type ChangedAt, idleRuns } from './idle-runs.ts';
import { LineRecorder, type LinesInto } from './line-recorder.ts';
import { Marks } from './marks.ts';
import { Places } from './places.ts';
import { prefixFault, type RecordsOf } from './prefix-fault.ts';
import type { RunningHash } from './run-key.ts';
import { Runs } from './runs.ts';
import type { ContentStream, LogSink, VaultSink } from './sinks.ts';
import type { LastLine, RunState, State, TranscriptState } from './state.ts';
import { addTally, count, emptyTally } from './tally.ts';
import { gapAtEnd, position, tailCut, tailData, tailFault } from './transcript-gaps.ts';
import { Unwritten } from './unwritten.ts';

export type RecorderOptions<Ref> = {
  readonly log: LogSink;
  readonly vault: VaultSink<Ref>;
  /** The fold of the whole log so far. */
  readonly state: State;
  /** 32 secret bytes by which copied lines are known again. */
  readonly markKey: Uint8Array;
  readonly assurance: 'dev' | 'system';
  readonly randomBytes: (count: number) => Uint8Array;
  /**
   * Look at each record of a line as the tailer made it. By default in system mode, where a tailer is another user's
   * process; in dev mode it is this same program.
   */
  readonly validate?: boolean;
  /** The records of these runs, in order: they tell the place where a file was changed. */
  readonly recordsOf?: RecordsOf;
};

/** A file that the tailer reads for us. */
type Source = {
  readonly found: FoundSource;
  /** What of it is recorded, perhaps in a run that is closed by now. */
  known: TranscriptState | undefined;
  /** Digests of a prefix that is being read again. */
  readonly early: Uint8Array[];
  /** The digests of what is recorded, where its run is closed and more is about to come. */
  digests: Uint8Array | undefined;
  /** Where new lines go; absent until there is something to record. */
  live: TranscriptState | undefined;
  /** The running hash of `live`, once it was needed. */
  hash: RunningHash | undefined;
  marks: Marks;
  /** A line beyond 8 MiB that comes in; `head` is that of it which waited for its newline before. */
  oversize: { readonly stream: ContentStream; readonly head: HeadDigest | undefined } | undefined;
};

/** A transcript that was compared with what is recorded of it, and is the same: so many lines, up to this byte. */
export type CheckedFile = { readonly source: number; readonly lines: number; readonly end: number };

type Resumed = Extract<TailerMessage, { kind: 'resumed' }>;
type Lines = Extract<TailerMessage, { kind: 'lines' }>;
type Pending = Extract<TailerMessage, { kind: 'pending' }>;
type Broken = Extract<TailerMessage, { kind: 'broken' }>;

const HASH_BYTES = 32;

/**
 * Turns what a tailer read into records: decides which run and transcript a line belongs to, commits to its
 * bytes, and says where the file is no longer what it was. It reads no file itself.
 */
export class Recorder<Ref> {
  private readonly sources = new Map<number, Source>();
  /** Sources whose run was closed: what the tailer still says of them is found anew. */
  private readonly forgotten = new Set<number>();
  private onForget: (source: number, again: boolean) => void = () => undefined;
  private readonly places: Places;
  readonly #runs: Runs<Ref>;
  private readonly unwritten: Unwritten;
  private readonly lineRecorder: LineRecorder<Ref>;
  private readonly options: RecorderOptions<Ref>;
  readonly tally = emptyTally();

  constructor(options: RecorderOptions<Ref>) {
    this.options = options;
    this.places = new Places(options.state, options.vault.getKept);
    this.unwritten = new Unwritten(options.state);
    this.#runs = new Runs(options, this.unwritten);
    this.lineRecorder = new LineRecorder(options.vault, options.validate ?? options.assurance === 'system');
  }

  /** How many runs this recorder opened and closed. */
  get runs(): { readonly opened: number; readonly closed: number } {
    return this.#runs.counts;
  }

  /** Takes a found file on: says whether to read it afresh, or to read the recorded prefix again first. */
  found(found: FoundSource): RecorderMessage {
    this.tally.transcripts++;
    const known = this.places.find(found);
    if (this.#runs.isStuck(found)) {
      this.forgotten.add(found.source);
      return { kind: 'skip', source: found.source };
    }
    const fresh = known === undefined || known.lines === 0;
    this.sources.set(found.source, {
      found,
      known,
      early: [],
      digests: undefined,
      live: undefined,
      hash: undefined,
      marks: new Marks(this.options.markKey, this.options.state),
      oversize: undefined,
    });
    const at = fresh ? { line: 0, offset: 0 } : { line: known.lines, offset: known.end };
    return { kind: 'start', source: found.source, at, resume: !fresh };
  }

  /** Keeps digests of a prefix that is being read again, until the last of them comes. */
  digests(number: number, some: Uint8Array): void {
    this.source(number).early.push(some);
  }

  /** Judges the prefix that was read again: it still is what was recorded, or a new generation begins. */
  async resumed(last: Resumed): Promise<RecorderMessage> {
    const source = this.source(last.source);
    const message = { ...last, digests: Buffer.concat([...source.early.splice(0), last.digests]) };
    const known = source.known!;
    const key = this.#runs.keyOf(known.run);
    const { digests } = message;
    if (digests?.length === known.lines * HASH_BYTES && key?.over(digests) === known.chain) {
      // Its end is where its last whole line ends: what waited there for its newline was cut away.
      if (message.grown !== true && known.pending !== undefined) await this.noteCut(known);
      return known.run.open ? this.goOn(source, known) : this.goOnClosed(source, message);
    }
    const fault = await prefixFault(message, known, {
      ...this.options,
      keyOf: (run) => this.#runs.keyOf(run),
    });
    if (fault === undefined) return this.giveUp(source, message);
    this.unwritten.begin(known);
    await this.append(this.breakOff(source, fault));
    return { kind: 'restart', source: message.source };
  }

  /** The file could not be read again to where it is recorded: it is found anew when it changes. */
  private async giveUp({ found }: Source, { fault }: Resumed): Promise<RecorderMessage> {
    if (fault !== undefined && fault !== 'missing') await this.unreadable(found.path, fault);
    this.forget(found.source);
    return { kind: 'forget', source: found.source, again: false };
  }

  private async goOn(source: Source, known: TranscriptState): Promise<RecorderMessage> {
    source.live = known;
    if (!this.places.isAt(known, source.found)) {
      this.unwritten.begin(known);
      await this.append([this.#runs.reopenTranscript(source.found, known)]);
    }
    return { kind: 'go', source: source.found.source };
  }

  /** The session's next part begins with what the file has more; one that has nothing more is not kept in mind. */
  private goOnClosed(source: Source, { digests, grown }: Resumed): RecorderMessage {
    const number = source.found.source;
    if (grown !== true) {
      this.forget(number);
      return { kind: 'forget', source: number, again: false };
    }
    source.digests = digests;
    return { kind: 'go', source: number };
  }

  /** Records whole lines; resolves when they are durable. */
  async lines(message: Lines): Promise<void> {
    const source = this.source(message.source);
    this.beginLines(source, { line: message.first, offset: message.offset });
    const line = message.bytes.subarray(0, message.ends[0]);
    const drafts = this.tailFault(source, (length) => headOf(line, length));
    drafts.push(...this.open(source));
    const into = this.into(source);
    this.lineRecorder.addLines(message, into);
    const { first, offset, ends } = message;
    this.countLines(into, {
      count: ends.length,
      line: first + ends.length - 1,
      end: offset + (ends.at(-1) ?? 0),
      type: lastTypeOf(message.records),
    });
    await this.appendBoth(drafts, into.block);
  }

  /** Keeps a piece of a line beyond 8 MiB, which `oversize` will close. */
  piece(message: Extract<TailerMessage, { kind: 'piece' }>): Promise<void> {
    const source = this.source(message.source);
    source.oversize ??= this.beginOversize(source);
    source.oversize.head?.update(message.bytes);
    return source.oversize.stream.write(message.bytes);
  }

  async oversize(message: Extract<TailerMessage, { kind: 'oversize' }>): Promise<void> {
    const source = this.source(message.source);
    this.beginLines(source, message);
    const { stream, head } = source.oversize ?? this.beginOversize(source);
    source.oversize = undefined;
    const drafts = message.same && head !== undefined ? this.tailFault(source, () => head.end()) : [];
    drafts.push(...this.open(source));
    const { bytes, commitment } = stream.end();
    const { line, offset, digest, records } = message;
    const into = this.into(source);
    this.lineRecorder.addKept({ line, digest, commitment, records }, bytes, into);
    this.countLines(into, { count: 1, line, end: offset + bytes, type: undefined });
    const recorded = this.appendBoth(drafts, into.block);
    if (message.same) return recorded;
    const place = { line, offset, end: offset + message.bytes };
    this.unwritten.begin(source.live);
    const gap = this.gap(source, { gap: 'transcript_unreadable', why: 'changed_while_read', ...place });
    await Promise.all([recorded, this.append(gap)]);
  }

  private beginOversize({ live, known }: Source): NonNullable<Source['oversize']> {
    const waited = (live ?? known)?.pending;
    const head = waited === undefined ? undefined : new HeadDigest(waited.bytes);
    return { stream: this.options.vault.stream(), head };
  }

  /** Records that the file is no longer what was read of it, and begins a new generation. */
  async broken(message: Broken): Promise<void> {
    const source = this.source(message.source);
    const known = source.live ?? source.known;
    const data = { gap: `transcript_${message.what}`, line: message.line, offset: message.offset };
    const end = { end: known?.end ?? 0 };
    if (message.what !== 'deleted') {
      this.unwritten.begin(known);
      await this.append(this.breakOff(source, { ...data, ...end }));
    } else if (known !== undefined && this.places.isAt(known, source.found)) {
      // Elsewhere: it was moved, and is read from its new place since.
      this.unwritten.begin(known);
      await this.append([this.deleted(known)]);
    }
  }

  /** Records a tail without its newline, unless it is the one recorded already. */
  async pending(message: Pending): Promise<void> {
    const source = this.source(message.source);
    const known = source.live ?? source.known;
    const before = known?.pending;
    if (before?.bytes === message.length && this.hashAt(known!)?.peek(message.digest) === before.chain)
      return;
    const { bytes, length, digest } = message;
    const hasBytes = bytes.length === length;
    // A tail over 1 MiB comes without its bytes. The one recorded before stays, to be compared with the whole line.
    if (!hasBytes && before !== undefined && length > before.bytes) return;
    this.unwritten.begin(known);
    const drafts = this.tailFault(source, (some) =>
      hasBytes ? headOf(bytes, some) : { bytes: length, digest },
    );
    drafts.push(...this.open(source));
    const live = source.live!;
    const { committed } = this.options.vault.commit(bytes);
    const chain = this.hashOf(source).peek(digest);
    const data = tailData(live, { committed, length, chain });
    drafts.push(this.applied(this.draft(source, 'transcript.checked', data)));
    await this.append(drafts);
  }

  /** Records a file that cannot be read, once for each file and reason. */
  async unreadable(path: string, why: Unreadable): Promise<void> {
    const draft = this.#runs.unreadable(path, why);
    if (draft !== undefined) await this.append([draft]);
  }

  /** Closes the runs whose files have not changed since `idleSince` (ms since 1970). */
  async closeIdle(idleSince: number, changedAt: ChangedAt): Promise<void> {
    const closing: Promise<void>[] = [];
    for (const { run, sources } of idleRuns(this.sources, idleSince, changedAt)) {
      // All at once: one by one, each would wait for a disk's sync of its own.
      closing.push(this.#runs.close(run, 'idle'));
      for (const source of sources) {
        this.forget(source);
        this.onForget(source, false);
      }
    }
    await Promise.all(closing);
  }

  /** Gives up the sources of a run that somebody else closed, and says which: what the files have more is found anew. */
  forgetRun(run: string): readonly number[] {
    const sources = [...this.sources.keys()].filter((source) => this.runOf(source)?.id === run);
    for (const source of sources) {
      this.forget(source);
      this.onForget(source, true);
    }
    return sources;
  }

  /** The run that a source's lines go to, or went to; undefined while it has none. */
  runOf(source: number): RunState | undefined {
    const known = this.sources.get(source);
    return (known?.live ?? known?.known)?.run;
  }

  /** Records that all recorded bytes of a transcript are still there, up to `end`. */
  async checked({ source, lines, end }: CheckedFile): Promise<void> {
    const live = this.sources.get(source)?.live;
    if (live?.run.open !== true || live.lines !== lines || live.end !== end) return;
    const data = { ...position(live), lines, end, chain: live.chain, outcome: 'same' };
    this.unwritten.begin(live);
    await this.append([this.applied(this.#runs.draft(live.run, 'transcript.checked', data))]);
  }

  /**
   * Calls `listener` with each source that is given up because its run was closed. `again`: it may have more than is
   * recorded.
   */
  whenForgotten(listener: (source: number, again: boolean) => void): void {
    this.onForget = listener;
  }

  isForgotten(source: number): boolean {
    return this.forgotten.has(source);
  }

  private forget(source: number): void {
    this.sources.delete(source);
    this.forgotten.add(source);
  }

  /** Records the transcripts that are gone from where they were recorded, as far as `isGone` knows the place. */
  async missing(isGone: (path: string) => boolean): Promise<void> {
    for (const transcript of this.options.state.transcripts) {
      const path = this.places.pathOf(transcript);
      if (!transcript.run.open || transcript.gone || path === undefined || !isGone(path)) continue;
      await this.append([this.deleted(transcript)]);
    }
  }

  private deleted(transcript: TranscriptState): Draft {
    const { assurance } = this.options;
    return this.applied(gapAtEnd(transcript, { gap: 'transcript_deleted', assurance }));
  }

  /** Makes the state again what the log says, when something was refused, or could not be made into records. */
  takeBack(): void {
    this.unwritten.undo();
  }

  /** Lines come one behind the other: others are none that the tailer read. */
  private beginLines({ live, known }: Source, at: { readonly line: number; readonly offset: number }): void {
    const { lines, end } = live ?? known ?? { lines: 0, end: 0 };
    if (at.line !== lines || at.offset !== end)
      throw new RangeError(`expected line ${lines} at ${end}, found line ${at.line} at ${at.offset}`);
    this.unwritten.begin(live ?? known);
  }

  private noteCut(known: TranscriptState): Promise<unknown> {
    this.unwritten.begin(known);
    return this.append([this.applied(tailCut(known, this.options.assurance))]);
  }

  private applied(draft: Draft): Draft {
    return this.unwritten.apply(draft);
  }

  private append(drafts: readonly Draft[]): Promise<unknown> {
    return this.unwritten.end(this.send(drafts));
  }

  private send(drafts: readonly Draft[]): Promise<unknown> {
    for (const draft of drafts) count(this.tally, draft);
    return this.options.log.append(drafts);
  }

  /** Both are under way before either is awaited, so that their order is that of the calls. */
  private async appendBoth(drafts: readonly Draft[], block: LineBlock): Promise<void> {
    await this.unwritten.end(Promise.all([this.send(drafts), this.options.log.appendLines(block)]));
  }

  private source(number: number): Source {
    const source = this.sources.get(number);
    if (source === undefined)
      throw new RangeError(`the tailer speaks of source ${number}, which it never found`);
    return source;
  }

  /** Where a source's new lines go. */
  private into(source: Source): LinesInto {
    const live = source.live!;
    const block = new LineBlock(live.run.id, `tailer:${live.run.harness}`);
    return { live, hash: this.hashOf(source), marks: source.marks, block, tally: emptyTally() };
  }

  private countLines(
    { live, hash, tally }: LinesInto,
    lines: Omit<LastLine & { count: number }, 'chain'>,
  ): void {
    addTally(this.tally, tally);
    this.unwritten.count(lines.count);
    if (lines.count > 0)
      this.options.state.countLines(live, { ...lines, linked: tally.linked, chain: hash.at });
  }

  /** The running hash of where new lines go. */
  private hashOf(source: Source): RunningHash {
    const live = source.live!;
    if (source.hash?.at !== live.chain) source.hash = this.hashAt(live);
    if (source.hash !== undefined) return source.hash;
    const what = `run ${live.run.id}: expected its key in the vault, found none; it was erased, so nothing more of this session can be recorded in it`;
    throw new TracekitError('key_gone', what);
  }

  /** The running hash of what is recorded; undefined where its run's key is gone. */
  private hashAt(known: TranscriptState): RunningHash | undefined {
    return this.#runs.keyOf(known.run)?.from(known.chain);
  }

  private draft(source: Source, kind: Draft['kind'], data: JsonObject): Draft {
    return this.#runs.draft(source.live!.run, kind, data);
  }

  /** The drafts that open the run and transcript for a source's first record, if they are not open. */
  private open(source: Source): Draft[] {
    if (source.live?.run.open === true) return [];
    const { drafts, transcript } = this.#runs.open(source.found, source.live ?? source.known, source.digests);
    source.live = transcript;
    source.digests = undefined;
    return [...drafts];
  }

  /** The drafts that say where a generation broke, and open the next. */
  private breakOff(source: Source, data: JsonObject): Draft[] {
    const known = source.live ?? source.known;
    const drafts = this.gap(source, { ...data, ...(known && explained(known, data.line)) });
    return [...drafts, this.#runs.nextGeneration(source.found, source.live!)];
  }

  private gap(source: Source, data: JsonObject): Draft[] {
    const drafts = this.open(source);
    const { assurance } = this.options;
    const whole = { assurance, ...position(source.live!), ...data };
    return [...drafts, this.applied(this.draft(source, 'gap', whole))];
  }

  /** A gap where the bytes that waited for their newline are not those that the line begins with now. */
  private tailFault(source: Source, headOf: (length: number) => LineHead): Draft[] {
    const known = source.live ?? source.known;
    const hash = known?.pending === undefined ? undefined : this.hashAt(known);
    const fault = tailFault(known, hash, headOf);
    return fault === undefined ? [] : this.gap(source, fault);
  }
}
