import { type Draft, type JsonObject, type RecordKind, ZERO_HASH } from '../model/record.ts';
import type { FoundSource, Unreadable } from '../model/tail.ts';
import type { RecorderOptions } from './recorder-options.ts';
import { runIdOf } from './run-id.ts';
import { RunKey } from './run-key.ts';
import type { RunState, TranscriptState } from './state.ts';
import type { Unwritten } from './unwritten.ts';

/** Opens and closes runs and the transcripts in them. What it drafts is applied to the state already. */
export class Runs<Ref> {
  private readonly keys = new Map<string, RunKey | undefined>();
  readonly counts = { opened: 0, closed: 0 };
  private refused: Set<string> | undefined;
  private readonly options: RecorderOptions<Ref>;
  private readonly unwritten: Unwritten;

  constructor(options: RecorderOptions<Ref>, unwritten: Unwritten) {
    this.options = options;
    this.unwritten = unwritten;
  }

  /** The run's key for running hashes; undefined where it was erased from the vault. */
  keyOf(run: RunState): RunKey | undefined {
    if (!this.keys.has(run.key)) {
      const bytes = this.options.vault.getKept(run.key);
      this.keys.set(run.key, bytes === undefined ? undefined : new RunKey(bytes));
    }
    return this.keys.get(run.key);
  }

  /**
   * Where the lines of `found` go from now on. `known` is what of it is recorded, `digests` those of its lines where
   * the run is closed. A session whose run was closed goes on in a later part, which names the part before it.
   */
  open(
    found: FoundSource,
    known: TranscriptState | undefined,
    digests: Uint8Array | undefined,
  ): { readonly drafts: readonly Draft[]; readonly transcript: TranscriptState } {
    if (known?.run.open === true && this.keyOf(known.run) !== undefined)
      return { drafts: [], transcript: known };
    const { harness, session, agent } = found.description;
    const drafts: Draft[] = [];
    let run = this.options.state.runsOf(harness, session).at(-1);
    // Without its key a run takes no further line: the session goes on in its next part, under a new key.
    if (run?.open === true && this.keyOf(run) === undefined) drafts.push(this.closing(run, 'stopped'));
    if (run?.open !== true) {
      drafts.push(this.openRun(found));
      run = this.options.state.runsOf(harness, session).at(-1)!;
    }
    if (agent !== undefined && !run.transcripts.some((one) => one.agent === agent)) {
      drafts.push(this.apply(this.draft(run, 'run.child', { agent })));
    }
    const index = run.transcripts.length;
    const at = {
      transcript: index,
      generation: known?.generation ?? 0,
      line: known?.lines ?? 0,
      offset: known?.end ?? 0,
    };
    // Without the lines' digests the file no longer has those lines: it begins anew behind this record.
    const chain = digests === undefined ? ZERO_HASH : this.keyOf(run)!.over(digests);
    drafts.push(this.openTranscript(run, found, { ...at, chain }));
    return { drafts, transcript: run.transcripts[index]! };
  }

  /** The transcript is read from another place from here on: moved, archived, compressed, restored. */
  reopenTranscript(found: FoundSource, known: TranscriptState): Draft {
    const { index: transcript, generation, lines: line, end: offset, chain, run } = known;
    return this.openTranscript(run, found, { transcript, generation, line, offset, chain });
  }

  /** The file has other content than was recorded: its lines are recorded again, from 0. */
  nextGeneration(found: FoundSource, transcript: TranscriptState): Draft {
    const { index, generation, run } = transcript;
    return this.openTranscript(run, found, {
      transcript: index,
      generation: generation + 1,
      line: 0,
      offset: 0,
      chain: ZERO_HASH,
    });
  }

  async close(id: string, why: 'idle' | 'recorded' | 'stopped'): Promise<void> {
    const run = this.options.state.runs.get(id);
    if (run?.open === true) await this.options.log.append([this.closing(run, why)]);
  }

  private closing(run: RunState, why: 'idle' | 'recorded' | 'stopped'): Draft {
    this.counts.closed++;
    return this.apply(this.draft(run, 'run.closed', { last: run.records, why }));
  }

  /**
   * Whether the session's open run can take none of the file's lines, since its key was erased, and can't be closed here:
   * the gate records in it.
   */
  isStuck({ description: { harness, session } }: FoundSource): boolean {
    const run = this.options.state.runsOf(harness, session).at(-1);
    return run?.open === true && run.mode === 'hooks' && this.keyOf(run) === undefined;
  }

  /** A gap for a file that belongs to no run; undefined where the log says so already. */
  unreadable(path: string, why: Unreadable): Draft | undefined {
    const { state, vault, assurance } = this.options;
    const refused = this.refusedBefore();
    const key = `${why}\0${path}`;
    if (refused.has(key)) return undefined;
    refused.add(key);
    const data = { gap: 'transcript_unreadable', assurance, why, path: vault.commitKept(Buffer.from(path)) };
    const draft: Draft = { kind: 'gap', source: 'record', data };
    state.apply(draft);
    return draft;
  }

  /** Each reason and path that the log has a gap for, as far as the vault still knows the path. */
  private refusedBefore(): Set<string> {
    if (this.refused !== undefined) return this.refused;
    this.refused = new Set();
    for (const { why, path } of this.options.state.refusals) {
      const bytes = this.options.vault.getKept(path);
      if (bytes !== undefined) this.refused.add(`${why}\0${Buffer.from(bytes).toString('utf8')}`);
    }
    return this.refused;
  }

  draft(run: RunState, kind: RecordKind, data: JsonObject): Draft {
    return { run: run.id, kind, source: `tailer:${run.harness}`, data };
  }

  private openRun(found: FoundSource): Draft {
    const { state, vault, randomBytes } = this.options;
    const { harness, session, from } = found.description;
    const parts = state.runsOf(harness, session);
    const secret = randomBytes(32);
    const key = vault.commitKept(secret);
    this.keys.set(key.commitment, new RunKey(secret));
    const before = parts.at(-1);
    const forkedFrom = from === undefined ? undefined : state.runsOf(harness, from).at(-1);
    const data: { [key: string]: JsonObject[string] } = {
      harness,
      session,
      part: parts.length,
      mode: 'record',
      key,
    };
    if (before !== undefined) data.from = { run: before.id, why: 'later' };
    else if (forkedFrom !== undefined) data.from = { run: forkedFrom.id, why: 'fork' };
    this.counts.opened++;
    const run = runIdOf(harness, session, parts.length);
    return this.apply({ run, kind: 'run.opened', source: `tailer:${harness}`, data });
  }

  private openTranscript(run: RunState, found: FoundSource, at: JsonObject): Draft {
    const { vault } = this.options;
    const { role, agent, layout } = found.description;
    const data: { [key: string]: JsonObject[string] } = {
      ...at,
      role,
      path: vault.commitKept(Buffer.from(found.path)),
      file: vault.commitKept(Buffer.from(found.file)),
    };
    if (agent !== undefined) data.agent = agent;
    if (layout !== undefined) data.layout = layout;
    if (found.compression !== undefined) data.compression = found.compression;
    return this.apply(this.draft(run, 'transcript.opened', data));
  }

  private apply(draft: Draft): Draft {
    return this.unwritten.apply(draft);
  }
}
