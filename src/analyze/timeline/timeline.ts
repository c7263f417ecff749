import type { Harness } from '../../model/harness.ts';
import type { Contents } from './contents.ts';
import type { Completion, ConstraintNote, GateCall, HookPrompt, Note } from './hooks.ts';
import type { At } from './item.ts';
import type { Request } from './requests.ts';
import type { SpokenByHook, Transcript } from './transcript.ts';

/** A run of the timeline. */
export type Run = {
  readonly id: string;
  readonly harness: Harness;
  readonly session: string;
  readonly part: number;
  readonly mode: 'record' | 'hooks';
  readonly opened: At;
  readonly from?: { readonly run: string; readonly why: 'later' | 'resume' | 'fork' | 'child' };
  /** `own`: the run that is judged. `earlier`: one that it comes from. `child`: of a subagent with a session of its own. */
  readonly standing: 'earlier' | 'own' | 'child';
  readonly ending?: At;
  readonly closed?: At;
  /** The harness's versions as its transcripts state them, in their order. */
  readonly versions: readonly string[];
};

/**
 * One run as everything recorded tells of it: hooks, log and transcripts, with the runs that it comes from (whose
 * prompts and constraints hold on in it) and those of its subagents. Lists are in log order. Rules read it, and no
 * harness's format. What rules say is about the run's own items: `isOwn`.
 */
export type Timeline = {
  readonly source: 'home' | 'bundle' | 'transcript';
  readonly run: Run;
  /** Earlier runs, oldest first; then the run; then its children. */
  readonly runs: readonly Run[];
  /** Runs that it comes from, of which there are no records here. */
  readonly missing: readonly string[];
  /** Whether any hook recorded anything in the session, in this run or a part before it. */
  readonly hooked: boolean;
  readonly prompts: readonly HookPrompt[];
  readonly calls: readonly GateCall[];
  /** Completions of which no decision is known; not those of which it is known that they are of one of several. */
  readonly strays: readonly Completion[];
  readonly spoken: readonly SpokenByHook[];
  readonly constraints: readonly ConstraintNote[];
  readonly transcripts: readonly Transcript[];
  /** The calls that transcripts tell of, each once. */
  readonly requests: readonly Request[];
  readonly gaps: readonly Note[];
  readonly failedHooks: readonly Note[];
  /** `run.child` records. */
  readonly children: readonly Note[];
  /** `vault.erased` records. */
  readonly erased: readonly Note[];
  readonly contents: Contents;
  /** Whether something is of the run itself, or of a child's. */
  readonly isOwn: (at: At) => boolean;
};
