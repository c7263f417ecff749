import type { Verdict } from '../model/verdict.ts';
import type { Call } from './call.ts';
import type { Context } from './context.ts';
import type { Examination, Step } from './examine.ts';
import { guardedChange, guardedRead } from './guarded-paths.ts';
import { codeRunsTracekit, ownCommand, stopsTracekit, talksToSocket } from './own-commands.ts';

export const SELF_PROTECTION = 'self-protection';

/** What this reading cannot see, for docs/limitations.md. */
export const UNSEEN: readonly string[] = [
  'a program or script file that does it (a Makefile target, an npm script, a compiled program)',
  'inline code that computes the path or the command at run time',
  'a path in a variable that the line does not set, or in a substitution whose output the line does not show',
  'a hard link to a protected file, and a bind mount',
  'killing every process named `node`, or by a number that the gate was not told',
  'removing the project as a whole, with its hook configuration, where no policy stands against it',
  'unpacking an archive, or taking back a stash or a commit, that brings a hook configuration along',
  'archiving or copying a whole home with the keys in it',
  'a harness started with another configuration folder by its environment',
];

const WAY = 'to change it, use the tracekit page (`tracekit view --dev`) or another terminal';

/**
 * The refusal of a call that would change, stop or answer tracekit itself (REQUIREMENTS B5), whatever any policy says;
 * undefined where the call does none of it.
 */
export function protect(call: Call, seen: Examination, context: Context): Verdict | undefined {
  const here = { project: call.cwd, ...context };
  for (const step of seen.steps) {
    const what = refused(step, here);
    if (what !== undefined) return refusal(`${call.tool.slice(0, 60)} refused: it ${what}`);
  }
  return undefined;
}

function refusal(text: string): Verdict {
  return { verdict: 'deny', rule: SELF_PROTECTION, reason: `[tracekit] ${text}; ${WAY}`.slice(0, 500) };
}

function refused(step: Step, context: Context): string | undefined {
  for (const placed of step.placed) {
    const changed = guardedChange(placed, context);
    if (changed !== undefined) return `changes ${changed}`;
    if (guardedRead(placed, context)) return 'reads tracekit’s private keys';
  }
  const command = step.command;
  if (command === undefined || command.place === 'container') return undefined;
  const own = ownCommand(command);
  if (own !== undefined) return `runs \`tracekit ${own.slice(0, 60)}\``;
  if (talksToSocket(command, context)) return 'talks to the signer’s socket';
  if (codeRunsTracekit(command)) return 'loads tracekit’s program';
  return stopsTracekit(command, context) ? 'stops tracekit’s processes' : undefined;
}
