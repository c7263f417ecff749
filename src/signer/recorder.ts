import type { FoundSource, RecorderMessage, TailerMessage, Unreadable } from '../model/tail.ts';
import { headOf } from './head-digest.ts';
import type { ChangedAt } from './idle-runs.ts';
import { LineRecorder } from './line-recorder.ts';
import { Marks } from './marks.ts';
import { OversizeLines } from './oversize-lines.ts';
import { Places } from './places.ts';
import { RecordedPrefix } from './recorded-prefix.ts';
import type { RecorderOptions } from './recorder-options.ts';
import { lastChanges, mayHaveExpired, type Retention } from './retention.ts';
import { Runs } from './runs.ts';
import { SourceRecords } from './source-records.ts';
import { newSource, Sources } from './sources.ts';
import type { RunState } from './state.ts';
import type { Tally } from './tally.ts';
import { position, tailData } from './transcript-gaps.ts';
import { Unwritten } from './unwritten.ts';
import { WholeLines } from './whole-lines.ts';

/** A transcript that was compared with what is recorded of it, and is the same: so many lines, up to this byte. */
export type CheckedFile = { readonly source: number; readonly lines: number; readonly end: number };

type Message<Kind extends TailerMessage['kind']> = Extract<TailerMessage, { kind: Kind }>;

/**
 * Turns what a tailer read into records: decides which run and transcript a line belongs to, commits to its
 * bytes, and says where the file is no longer what it was. It reads no file itself.
 */
export class Recorder<Ref> {
  private readonly sources = new Sources();
  private readonly places: Places;
  readonly #runs: Runs<Ref>;
  private readonly unwritten: Unwritten;
  private readonly records: SourceRecords<Ref>;
  private readonly wholeLines: WholeLines<Ref>;
  private readonly oversizeLines: OversizeLines<Ref>;
  private readonly prefix: RecordedPrefix<Ref>;
  private readonly options: RecorderOptions<Ref>;

  constructor(options: RecorderOptions<Ref>) {
    const { state, vault, validate, assurance } = options;
    this.options = options;
    const places = new Places(state, vault.getKept);
    const unwritten = new Unwritten(state);
    const runs = new Runs(options, unwritten);
    const records = new SourceRecords(options, runs, unwritten);
    const lines = new LineRecorder(vault, validate ?? assurance === 'system');
    this.places = places;
    this.unwritten = unwritten;
    this.#runs = runs;
    this.records = records;
    this.wholeLines = new WholeLines({ records, lines });
    this.oversizeLines = new OversizeLines({ vault, records, lines, unwritten });
    this.prefix = new RecordedPrefix({ options, sources: this.sources, places, runs, records, unwritten });
  }

  /** What was recorded so far. */
  get tally(): Tally {
    return this.records.tally;
  }

  /** How many runs this recorder opened and closed. */
  get runs(): { readonly opened: number; readonly closed: number } {
    return this.#runs.counts;
  }

  /** Takes a found file on: says whether to read it afresh, or to read the recorded prefix again first. */
  found(found: FoundSource): RecorderMessage {
    const { source } = found;
    this.tally.transcripts++;
    const known = this.places.find(found);
    if (this.#runs.isStuck(found)) {
      this.sources.forget(source);
      return { kind: 'skip', source };
    }
    const { markKey, state } = this.options;
    this.sources.add(newSource(found, known, new Marks(markKey, state)));
    const fresh = known === undefined || known.lines === 0;
    const at = fresh ? { line: 0, offset: 0 } : { line: known.lines, offset: known.end };
    return { kind: 'start', source, at, resume: !fresh };
  }

  /** Keeps digests of a prefix that is being read again, until the last of them comes. */
  digests(number: number, some: Uint8Array): void {
    this.sources.get(number).early.push(some);
  }

  /** Judges the prefix that was read again: it still is what was recorded, or a new generation begins. */
  async resumed(last: Message<'resumed'>): Promise<RecorderMessage> {
    return this.prefix.judge(this.sources.get(last.source), last);
  }

  /** Records whole lines; resolves when they are durable. */
  async lines(message: Message<'lines'>): Promise<void> {
    return this.wholeLines.record(this.sources.get(message.source), message);
  }

  /** Keeps a piece of a line beyond 8 MiB, which `oversize` will close. */
  piece(message: Message<'piece'>): Promise<void> {
    return this.oversizeLines.piece(this.sources.get(message.source), message);
  }

  /** Records the line whose pieces came; resolves when it is durable. */
  async oversize(message: Message<'oversize'>): Promise<void> {
    return this.oversizeLines.end(this.sources.get(message.source), message);
  }

