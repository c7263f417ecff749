import type { Capability } from '../harness/capabilities.ts';
import type { Severity } from '../model/finding.ts';
import type { Action } from './actions.ts';
import type { Said } from './claims/said.ts';
import type { Standing } from './holds/standing.ts';
import type { Pairs } from './pairs.ts';
import type { PromptBook } from './prompts/prompt-book.ts';
import type { Step } from './steps.ts';
import type { At } from './timeline/item.ts';
import type { Timeline } from './timeline/timeline.ts';

/** What rules share about one timeline. Each is made when it is first asked for. */
export type Facts = {
  /** What the run's harness does, in the newest version that its transcripts state. */
  readonly capability: Capability;
  /** Calls of the gate and of transcripts, joined. */
  readonly pairs: Pairs;
  /** Every call, as both tell of it. */
  readonly actions: readonly Action[];
  /** What stands in the user's place in transcripts, against what hooks saw. */
  readonly prompts: PromptBook;
  /** All that happened, in one order. */
  readonly steps: readonly Step[];
  /** What holds of what the person said, after each of the person's prompts. */
  readonly standing: readonly (readonly Standing[])[];
  /** How many of the person's prompts came before each call. */
  readonly turns: ReadonlyMap<Action, number>;
  /** What was claimed and denied, by the step at which it was. */
  readonly said: ReadonlyMap<Step, Said>;
};

/** What a rule found, before it is tied to its run. */
export type Found = {
  /** Which of the things that the rule says, where it says several; `could_not_run` is the same in all. */
  readonly kind?: string;
  /** The rule's own unless stated. */
  readonly severity?: Severity;
  /** One or two sentences. hostile text in it is quoted with `quote`. */
  readonly text: string;
  /** At least one: the records that it rests on, the one to look at first first. */
  readonly cites: readonly At[];
  readonly trust?: 'transcript';
};

/** One thing that the analyzer looks for. A file a rule; pure; what it says depends on its arguments alone. */
export type Rule = {
  /** `TK-…`. */
  readonly id: string;
  /** What it says, in one sentence. */
  readonly title: string;
  readonly severity: Severity;
  /**
   * What the run must have, or the rule is not run and says so once, as an info: `hooks` any hook record, `exchanges` any
   * exchange of a transcript. (Contents that a rule asks for and does not get are said without its doing.)
   */
  readonly needs: readonly ('hooks' | 'exchanges')[];
  readonly run: (timeline: Timeline, facts: Facts) => readonly Found[];
};

/** A rule's word that it could not look, or not at everything. */
export function couldNotRun(why: string, cites: readonly At[]): Found {
  return { kind: 'could_not_run', severity: 'info', text: why, cites };
}

const MAX_QUOTE = 120;

/** Foreign text as a finding quotes it: one line, at most 120 characters. hostile: still to be made inert where it is shown. */
export function quote(text: string): string {
  const one = text.replaceAll(/\s+/g, ' ').trim();
  return JSON.stringify(one.length > MAX_QUOTE ? `${one.slice(0, MAX_QUOTE)}…` : one);
}
