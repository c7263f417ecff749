import type { ToolClass } from '../../model/harness.ts';
import type { LinkBasis, Outcome } from '../../model/reading.ts';
import type { VerdictWord } from '../../model/verdict.ts';

/** A part of a record, by its number in `data.parts`. */
export type PartAt = { readonly seq: number; readonly part: number };

/** Where a row begins: it stays there, whatever later records add to it. */
type Begin = {
  readonly seq: number;
  /** Orders what begins in one record. */
  readonly sub: number;
  /** The log's clock, ms after the run was opened. */
  readonly ms: number;
  readonly agent: string | undefined;
  readonly copy: boolean;
  /** The entry that shows it, where it has no row of its own. */
  into: Entry | undefined;
};

/** What the model thought or said: part `sub` of record `seq`. */
export type SaidEntry = Begin & { readonly kind: 'thinking' | 'text' };

export type PromptEntry = Begin & {
  readonly kind: 'prompt';
  origin: 'person' | 'harness' | 'agent' | 'unwitnessed';
  /** The texts of it, where a transcript tells of it. */
  readonly parts: readonly number[];
  /** The record of the hook that saw it. */
  readonly hook: number | undefined;
};

/** A person was asked about a call. */
export type ApprovalEntry = {
  readonly id: string;
  readonly requested: number;
  readonly until: number;
  readonly answers: number[];
  state: 'waiting' | 'approved' | 'rejected' | 'expired' | 'cancelled';
};

export type CallEntry = Begin & {
  readonly kind: 'call';
  id: string | undefined;
  tool: ToolClass;
  /** The transcript's line that asks for it, and the gate's decision; one of them at least, but for a stray completion. */
  asked: PartAt | undefined;
  decided: number | undefined;
  verdict: VerdictWord | undefined;
  basis: LinkBasis;
  readonly said: PartAt[];
  readonly results: PartAt[];
  readonly completions: number[];
  /** The completion that stands. */
  completed: number | undefined;
  provisional: boolean;
  readonly approvals: ApprovalEntry[];
  /** Every record that speaks of it. */
  readonly records: number[];
  outcome: Outcome | undefined;
};

/** A row that one record makes. */
export type PlainEntry = Begin & { readonly kind: 'gap' | 'constraint' | 'finding' | 'child' | 'note' };

/** A row before its contents are opened: what is kept of each, so that a run of a million records fits into memory. */
export type Entry = SaidEntry | PromptEntry | CallEntry | PlainEntry;

/** The entry that shows this one. */
export function shownBy(entry: Entry): Entry {
  let shown = entry;
  while (shown.into !== undefined) shown = shown.into;
  return shown;
}
