import { LineBlock } from '../log/line-block.ts';
import { TracekitError } from '../model/error.ts';
import type { Draft, JsonObject } from '../model/record.ts';
import { explained } from './explained.ts';
import type { LineHead } from './head-digest.ts';
import type { LineBook } from './line-book.ts';
import type { LinesInto } from './line-recorder.ts';
import type { RecorderOptions } from './recorder-options.ts';
import type { RunningHash } from './run-key.ts';
import type { Runs } from './runs.ts';
import type { Source } from './sources.ts';
import type { LastLine, TranscriptState } from './state.ts';
import { addTally, count, emptyTally } from './tally.ts';
import { gapAtEnd, position, tailCut, tailFault } from './transcript-gaps.ts';
import type { Unwritten } from './unwritten.ts';

/** A place between two lines of a transcript: how many lines lie before it, and their bytes. */
type LinePlace = { readonly line: number; readonly offset: number };

/** `book`: which lines the file still has, where that was compared. `isReplaced`: another file lies in its place. */
export type BreakOff = { readonly book?: LineBook | undefined; readonly isReplaced: boolean };

/** Drafts the records that are about one source, and hands them to the log. What is drafted is in the state already. */
export class SourceRecords<Ref> {
  readonly tally = emptyTally();
  private readonly options: RecorderOptions<Ref>;
  private readonly runs: Runs<Ref>;
  private readonly unwritten: Unwritten;

  constructor(options: RecorderOptions<Ref>, runs: Runs<Ref>, unwritten: Unwritten) {
    this.options = options;
    this.runs = runs;
    this.unwritten = unwritten;
  }

  /** Lines come one behind the other: others are none that the tailer read, and throw `RangeError`. */
  beginLines({ live, known }: Source, at: LinePlace): void {
    const { lines, end } = live ?? known ?? { lines: 0, end: 0 };
    if (at.line !== lines || at.offset !== end)
      throw new RangeError(`expected line ${lines} at ${end}, found line ${at.line} at ${at.offset}`);
    this.unwritten.begin(live ?? known);
  }

  /** Where a source's new lines go. */
  into(source: Source): LinesInto {
    const live = source.live!;
    const block = new LineBlock(live.run.id, `tailer:${live.run.harness}`);
    return { live, hash: this.hashOf(source), marks: source.marks, block, tally: emptyTally() };
  }

  /** Counts lines in of which records were made. */
  countLines({ live, hash, tally }: LinesInto, lines: Omit<LastLine & { count: number }, 'chain'>): void {
    addTally(this.tally, tally);
    this.unwritten.count(lines.count);
    if (lines.count > 0)
      this.options.state.countLines(live, { ...lines, linked: tally.linked, chain: hash.at });
  }

  /** The running hash of where new lines go; throws `key_gone` where its run's key was erased. */
  hashOf(source: Source): RunningHash {
    const live = source.live!;
    if (source.hash?.at !== live.chain) source.hash = this.hashAt(live);
    if (source.hash !== undefined) return source.hash;
    const what = `run ${live.run.id}: expected its key in the vault, found none; it was erased, so nothing more of this session can be recorded in it`;
    throw new TracekitError('key_gone', what);
  }

  /** The running hash of what is recorded; undefined where its run's key is gone. */
  hashAt(known: TranscriptState): RunningHash | undefined {
    return this.runs.keyOf(known.run)?.from(known.chain);
  }

  draft(source: Source, kind: Draft['kind'], data: JsonObject): Draft {
    return this.applied(this.runs.draft(source.live!.run, kind, data));
  }

  /** The drafts that open the run and transcript for a source's first record, if they are not open. */
  open(source: Source): Draft[] {
    if (source.live?.run.open === true) return [];
    const { drafts, transcript } = this.runs.open(source.found, source.live ?? source.known, source.digests);
    source.live = transcript;
    source.digests = undefined;
    return [...drafts];
  }

  /** The drafts that say where a generation broke, and open the next. */
  breakOff(source: Source, data: JsonObject, { book, isReplaced }: BreakOff): Draft[] {
    const known = source.live ?? source.known;
    source.lines.begin(known?.lines ?? 0, book);
    const drafts = this.gap(source, {
      ...data,
      ...(known && explained(known, data.line, isReplaced ? source.found : undefined)),
    });
    return [...drafts, this.runs.nextGeneration(source.found, source.live!)];
  }

  gap(source: Source, data: JsonObject): Draft[] {
    const drafts = this.open(source);
    const { assurance } = this.options;
    return [...drafts, this.draft(source, 'gap', { assurance, ...position(source.live!), ...data })];
  }

  /** A gap where the bytes that waited for their newline are not those that the line begins with now. */
  tailFault(source: Source, headOf: (length: number) => LineHead): Draft[] {
    const known = source.live ?? source.known;
    const hash = known?.pending === undefined ? undefined : this.hashAt(known);
    const fault = tailFault(known, hash, headOf);
    return fault === undefined ? [] : this.gap(source, fault);
  }

  /** The gap of a transcript that is gone. */
  deleted(transcript: TranscriptState, why: { readonly explained?: 'retention' } = {}): Draft {
    const { assurance } = this.options;
    return this.applied(gapAtEnd(transcript, { gap: 'transcript_deleted', assurance, ...why }));
  }

  /** The gap of a tail that was cut away. */
  cut(known: TranscriptState): Draft {
    return this.applied(tailCut(known, this.options.assurance));
  }

  append(drafts: readonly Draft[]): Promise<unknown> {
    return this.unwritten.end(this.send(drafts));
  }

  /** All are under way before one is awaited, so that their order is that of the calls. */
  async appendAll(pieces: readonly (Draft | LineBlock)[]): Promise<void> {
    const written: Promise<unknown>[] = [];
    let drafts: Draft[] = [];
    const send = (): void => {
      if (drafts.length > 0) written.push(this.send(drafts));
      drafts = [];
    };
    for (const piece of pieces) {
      if (!(piece instanceof LineBlock)) drafts.push(piece);
      else {
        send();
        written.push(this.options.log.appendLines(piece));
      }
    }
    send();
    await this.unwritten.end(Promise.all(written));
  }

  private send(drafts: readonly Draft[]): Promise<unknown> {
    for (const draft of drafts) count(this.tally, draft);
    return this.options.log.append(drafts);
  }

  private applied(draft: Draft): Draft {
    return this.unwritten.apply(draft);
  }
}
