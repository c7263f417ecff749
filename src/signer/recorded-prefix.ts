import type { RecorderMessage, TailerMessage } from '../model/tail.ts';
import type { Places } from './places.ts';
import { prefixFault } from './prefix-fault.ts';
import type { RecorderOptions } from './recorder-options.ts';
import type { Runs } from './runs.ts';
import type { SourceRecords } from './source-records.ts';
import type { Source, Sources } from './sources.ts';
import type { TranscriptState } from './state.ts';
import type { Unwritten } from './unwritten.ts';

type Resumed = Extract<TailerMessage, { kind: 'resumed' }>;

type Parts<Ref> = {
  readonly options: RecorderOptions<Ref>;
  readonly sources: Sources;
  readonly places: Places;
  readonly runs: Runs<Ref>;
  readonly records: SourceRecords<Ref>;
  readonly unwritten: Unwritten;
};

const HASH_BYTES = 32;

/** Judges what is recorded of a file, and was read again: whether to go on behind it, or to begin anew. */
export class RecordedPrefix<Ref> {
  private readonly parts: Parts<Ref>;

  constructor(parts: Parts<Ref>) {
    this.parts = parts;
  }

  /** What the tailer is to do with a source whose prefix it read again: all digests of it are there. */
  async judge(source: Source, last: Resumed): Promise<RecorderMessage> {
    const { options, places, runs, records, unwritten } = this.parts;
    const digests = Buffer.concat([...source.early.splice(0), last.digests]);
    const message = { ...last, digests };
    const known = source.known!;
    if (digests.length === known.lines * HASH_BYTES && runs.keyOf(known.run)?.over(digests) === known.chain) {
      source.lines.learn(digests);
      // Its end is where its last whole line ends: what waited there for its newline was cut away.
      if (message.grown !== true && known.pending !== undefined) await this.noteCut(known);
      return known.run.open ? this.goOn(source, known) : this.goOnClosed(source, message);
    }
    const fault = await prefixFault(message, known, { ...options, keyOf: (run) => runs.keyOf(run) });
    if (fault === undefined) return this.giveUp(source, message);
    unwritten.begin(known);
    await records.append(
      records.breakOff(source, fault.gap, {
        book: fault.book,
        isReplaced: !places.isAt(known, source.found),
      }),
    );
    return { kind: 'restart', source: message.source };
  }

  private noteCut(known: TranscriptState): Promise<unknown> {
    const { records, unwritten } = this.parts;
    unwritten.begin(known);
    return records.append([records.cut(known)]);
  }

  /** The file could not be read again to where it is recorded: it is found anew when it changes. */
  private async giveUp({ found }: Source, { fault }: Resumed): Promise<RecorderMessage> {
    const { runs, records, sources } = this.parts;
    const draft = fault === undefined || fault === 'missing' ? undefined : runs.unreadable(found.path, fault);
    if (draft !== undefined) await records.append([draft]);
    sources.forget(found.source);
    return { kind: 'forget', source: found.source, again: false };
  }

  private async goOn(source: Source, known: TranscriptState): Promise<RecorderMessage> {
    const { places, runs, records, unwritten } = this.parts;
    source.live = known;
    if (!places.isAt(known, source.found)) {
      unwritten.begin(known);
      await records.append([runs.reopenTranscript(source.found, known)]);
    }
    return { kind: 'go', source: source.found.source };
  }

  /** The session's next part begins with what the file has more; one that has nothing more is not kept in mind. */
  private goOnClosed(source: Source, { digests, grown }: Resumed): RecorderMessage {
    const number = source.found.source;
    if (grown !== true) {
      this.parts.sources.forget(number);
      return { kind: 'forget', source: number, again: false };
    }
    source.digests = digests;
    return { kind: 'go', source: number };
  }
}
