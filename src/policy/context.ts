import { normalPath } from '../shell/path.ts';
import type { PathReader } from './real-path.ts';

/** What a decision needs to know of the machine. Paths are absolute. */
export type Context = {
  /** The home folder of the user whose agent it is. */
  readonly home: string;
  /** The project's root; the call's directory where absent. */
  readonly project?: string;
  readonly files: PathReader;
  /** tracekit's own home; `~/.tracekit` where absent. */
  readonly tracekitHome?: string;
  /** More that is tracekit's: the installed program and hook script, the state home, `CODEX_HOME`'s hook files, … */
  readonly guarded?: readonly string[];
  /** The signer's sockets. */
  readonly sockets?: readonly string[];
  /** The process ids of tracekit's own processes. */
  readonly pids?: readonly number[];
};

/** tracekit's home in this context, normal. */
export function tracekitHome(context: Context): string {
  return normalPath(context.tracekitHome ?? `${context.home}/.tracekit`);
}
