import type { SourceDescription } from '../model/reading.ts';
import type { FoundSource } from '../model/tail.ts';
import { FileLines } from './file-lines.ts';
import type { HeadDigest } from './head-digest.ts';
import { type ChangedAt, type IdleRun, idleRuns } from './idle-runs.ts';
import type { Marks } from './marks.ts';
import type { RunningHash } from './run-key.ts';
import type { ContentStream } from './sinks.ts';
import type { RunState, TranscriptState } from './state.ts';

/** A file that the tailer reads for the recorder. */
export type Source = {
  found: FoundSource;
  /** What of it is recorded, perhaps in a run that is closed by now. */
  readonly known: TranscriptState | undefined;
  /** Digests of a prefix that is being read again. */
  readonly early: Uint8Array[];
  /** The digests of what is recorded, where its run is closed and more is about to come. */
  digests: Uint8Array | undefined;
  /** Where new lines go; absent until there is something to record. */
  live: TranscriptState | undefined;
  /** The running hash of `live`, once it was needed. */
  hash: RunningHash | undefined;
  readonly marks: Marks;
  /** What is known of the file's lines. */
  readonly lines: FileLines;
  /** A line beyond 8 MiB that comes in; `head` is that of it which waited for its newline before. */
  oversize: { readonly stream: ContentStream; readonly head: HeadDigest | undefined } | undefined;
};

/** A source of which nothing new was said yet. */
export function newSource(found: FoundSource, known: TranscriptState | undefined, marks: Marks): Source {
  return {
    ...{ found, known, marks, early: [], lines: new FileLines(found.description.harness) },
    ...{ digests: undefined, live: undefined, hash: undefined, oversize: undefined },
  };
}

function isSameTranscript(a: SourceDescription, b: SourceDescription): boolean {
  return a.session === b.session && a.role === b.role && a.agent === b.agent;
}

/** The files that are read, by the numbers that the tailer gave them, and the numbers that were given up. */
export class Sources {
  private readonly all = new Map<number, Source>();
  /** Sources whose run was closed: what the tailer still says of them is found anew. */
  private readonly forgotten = new Set<number>();
  private onForget: (source: number, again: boolean) => void = () => undefined;

  add(source: Source): void {
    this.all.set(source.found.source, source);
  }

  /** The source with that number. hostile: the number is the tailer's; one that it never found throws `RangeError`. */
  get(number: number): Source {
    const source = this.all.get(number);
    if (source === undefined)
      throw new RangeError(`the tailer speaks of source ${number}, which it never found`);
    return source;
  }

  /**
   * Takes in what lies at a source's place by now: whether it is another file. A description of another transcript is
   * none of this source.
   */
  lookAgain(
    source: Source,
    now: { readonly file: string; readonly description: SourceDescription } | undefined,
  ): boolean {
    const { found } = source;
    const { layout: _, ...description } = found.description;
    const isSame = now !== undefined && isSameTranscript(description, now.description);
    const layout = isSame ? now.description.layout : undefined;
    source.found = {
      ...{ ...found, file: now?.file ?? found.file },
      description: { ...description, ...(layout === undefined ? {} : { layout }) },
    };
    return source.found.file !== found.file;
  }

  /** Takes no more of a source. */
  forget(source: number): void {
    this.all.delete(source);
    this.forgotten.add(source);
  }

  /** Forgets a source whose run was closed, and says so. `again`: it may have more than is recorded. */
  giveUp(source: number, again: boolean): void {
    this.forget(source);
    this.onForget(source, again);
  }

  isForgotten(source: number): boolean {
    return this.forgotten.has(source);
  }

  /** Calls `listener` with each source that is given up. */
  whenForgotten(listener: (source: number, again: boolean) => void): void {
    this.onForget = listener;
  }

  /** The run that a source's lines go to, or went to; undefined while it has none. */
  runOf(source: number): RunState | undefined {
    const known = this.all.get(source);
    return (known?.live ?? known?.known)?.run;
  }

  /** Where a source's new lines go; undefined while it is not read, or has none. */
  liveOf(source: number): TranscriptState | undefined {
    return this.all.get(source)?.live;
  }

  /** The sources of a run. */
  ofRun(run: string): readonly number[] {
    return [...this.all.keys()].filter((source) => this.runOf(source)?.id === run);
  }

  /** See `idleRuns`. */
  idle(since: number, changedAt: ChangedAt): readonly IdleRun[] {
    return idleRuns(this.all, since, changedAt);
  }
}
