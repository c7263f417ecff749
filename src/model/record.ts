/** The signed log's record envelope (docs/log-format.md). One record is one line of canonical JSON (RFC 8785). */

export const RECORD_VERSION = 2;
/** A record's line may have this many bytes without its newline (C2SP tlog-tiles caps an entry at 65,535). */
export const MAX_RECORD_BYTES = 60_000;
/** `prev` of the first record of each chain. */
export const ZERO_HASH = '0'.repeat(64);

export const RECORD_KINDS = [
  'log.opened',
  'key.rotated',
  'run.opened',
  'run.child',
  'run.ending',
  'run.closed',
  'input.observed',
  'constraint.held',
  'constraint.refused',
  'constraint.released',
  'call.decided',
  'call.paired',
  'call.completed',
  'approval.requested',
  'approval.answered',
  'approval.used',
  'approval.cancelled',
  'hook.failed',
  'transcript.opened',
  'transcript.line',
  'model.exchange',
  'transcript.checked',
  'transcript.again',
  'gap',
  'recovered',
  'state.saved',
  'finding',
  'vault.erased',
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** A value of canonical JSON as records use it: integers only. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

/** A record's place in its run's chain. `seq` starts at 0; `prev` is the leaf hash of the run's previous record. */
export type RunPlace = { readonly id: string; readonly seq: number; readonly prev: string };

export type LogRecord = {
  readonly v: number;
  readonly seq: number;
  /** Leaf hash of the record before, 64 hex digits. */
  readonly prev: string;
  /** UTC with milliseconds. */
  readonly time: string;
  readonly run?: RunPlace;
  readonly kind: RecordKind;
  /** Who says so: `signer`, `record`, `tailer:<harness>`, `hook:<harness>`, a prompt's source, `analyzer`, `cli`. */
  readonly source: string;
  readonly data: JsonObject;
};

/** A record before the log gave it its place and time. `run` is the run's id. */
export type Draft = {
  readonly run?: string;
  readonly kind: RecordKind;
  readonly source: string;
  readonly data: JsonObject;
};

/** A salted commitment to content that the vault holds: SHA-256(salt ‖ bytes), with the content's length in bytes. */
export type Committed = { readonly bytes: number; readonly commitment: string };
