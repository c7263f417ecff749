import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { FoundSource } from '../model/tail.ts';
import type { RunState, State, TranscriptState } from './state.ts';

/** Reads content that retention never takes; undefined where it was erased. */
export type GetKept = (commitment: string) => Uint8Array | undefined;

/**
 * Which recorded transcript a file on disk is. Places stand in the log as commitments only; the vault has the
 * words.
 */
export class Places {
  private readonly words = new Map<string, string | undefined>();
  private readonly state: State;
  private readonly getKept: GetKept;

  constructor(state: State, getKept: GetKept) {
    this.state = state;
    this.getKept = getKept;
  }

  /**
   * By path; else by device and inode (moved, archived); else by name where the recorded file is gone from its
   * place (compressed, restored, copied over). The newest part of the session comes first.
   */
  find(found: FoundSource): TranscriptState | undefined {
    const { harness, session } = found.description;
    const runs = [...this.state.runsOf(harness, session)].reverse();
    return (
      first(runs, (one) => this.pathOf(one) === found.path) ??
      first(runs, (one) => this.word(one.file) === found.file && this.isMovable(one, found)) ??
      first(runs, (one) => this.isMovable(one, found) && sameName(this.pathOf(one), found.path))
    );
  }

  /** The recorded path, in clear; undefined where the vault no longer has it. */
  pathOf(transcript: TranscriptState): string | undefined {
    return this.word(transcript.path);
  }

  /** Whether the newest recorded place is exactly this one. */
  isAt(transcript: TranscriptState, found: FoundSource): boolean {
    return this.word(transcript.path) === found.path && this.word(transcript.file) === found.file;
  }

  private isMovable(transcript: TranscriptState, found: FoundSource): boolean {
    if (transcript.role !== found.description.role || transcript.agent !== found.description.agent)
      return false;
    const path = this.pathOf(transcript);
    return path !== undefined && !existsSync(path);
  }

  private word(commitment: string): string | undefined {
    if (!this.words.has(commitment)) {
      const bytes = this.getKept(commitment);
      this.words.set(commitment, bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8'));
    }
    return this.words.get(commitment);
  }
}

function first(
  runs: readonly RunState[],
  fits: (transcript: TranscriptState) => boolean,
): TranscriptState | undefined {
  for (const run of runs) {
    const found = run.transcripts.find(fits);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `X.jsonl` and `X.jsonl.zst` are one transcript: Codex compresses, archives and restores (formats: codex 0.171.0 §1). */
function sameName(a: string | undefined, b: string): boolean {
  return a !== undefined && basename(a).replace(/\.zst$/, '') === basename(b).replace(/\.zst$/, '');
}
