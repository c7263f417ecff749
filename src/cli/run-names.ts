import { listSegments, readSegment } from '../log/segments.ts';
import { TracekitError } from '../model/error.ts';

/** A run as it can be named: by its own id, or by the harness's. */
export type NamedRun = {
  readonly id: string;
  readonly session: string;
  readonly harness: string;
};

/** Finds runs by what a person types. */
export class RunNames {
  private readonly runs: readonly NamedRun[];

  private constructor(runs: readonly NamedRun[]) {
    this.runs = runs;
  }

  /** Reads the runs that the log in this folder of segments opened. hostile: lines that do not parse are passed over. */
  static of(segments: string): RunNames {
    const runs: NamedRun[] = [];
    for (const { path } of listSegments(segments)) {
      for (const { bytes, whole } of readSegment(path)) {
        if (whole && bytes.includes('"kind":"run.opened"')) runs.push(...opened(bytes));
      }
    }
    return new RunNames(runs);
  }

  /** Runs that are known already, oldest first. */
  static from(runs: readonly NamedRun[]): RunNames {
    return new RunNames(runs);
  }

  /** The ids of all runs, oldest first. */
  all(): readonly string[] {
    return this.runs.map(({ id }) => id);
  }

  /** The newest run, or undefined. */
  newest(): NamedRun | undefined {
    return this.runs.at(-1);
  }

  /**
   * The id of the run that a whole id, a session id (its newest part), or the unique beginning of one names. Throws
   * `no_such_run` or `ambiguous_run`.
   */
  find(name: string): string {
    if (name === '')
      throw new TracekitError('bad_option', '--run: expected an id, or the beginning of one, found nothing');
    const whole = this.runs.findLast((run) => run.id === name || run.session === name);
    if (whole !== undefined) return whole.id;
    const begun = this.runs.filter((run) => run.id.startsWith(name) || run.session.startsWith(name));
    const sessions = new Set(begun.map((run) => (run.id.startsWith(name) ? run.id : run.session)));
    if (sessions.size === 1) return begun.at(-1)!.id;
    if (begun.length === 0) {
      throw new TracekitError(
        'no_such_run',
        `--run ${name}: expected a run's or session's id, or the beginning of one; no run has it (tracekit log --kind run.opened lists them)`,
      );
    }
    throw new TracekitError(
      'ambiguous_run',
      `--run ${name}: ${begun.length} runs begin so: ${begun
        .slice(0, 5)
        .map((run) => run.id)
        .join(', ')}; give more of it`,
    );
  }
}

function opened(bytes: Buffer): NamedRun[] {
  try {
    const { run, data } = JSON.parse(bytes.toString('utf8')) as {
      run?: { id?: unknown };
      data?: { session?: unknown; harness?: unknown };
    };
    if (typeof run?.id !== 'string' || typeof data?.session !== 'string') return [];
    return [{ id: run.id, session: data.session, harness: String(data.harness) }];
  } catch {
    return [];
  }
}
