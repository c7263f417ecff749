import type { Harness } from '../model/harness.ts';
import type { Draft, JsonObject } from '../model/record.ts';
import { ConstraintBook } from './constraint-book.ts';
import { CopyIndex, markKeyOf } from './copies.ts';
import { addLinks, countExchange, emptyCounts, type LinkCounts, type RunCounts } from './run-counts.ts';

/** A transcript as the log tells it: how far it is recorded, and what proves the recorded part. */
export type TranscriptState = {
  /** The number of its present generation over the whole log, which the copy index uses. */
  number: number;
  /** Its number in its run. */
  readonly index: number;
  readonly run: RunState;
  readonly role: string;
  readonly agent: string | undefined;
  /** Commitments of its newest place: the path, and `<device>:<inode>`. */
  path: string;
  file: string;
  generation: number;
  lines: number;
  end: number;
  /** How its lines are laid out, where its harness has several ways. */
  layout: string | undefined;
  /** The type of the last recorded line, where it has one. */
  lastType: string | undefined;
  /** The keyed running hash after the last recorded line. */
  chain: string;
  pending: { readonly bytes: number; readonly chain: string } | undefined;
  /** Deleted, or given up: nothing more is expected of it. */
  gone: boolean;
};

export type RunState = {
  readonly id: string;
  readonly harness: Harness;
  readonly session: string;
  readonly part: number;
  /** The run that it comes from: the part before it, or what it was forked from. */
  readonly from: string | undefined;
  /** `hooks` where the gate records it, `record` where only transcripts are read. */
  readonly mode: string;
  /** Commitment of the run's key for running hashes. */
  readonly key: string;
  open: boolean;
  records: number;
  readonly counts: RunCounts;
  readonly transcripts: TranscriptState[];
};

/** One generation of one transcript, as a copied line names where it was first. */
export type Generation = { readonly run: string; readonly transcript: number; readonly generation: number };

/**
 * What the log says about runs and transcripts: a fold over its records, so that a restarted recorder knows
 * what the one before knew.
 */
export class State {
  readonly runs = new Map<string, RunState>();
  readonly transcripts: TranscriptState[] = [];
  readonly generations: Generation[] = [];
  /** Files of no run that could not be read: why, and the commitment of the path. */
  readonly refusals: { readonly why: string; readonly path: string }[] = [];
  copies = new CopyIndex();
  /** The name of the key of marks that the log goes on with; undefined where it names none so far. */
  markKey: string | undefined;
  readonly constraints = new ConstraintBook();
  private readonly bySession = new Map<string, RunState[]>();

  /** Takes in one record, or a draft that is about to become one, in log order. */
  apply(draft: Draft): void {
    const run = draft.run === undefined ? undefined : this.runs.get(draft.run);
    if (run !== undefined) run.records++;
    this.constraints.apply(draft);
    switch (draft.kind) {
      case 'run.opened':
        this.openRun(draft.run!, draft.data);
        break;
      case 'run.closed':
        if (run !== undefined) run.open = false;
        break;
      case 'transcript.opened':
        if (run !== undefined) this.openTranscript(run, draft.data);
        break;
      case 'transcript.line':
      case 'model.exchange':
        if (run !== undefined) this.addLine(run, draft.data);
        break;
      case 'transcript.again':
        if (run !== undefined) this.addAgain(run, draft.data);
        break;
      case 'call.decided':
        if (run !== undefined) run.counts.decided++;
        break;
      case 'transcript.checked':
        if (run !== undefined) check(run, draft.data);
        break;
      case 'gap':
        if (draft.run === undefined) this.addRefusal(draft.data);
        this.addGap(run ?? this.runs.get(String(draft.data.run)), draft.data);
        break;
      case 'recovered':
        // Marks of the key before and of this one are never equal: a copy would be called a changed one.
        if (draft.data.what === 'mark_key') this.copies = new CopyIndex();
        this.nameMarkKey(draft.data);
        break;
      case 'log.opened':
        this.nameMarkKey(draft.data);
        break;
      default:
        break;
    }
  }

  /** Takes drafts back that could not be recorded, the last first: runs opened or closed, and their counts. */
  takeBack(drafts: readonly Draft[]): void {
    for (const draft of [...drafts].reverse()) {
      this.constraints.takeBack(draft);
      const { run: id, kind } = draft;
      const run = id === undefined ? undefined : this.runs.get(id);
      if (run === undefined) continue;
      run.records--;
      if (kind === 'run.closed') run.open = true;
      if (kind === 'run.opened') this.forgetRun(run);
    }
  }

  /** The runs of a session, in the order of their parts. */
  runsOf(harness: Harness, session: string): readonly RunState[] {
    return this.bySession.get(`${harness}\0${session}`) ?? [];
  }

  private nameMarkKey({ marks }: JsonObject): void {
    if (typeof marks === 'string') this.markKey = marks;
  }

  private openRun(id: string, data: JsonObject): void {
    const run: RunState = {
      id,
      harness: data.harness as Harness,
      session: data.session as string,
      part: data.part as number,
      from: (data.from as JsonObject | undefined)?.run as string | undefined,
      mode: data.mode as string,
      key: (data.key as JsonObject).commitment as string,
      open: true,
      records: 1,
      counts: emptyCounts(),
      transcripts: [],
    };
    this.addRun(run);
  }

