import { commandOf } from '../../harness/command.ts';
import { commandDirectory } from '../../harness/directory.ts';
import { unwrapJson } from '../../harness/payload.ts';
import { toolTargets } from '../../harness/targets.ts';
import { namedTool } from '../../harness/tool-name.ts';
import { toolClass } from '../../harness/tools.ts';
import type { Harness, ToolClass } from '../../model/harness.ts';
import type { HookEvent } from '../../model/hook-event.ts';
import type { Call } from '../../policy/call.ts';
import { callOf } from '../../signer/call-of.ts';

/** What a call was asked to do, read from its tool's name and arguments as the gate reads a hook's payload. */
export type ReadCall = {
  /** The harness's own name of the tool. */
  readonly name: string;
  readonly kind: ToolClass;
  /** As the policy judges it. */
  readonly call: Call;
  /** The arguments; a JSON string that holds an object is unwrapped (Codex, Copilot). */
  readonly input: unknown;
};

export type CallText = {
  readonly harness: Harness;
  readonly name: string;
  readonly input: unknown;
  /** Absolute; where nothing says the directory it is `/`, and relative paths are taken from there. */
  readonly cwd: string;
};

/** Reads a call. hostile: name and arguments are the agent's. */
export function readCall({ harness, name, input: given, cwd }: CallText): ReadCall {
  const input = unwrapJson(given);
  const payload = { tool_name: name };
  const tool = namedTool(harness, 'claude_settings', payload) ?? {
    kind: toolClass(harness, name),
    name: { canonical: name, own: name },
  };
  const fields = typeof input === 'string' && tool.kind === 'Bash' ? { command: input } : input;
  const command = tool.kind === 'Bash' ? commandOf(fields) : undefined;
  const event: HookEvent = {
    ...{ harness, named: harness, surface: 'own', kind: 'pre_tool', event: 'PreToolUse' },
    tool: tool.name,
    input: fields,
    targets: toolTargets(tool.name, tool.kind, fields),
    cwd,
    raw: new Uint8Array(0),
    payload: {},
    ...(command === undefined ? {} : { command }),
  };
  const call = callOf(event);
  return { name, kind: tool.kind, call: { ...call, cwd: commandDirectory({ cwd, input: fields }) }, input };
}
