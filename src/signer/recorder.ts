import { sha256 } from '../bytes/sha256.ts';
import type { LineReading } from '../model/reading.ts';
import type { Draft, JsonObject } from '../model/record.ts';
import type { FoundSource, RecorderMessage, TailerMessage, Unreadable } from '../model/tail.ts';
import { type LinePlace, lineData } from './line-data.ts';
import { Marks } from './marks.ts';
import { Places } from './places.ts';
import { Runs } from './runs.ts';
import type { LogSink, VaultSink } from './sinks.ts';
import type { State, TranscriptState } from './state.ts';
import { count, emptyTally } from './tally.ts';

export type RecorderOptions<Ref> = {
  readonly log: LogSink;
  readonly vault: VaultSink<Ref>;
  /** The fold of the whole log so far. */
  readonly state: State;
  /** 32 secret bytes by which copied lines are known again. */
  readonly markKey: Uint8Array;
  readonly assurance: 'dev' | 'system';
  readonly randomBytes: (count: number) => Uint8Array;
};

/** A file that the tailer reads for us. */
type Source = {
  readonly found: FoundSource;
  /** What of it is recorded, perhaps in a run that is closed by now. */
  known: TranscriptState | undefined;
  /** The plain running chain at the end of what is recorded, once the tailer has said it. */
  chain: Uint8Array;
  /** Where new lines go; absent until there is something to record. */
  live: TranscriptState | undefined;
  marks: Marks;
  oversize: ReturnType<VaultSink<unknown>['stream']> | undefined;
};

type Resumed = Extract<TailerMessage, { kind: 'resumed' }>;
type Lines = Extract<TailerMessage, { kind: 'lines' }>;
type Pending = Extract<TailerMessage, { kind: 'pending' }>;
type Broken = Extract<TailerMessage, { kind: 'broken' }>;

const HASH_BYTES = 32;
const START = new Uint8Array(HASH_BYTES);

/**
 * Turns what a tailer read into records: decides which run and transcript a line belongs to, commits to its
 * bytes, and says where the file is no longer what it was. It reads no file itself.
 */
export class Recorder<Ref> {
  private readonly sources = new Map<number, Source>();
  private readonly places: Places;
  readonly #runs: Runs<Ref>;
  private readonly options: RecorderOptions<Ref>;
  readonly tally = emptyTally();

  constructor(options: RecorderOptions<Ref>) {
    this.options = options;
    this.places = new Places(options.state, options.vault.getKept);
    this.#runs = new Runs(options);
  }

  /** How many runs this recorder opened and closed. */
  get runs(): { readonly opened: number; readonly closed: number } {
    return this.#runs.counts;
  }

  /** Takes a found file on: says whether to read it afresh, or to read the recorded prefix again first. */
  found(found: FoundSource): RecorderMessage {
    this.tally.transcripts++;
    const known = this.places.find(found);
    const fresh = known === undefined || known.lines === 0;
    this.sources.set(found.source, {
      found,
      known,
      chain: START,
      live: undefined,
      marks: new Marks(this.options.markKey, this.options.state),
      oversize: undefined,
    });
    const at = fresh ? { line: 0, offset: 0 } : { line: known.lines, offset: known.end };
    return { kind: 'start', source: found.source, at, resume: !fresh };
  }

