import type { RecordsOf } from './prefix-fault.ts';
import type { LogSink, VaultSink } from './sinks.ts';
import type { State } from './state.ts';

/** What a recorder writes to, and what it goes on from. `Ref` names a content in the vault. */
export type RecorderOptions<Ref> = {
  readonly log: LogSink;
  readonly vault: VaultSink<Ref>;
  /** The fold of the whole log so far. */
  readonly state: State;
  /** 32 secret bytes by which copied lines are known again. */
  readonly markKey: Uint8Array;
  readonly assurance: 'dev' | 'system';
  readonly randomBytes: (count: number) => Uint8Array;
  /**
   * Look at each record of a line as the tailer made it. By default in system mode, where a tailer is another user's
   * process; in dev mode it is this same program.
   */
  readonly validate?: boolean;
  /** The records of these runs, in order: they tell the place where a file was changed. */
  readonly recordsOf?: RecordsOf;
};
