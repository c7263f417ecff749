import type { Harness } from '../../model/harness.ts';

/** The stable ids of what is checked. docs/install.md says what each means. */
export type CheckId =
  | 'D-NODE'
  | 'D-CURL'
  | 'D-HOME'
  | 'D-KEYS'
  | 'D-CONFIG'
  | 'D-POLICY'
  | 'D-SIGNER'
  | 'D-CLOCK'
  | 'D-DISK'
  | 'D-WATCH'
  | 'D-HOOKS'
  | 'D-HOOKS-EVENT'
  | 'D-HOOKS-TIMEOUT'
  | 'D-HOOKS-DRIFT'
  | 'D-HOOKS-OFF'
  | 'D-TRUST'
  | 'D-VERSION'
  | 'D-DOUBLE'
  | 'D-REASONING';

/** `info` is a fact that asks for nothing. */
export type Status = 'ok' | 'info' | 'warn' | 'fail';

/** What came of one check. */
export type Check = {
  readonly id: CheckId;
  readonly status: Status;
  readonly harness?: Harness;
  /** The settings file that it is about. */
  readonly file?: string;
  /** What was found. */
  readonly detail: string;
  /** What to do; a command stands between backticks. Always there where the status is `fail`. */
  readonly fix?: string;
};

/** Exit code: 0 all is well, 1 something fails, 2 there are warnings. */
export function exitOf(checks: readonly Check[]): 0 | 1 | 2 {
  if (checks.some(({ status }) => status === 'fail')) return 1;
  return checks.some(({ status }) => status === 'warn') ? 2 : 0;
}
