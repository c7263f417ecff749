import type { Verdict } from '../model/verdict.ts';
import type { Call } from './call.ts';
import type { Context } from './context.ts';
import type { Examination, Step } from './examine.ts';
import { guardedChange, guardedRead, sweepsHooks } from './guarded-paths.ts';
import { namesGuarded } from './mentions.ts';
import { codeRunsTracekit, ownCommand, stopsTracekit, talksToSocket } from './own-commands.ts';
import { reasonText } from './reason-text.ts';
import { vagueToolNames } from './vague-tool.ts';

export const SELF_PROTECTION = 'self-protection';

const WAY = 'to change it, use the tracekit page (`tracekit view --dev`) or another terminal';

/**
 * The refusal of a call that would change, stop or answer tracekit itself, whatever any policy says;
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

/**
 * The hold of a call that names one of those files in a way that can't be read; undefined where it doesn't. As `protect`,
 * it holds whatever any policy says.
 */
export function suspect(call: Call, seen: Examination, context: Context): Verdict | undefined {
  const here = { project: call.cwd, ...context };
  const suspects = (step: Step): boolean =>
    namesGuarded(step) ||
    step.placed.some((placed) => sweepsHooks(placed, here) || vagueToolNames(call, placed, here));
  if (!seen.steps.some(suspects)) return undefined;
  const reason = reasonText(
    `${call.tool.slice(0, 60)} names a hook configuration or tracekit’s own files, and what it does with them can't be read`,
  );
  return { verdict: 'ask', rule: SELF_PROTECTION, reason, ask: 'hold' };
}

function refusal(text: string): Verdict {
  return { verdict: 'deny', rule: SELF_PROTECTION, reason: `[tracekit] ${text}; ${WAY}`.slice(0, 500) };
}

/** They show names and sizes, not what stands in a file. */
const LISTS = new Set(['ls', 'dir', 'du', 'tree', 'eza', 'stat', 'find', 'fd', 'test', '[']);

function refused(step: Step, context: Context): string | undefined {
  for (const placed of step.placed) {
    const changed = guardedChange(placed, context);
    if (changed !== undefined) return `changes ${changed}`;
    if (!LISTS.has(step.command?.name ?? '') && guardedRead(placed, context))
      return 'reads tracekit’s private keys';
  }
  const command = step.command;
  if (command === undefined || command.place === 'container') return undefined;
  const own = ownCommand(command);
  if (own !== undefined) return `runs \`tracekit ${own.slice(0, 60)}\``;
  if (talksToSocket(command, context)) return 'talks to the signer’s socket';
  if (codeRunsTracekit(command)) return 'loads tracekit’s program';
  return stopsTracekit(command, context) ? 'stops tracekit’s processes' : undefined;
}