  /** Judges the prefix that was read again: it still is what was recorded, or a new generation begins. */
  async resumed(message: Resumed): Promise<RecorderMessage> {
    const source = this.source(message.source);
    const known = source.known!;
    const key = this.#runs.keyOf(known.run);
    if (message.chain !== undefined && key?.mac(message.chain) === known.chain) {
      source.chain = message.chain;
      if (known.run.open) source.live = known;
      if (known.run.open && !this.places.isAt(known, source.found)) {
        await this.append([this.#runs.reopenTranscript(source.found, known, source.chain)]);
      }
      return { kind: 'go', source: message.source };
    }
    await this.append(this.breakOff(source, prefixFault(message, known, key !== undefined)));
    return { kind: 'restart', source: message.source };
  }

  /** Records whole lines; resolves when they are durable. */
  async lines(message: Lines): Promise<void> {
    const source = this.source(message.source);
    const drafts = this.open(source);
    const live = source.live!;
    const bytes = Buffer.from(message.bytes.buffer, message.bytes.byteOffset, message.bytes.byteLength);
    const readings = JSON.parse(message.readings) as readonly LineReading[];
    if (live.pending !== undefined && message.first === live.lines) {
      drafts.push(...this.pendingFault(source, bytes.subarray(0, message.ends[0])));
    }
    let start = 0;
    for (let i = 0; i < readings.length; i++) {
      const end = message.ends[i]!;
      const chain = message.chain.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES);
      const draft = this.lineDraft(source, bytes.subarray(start, end), {
        line: message.first + i,
        offset: message.offset + start,
        chain,
        reading: readings[i]!,
      });
      this.options.state.apply(draft);
      drafts.push(draft);
      start = end;
    }
    source.chain = message.chain.slice((readings.length - 1) * HASH_BYTES);
    await this.append(drafts);
  }

  /** Keeps a piece of a line beyond 8 MiB, which `oversize` will close. */
  piece(message: Extract<TailerMessage, { kind: 'piece' }>): Promise<void> {
    const source = this.source(message.source);
    source.oversize ??= this.options.vault.stream();
    return source.oversize.write(message.bytes);
  }

  async oversize(message: Extract<TailerMessage, { kind: 'oversize' }>): Promise<void> {
    const source = this.source(message.source);
    const drafts = this.open(source);
    const committed = (source.oversize ?? this.options.vault.stream()).end();
    source.oversize = undefined;
    const place = { ...this.placeOf(source, message), committed };
    const { kind, data } = lineData(place, { form: 'oversize' }, () => committed);
    drafts.push(this.draft(source, kind, data));
    this.options.state.apply(drafts.at(-1)!);
    source.chain = message.chain;
    if (!message.same) {
      const place = { line: message.line, offset: message.offset, end: message.offset + message.bytes };
      drafts.push(...this.gap(source, { gap: 'transcript_unreadable', why: 'changed_while_read', ...place }));
    }
    await this.append(drafts);
  }

  /** Records that the file is no longer what was read of it, and begins a new generation. */
  async broken(message: Broken): Promise<void> {
    const source = this.source(message.source);
    const known = source.live ?? source.known;
    const data = { gap: `transcript_${message.what}`, line: message.line, offset: message.offset };
    const end = { end: known?.end ?? 0 };
    if (message.what !== 'deleted') await this.append(this.breakOff(source, { ...data, ...end }));
    else if (known !== undefined) await this.append([this.deleted(known)]);
  }

  /** Records a tail without its newline, unless it is the one recorded already. */
  async pending(message: Pending): Promise<void> {
    const source = this.source(message.source);
    const known = source.live ?? source.known;
    const key = known === undefined ? undefined : this.#runs.keyOf(known.run);
    if (known?.pending?.bytes === message.length && key?.mac(message.chain) === known.pending.chain) return;
    const drafts = this.open(source);
    const live = source.live!;
    if (live.pending !== undefined) drafts.push(...this.pendingFault(source, message.bytes));
    const { committed } = this.options.vault.commit(message.bytes);
    drafts.push(
      this.draft(source, 'transcript.checked', {
        transcript: live.index,
        generation: live.generation,
        lines: live.lines,
        end: live.end,
        chain: live.chain,
        outcome: 'pending',
        pending: {
          ...committed,
          length: message.length,
          chain: this.#runs.keyOf(live.run)!.mac(message.chain),
        },
      }),
    );
    this.options.state.apply(drafts.at(-1)!);
    await this.append(drafts);
  }

  /** Records a file that cannot be read, once for each file and reason. */
  async unreadable(path: string, why: Unreadable): Promise<void> {
    const draft = this.#runs.unreadable(path, why);
    if (draft !== undefined) await this.append([draft]);
  }

  /** Closes the runs whose files have not changed since `idleSince` (ms since 1970). */
  async closeIdle(idleSince: number): Promise<void> {
    const newest = new Map<string, number>();
    for (const { live, known, found } of this.sources.values()) {
      const run = (live ?? known)?.run;
      if (run?.open === true) newest.set(run.id, Math.max(newest.get(run.id) ?? 0, found.changed));
    }
    for (const [run, changed] of newest) {
      if (changed <= idleSince) await this.#runs.close(run, 'idle');
    }
  }

  /** Records the transcripts that are gone from where they were recorded, as far as `isGone` knows the place. */
  async missing(isGone: (path: string) => boolean): Promise<void> {
    for (const transcript of this.options.state.transcripts) {
      const path = this.places.pathOf(transcript);
      if (!transcript.run.open || transcript.gone || path === undefined || !isGone(path)) continue;
      await this.append([this.deleted(transcript)]);
    }
  }

  /** The gap of a deleted transcript: in its run, or behind it where that was closed. */
  private deleted(transcript: TranscriptState): Draft {
    const { run, lines, end } = transcript;
    const data = {
      gap: 'transcript_deleted',
      assurance: this.options.assurance,
      ...position(transcript),
      ...{ line: lines, offset: end, end },
    };
    const draft: Draft = run.open
      ? this.#runs.draft(run, 'gap', data)
      : { kind: 'gap', source: `tailer:${run.harness}`, data: { ...data, run: run.id } };
    this.options.state.apply(draft);
    return draft;
  }

  private append(drafts: readonly Draft[]): Promise<unknown> {
    for (const draft of drafts) count(this.tally, draft);
    return this.options.log.append(drafts);
  }

  private source(number: number): Source {
    const source = this.sources.get(number);
    if (source === undefined)
      throw new RangeError(`the tailer speaks of source ${number}, which it never found`);
    return source;
  }

  private lineDraft(
    source: Source,
    bytes: Buffer,
    line: { line: number; offset: number; chain: Uint8Array; reading: LineReading },
  ): Draft {
    const { vault } = this.options;
    const { committed, ref } = vault.commit(bytes);
    const place = { ...this.placeOf(source, line), committed };
    const { kind, data } = lineData(place, line.reading, (slice) =>
      vault.commitSlice(ref, slice.at, slice.bytes),
    );
    source.marks.add(data, source.live!, line.reading);
    return this.draft(source, kind, data);
  }

  private placeOf(
    source: Source,
    line: { line: number; offset: number; chain: Uint8Array },
  ): Omit<LinePlace, 'committed'> {
    const live = source.live!;
    const chain = this.#runs.keyOf(live.run)!.mac(line.chain);
    return {
      transcript: live.index,
      generation: live.generation,
      line: line.line,
      offset: line.offset,
      chain,
    };
  }

  private draft(source: Source, kind: Draft['kind'], data: JsonObject): Draft {
    return this.#runs.draft(source.live!.run, kind, data);
  }

  /** The drafts that open the run and transcript for a source's first record, if they are not open. */
  private open(source: Source): Draft[] {
    if (source.live?.run.open === true) return [];
    const { drafts, transcript } = this.#runs.open(source.found, source.live ?? source.known, source.chain);
    source.live = transcript;
    return [...drafts];
  }

  /** The drafts that say where a generation broke, and open the next. */
  private breakOff(source: Source, data: JsonObject): Draft[] {
    const drafts = this.gap(source, data);
    source.chain = START;
    return [...drafts, this.#runs.nextGeneration(source.found, source.live!)];
  }

  private gap(source: Source, data: JsonObject): Draft[] {
    const drafts = this.open(source);
    const draft = this.draft(source, 'gap', {
      assurance: this.options.assurance,
      ...position(source.live!),
      ...data,
    });
    this.options.state.apply(draft);
    return [...drafts, draft];
  }

  /** A gap where the bytes that waited for their newline are not those that begin `now`. */
  private pendingFault(source: Source, now: Uint8Array): Draft[] {
    const live = source.live!;
    const { bytes, chain } = live.pending!;
    const plain = sha256(Buffer.concat([source.chain, sha256(now.subarray(0, bytes))]));
    if (now.length >= bytes && this.#runs.keyOf(live.run)?.mac(plain) === chain) return [];
    const gap = now.length >= bytes ? 'transcript_rewritten' : 'transcript_truncated';
    return this.gap(source, { gap, line: live.lines, offset: live.end });
  }
}

/** Why a prefix that was read again does not stand for what was recorded. */
function prefixFault(message: Resumed, known: TranscriptState, hasKey: boolean): JsonObject {
  if (!hasKey) return { gap: 'transcript_unreadable', why: 'key_gone' };
  if (message.chain === undefined) {
    return { gap: 'transcript_truncated', line: known.lines, offset: message.bytes ?? 0, end: known.end };
  }
  return { gap: 'transcript_rewritten', offset: 0, end: known.end };
}

function position(transcript: TranscriptState): { transcript: number; generation: number } {
  return { transcript: transcript.index, generation: transcript.generation };
}