  /** Records that the file is no longer what was read of it, and begins a new generation. */
  async broken(message: Message<'broken'>): Promise<void> {
    const { records, unwritten } = this;
    const source = this.sources.get(message.source);
    const known = source.live ?? source.known;
    const data = { gap: `transcript_${message.what}`, line: message.line, offset: message.offset };
    const end = { end: known?.end ?? 0 };
    if (message.what !== 'deleted') {
      const isReplaced = this.sources.lookAgain(source, message.now);
      unwritten.begin(known);
      await records.append(records.breakOff(source, { ...data, ...end }, { isReplaced }));
    } else if (known !== undefined && this.places.isAt(known, source.found)) {
      // Elsewhere: it was moved, and is read from its new place since.
      unwritten.begin(known);
      await records.append([records.deleted(known)]);
    }
  }

  /** Records a tail without its newline, unless it is the one recorded already. */
  async pending(message: Message<'pending'>): Promise<void> {
    const { records } = this;
    const source = this.sources.get(message.source);
    const known = source.live ?? source.known;
    const before = known?.pending;
    if (before?.bytes === message.length && records.hashAt(known!)?.peek(message.digest) === before.chain)
      return;
    const { bytes, length, digest } = message;
    const hasBytes = bytes.length === length;
    // A tail over 1 MiB comes without its bytes. The one recorded before stays, to be compared with the whole line.
    if (!hasBytes && before !== undefined && length > before.bytes) return;
    this.unwritten.begin(known);
    const drafts = records.tailFault(source, (some) =>
      hasBytes ? headOf(bytes, some) : { bytes: length, digest },
    );
    drafts.push(...records.open(source));
    const { committed } = this.options.vault.commit(bytes);
    const chain = records.hashOf(source).peek(digest);
    const data = tailData(source.live!, { committed, length, chain });
    drafts.push(records.draft(source, 'transcript.checked', data));
    await records.append(drafts);
  }

  /** Records a file that cannot be read, once for each file and reason. */
  async unreadable(path: string, why: Unreadable): Promise<void> {
    const draft = this.#runs.unreadable(path, why);
    if (draft !== undefined) await this.records.append([draft]);
  }

  /** Closes the runs whose files have not changed since `idleSince` (ms since 1970). */
  async closeIdle(idleSince: number, changedAt: ChangedAt): Promise<void> {
    const closing: Promise<void>[] = [];
    for (const { run, sources } of this.sources.idle(idleSince, changedAt)) {
      // All at once: one by one, each would wait for a disk's sync of its own.
      closing.push(this.#runs.close(run, 'idle'));
      for (const source of sources) this.sources.giveUp(source, false);
    }
    await Promise.all(closing);
  }

  /** Gives up the sources of a run that somebody else closed, and says which: what the files have more is found anew. */
  forgetRun(run: string): readonly number[] {
    const sources = this.sources.ofRun(run);
    for (const source of sources) this.sources.giveUp(source, true);
    return sources;
  }

  /** See `Sources.runOf`. */
  runOf(source: number): RunState | undefined {
    return this.sources.runOf(source);
  }

  /** Records that all recorded bytes of a transcript are still there, up to `end`. */
  async checked({ source, lines, end }: CheckedFile): Promise<void> {
    const live = this.sources.liveOf(source);
    if (live?.run.open !== true || live.lines !== lines || live.end !== end) return;
    const data = { ...position(live), lines, end, chain: live.chain, outcome: 'same' };
    this.unwritten.begin(live);
    await this.records.append([this.unwritten.apply(this.#runs.draft(live.run, 'transcript.checked', data))]);
  }

  /**
   * Calls `listener` with each source that is given up because its run was closed. `again`: it may have more than is
   * recorded.
   */
  whenForgotten(listener: (source: number, again: boolean) => void): void {
    this.sources.whenForgotten(listener);
  }

  isForgotten(source: number): boolean {
    return this.sources.isForgotten(source);
  }

  /**
   * Records the transcripts that are gone from where they were recorded, as far as `isGone` knows the place; `retention`
   * tells which of them Claude Code may have removed itself.
   */
  async missing(isGone: (path: string) => boolean, retention?: Retention): Promise<void> {
    const gone = this.options.state.transcripts.flatMap((transcript) => {
      const path = this.places.pathOf(transcript);
      const isHere = !transcript.run.open || transcript.gone || path === undefined || !isGone(path);
      return isHere ? [] : [{ transcript, path }];
    });
    const claudes = gone.flatMap(({ transcript: one }) => (one.run.harness === 'claude-code' ? [one] : []));
    const { recordsOf } = this.options;
    const canTell = retention !== undefined && recordsOf !== undefined && claudes.length > 0;
    const changed = canTell ? await lastChanges(claudes, recordsOf) : undefined;
    for (const { transcript, path } of gone) {
      const last = changed?.get(transcript);
      const isOld = retention !== undefined && last !== undefined && mayHaveExpired(path, last, retention);
      await this.records.append([this.records.deleted(transcript, isOld ? { explained: 'retention' } : {})]);
    }
  }

  /** Makes the state again what the log says, when something was refused, or could not be made into records. */
  takeBack(): void {
    this.unwritten.undo();
  }
}
