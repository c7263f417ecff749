import type { RunState } from './state.ts';

/** How far a run's transcripts are read, as `tracekit status` shows it. */
export type TailerStatus = 'connected' | 'starting' | 'lost';

/** The tailer as the gate uses it. */
export type TailerPort = {
  /** A run goes on, and `path` is where its hook says the transcript is: it is followed from now on. */
  readonly follow: (run: RunState, path: string | undefined) => void;
  /**
   * Has the run's transcripts read to their present end. Resolves when that is done, and what was read is under way to
   * the log, or when the time for it is over.
   */
  readonly catchUp: (run: RunState) => Promise<void>;
  /** Has the run's transcripts compared with what is recorded, and the outcome recorded, before the run is closed. */
  readonly finish: (run: RunState) => Promise<void>;
  /** The run is closed: what its files get from now on is no longer its own. */
  readonly closed: (run: RunState) => void;
  /** Whether any run is followed. */
  readonly busy: () => boolean;
  readonly status: () => TailerStatus;
};
