import type { Break } from './breaks.ts';
import type { Hole } from './transcript-cover.ts';

/** The questions, each answered apart. */
export type Question = 'integrity' | 'completeness' | 'authorship' | 'time' | 'gate coverage';

/**
 * `ok`; `warning`: it holds, but a person should know something; `failed`; `unknown`: what is here cannot tell;
 * `unusable`: this program cannot judge it.
 */
export type Standing = 'ok' | 'warning' | 'failed' | 'unknown' | 'unusable';

/** The answer to a question: one word in capitals with what it applies to, and what it rests on. */
export type Verdict = {
  readonly question: Question;
  readonly word: string;
  readonly standing: Standing;
  /** What the answer rests on, and what it does not cover. */
  readonly basis: readonly string[];
  /** What a person should know or do. */
  readonly warnings: readonly string[];
};

/** One run's own answers. */
export type RunReport = {
  readonly run: string;
  readonly harness: string;
  readonly session: string;
  readonly part: number;
  readonly mode: string;
  readonly from?: { readonly run: string; readonly why: string };
  /** `COMPLETE`, or `COMPLETE TO n (open)`; `n` is the last record's number in the run. */
  readonly word: string;
  readonly records: number;
  readonly late: number;
  readonly lines: number;
  readonly gaps: number;
  readonly calls: number;
  readonly decided: number;
  readonly holes: readonly Hole[];
  readonly holeCount: number;
};

export type VerifyReport = {
  /** What was verified: a home's log or a bundle. */
  readonly subject: 'home' | 'bundle';
  readonly origin?: string;
  readonly records: number;
  /** Records that a checkpoint covers. */
  readonly signed: number;
  readonly verdicts: readonly Verdict[];
  /** Everything that does not hold, with its place; the first 500 of `breakCount`. */
  readonly breaks: readonly Break[];
  readonly breakCount: number;
  readonly runs: readonly RunReport[];
};
