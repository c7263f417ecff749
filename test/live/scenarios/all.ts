import type { Scenario } from '../scenario.ts';
import { interrupted, killed, scriptRemoved, signerKilled } from './breaks.ts';
import { parallel, resumed, subagent } from './conversations.ts';
import { mcp } from './mcp.ts';
import { compacted, terminal } from './terminal.ts';
import { allowed, approved, constraint, denied, guarded, timedOut } from './verdicts.ts';

/** In the order of the table in docs/harnesses.md. */
export const SCENARIOS: readonly Scenario[] = [
  ...[allowed, denied, approved, timedOut, guarded, constraint],
  ...[parallel, subagent, resumed, mcp],
  ...[interrupted, killed, scriptRemoved, signerKilled],
  ...[terminal, compacted],
];
