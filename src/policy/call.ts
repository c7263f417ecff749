import type { Target } from '../model/target.ts';

/** A tool call as the gate judges it. Plain data; every string is hostile. */
export type Call = {
  /** The tool's name in the one vocabulary, or the harness's own. */
  readonly tool: string;
  /** The shell line, where the tool runs one. */
  readonly command?: string;
  /** The targets of a native tool, by its arguments. */
  readonly targets: readonly Target[];
  /** The addresses that a tool is told to fetch. */
  readonly addresses?: readonly string[];
  /** Absolute. */
  readonly cwd: string;
};