  /** Adds a run as it was saved, or is just opened. */
  addRun(run: RunState): void {
    this.runs.set(run.id, run);
    const key = `${run.harness}\0${run.session}`;
    this.bySession.set(key, [...(this.bySession.get(key) ?? []), run]);
  }

  /** Takes a transcript back whose opening could not be recorded: the last of its run. */
  forgetTranscript(transcript: TranscriptState): void {
    const { run, index } = transcript;
    if (run.transcripts[index] === transcript) run.transcripts.length = index;
    const at = this.transcripts.lastIndexOf(transcript);
    if (at >= 0) this.transcripts.splice(at, 1);
  }

  private forgetRun(run: RunState): void {
    this.runs.delete(run.id);
    const key = `${run.harness}\0${run.session}`;
    this.bySession.set(
      key,
      this.runsOf(run.harness, run.session).filter((one) => one !== run),
    );
  }

  private openTranscript(run: RunState, data: JsonObject): void {
    const index = data.transcript as number;
    const known = run.transcripts[index];
    const path = (data.path as JsonObject).commitment as string;
    const file = (data.file as JsonObject).commitment as string;
    if (known !== undefined) {
      Object.assign(known, { path, file, gone: false, chain: data.chain, layout: data.layout });
      if (known.generation === data.generation) return;
      const number = this.addGeneration(run, data);
      Object.assign(known, {
        number,
        generation: data.generation,
        lines: 0,
        end: 0,
        pending: undefined,
        lastType: undefined,
      });
      return;
    }
    const transcript: TranscriptState = {
      number: this.addGeneration(run, data),
      index,
      run,
      role: data.role as string,
      agent: data.agent as string | undefined,
      path,
      file,
      generation: data.generation as number,
      lines: data.line as number,
      end: data.offset as number,
      chain: data.chain as string,
      layout: data.layout as string | undefined,
      lastType: undefined,
      pending: undefined,
      gone: false,
    };
    run.transcripts[index] = transcript;
    this.transcripts.push(transcript);
  }

  private addRefusal({ gap, why, path }: JsonObject): void {
    if (gap !== 'transcript_unreadable' || typeof why !== 'string' || path === undefined) return;
    this.refusals.push({ why, path: (path as JsonObject).commitment as string });
  }

  /** A closed run's gaps come behind it and name it in their data. */
  private addGap(run: RunState | undefined, data: JsonObject): void {
    if (run !== undefined) run.counts.gaps++;
    const transcript = run?.transcripts[data.transcript as number];
    if (transcript === undefined) return;
    if (data.gap === 'transcript_deleted') transcript.gone = true;
    // Whatever waited for its newline is no longer there.
    else if (data.gap === 'transcript_truncated' || data.gap === 'transcript_rewritten')
      transcript.pending = undefined;
  }

  private addGeneration(run: RunState, data: JsonObject): number {
    return (
      this.generations.push({
        run: run.id,
        transcript: data.transcript as number,
        generation: data.generation as number,
      }) - 1
    );
  }

  /** Counts in lines that are about to become records, of which the last is named; their marks are the copy index's matter. */
  countLines(transcript: TranscriptState, lines: LastLine & { count: number; linked: LinkCounts }): void {
    transcript.run.records += lines.count;
    addLinks(transcript.run.counts.linked, lines.linked);
    take(transcript, lines);
  }

  private addAgain(run: RunState, { transcript: index, lines, end, chain, type }: JsonObject): void {
    const transcript = run.transcripts[index as number];
    if (transcript === undefined) return;
    const last = { line: (lines as number) - 1, end: end as number, chain: chain as string };
    take(transcript, { ...last, type: type as string | undefined });
  }

  private addLine(run: RunState, data: JsonObject): void {
    const transcript = run.transcripts[data.transcript as number];
    if (transcript === undefined) return;
    countExchange(run.counts, data);
    const line = data.line as number;
    const end = (data.offset as number) + (data.bytes as number);
    const { mark, id, type } = data;
    take(transcript, { line, end, chain: data.chain as string, type: type as string | undefined });
    if (typeof mark !== 'string') return;
    const { harness, session } = run;
    const key =
      typeof id === 'string'
        ? this.copies.idKey({ harness, session, type: type as string | undefined, id })
        : markKeyOf(mark);
    this.copies.setFirst(key, { transcript: transcript.number, line, mark });
  }
}

/** The last of some lines that were recorded, and the running hash after it. */
export type LastLine = {
  readonly line: number;
  readonly end: number;
  readonly chain: string;
  readonly type: string | undefined;
};

function take(transcript: TranscriptState, line: LastLine): void {
  transcript.lines = line.line + 1;
  transcript.end = line.end;
  transcript.chain = line.chain;
  transcript.lastType = line.type;
  transcript.pending = undefined;
}

function check(run: RunState, data: JsonObject): void {
  const transcript = run.transcripts[data.transcript as number];
  const pending = data.pending as JsonObject | undefined;
  if (transcript === undefined || pending === undefined) return;
  transcript.pending = { bytes: pending.length as number, chain: pending.chain as string };
}
