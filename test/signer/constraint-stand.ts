import { expect } from 'vitest';
import type { HookReply } from '../../src/signer/hook-call.ts';
import { approvalOf, type GateStand, gateStand, type StandOptions, until, waiting } from './gate-stand.ts';

/** A prompt that somebody typed. */
export function typed(stand: GateStand, prompt: string, more = {}): Promise<HookReply> {
  return stand.claude('UserPromptSubmit', { prompt, ...more });
}

export function stop(stand: GateStand, active = false): Promise<HookReply> {
  return stand.claude('Stop', { stop_hook_active: active });
}

let calls = 0;

/** A tool's call: `allowed`, or the lines that it waits with. A held call is left to wait, and its hook killed. */
export async function attempt(
  stand: GateStand,
  tool: string,
  input: object,
): Promise<readonly string[] | 'allowed'> {
  const wait = waiting();
  let reply: HookReply | undefined;
  const fields = { tool_name: tool, tool_input: input, tool_use_id: `t${calls++}` };
  const answer = stand.claude('PreToolUse', fields, {}, wait).then((one) => {
    reply = one;
  });
  await until(() => wait.said.length > 0 || reply !== undefined, 'an answer or a hold');
  if (wait.said.length === 0) {
    expect(reply?.exit).toBe(0);
    return 'allowed';
  }
  wait.kill();
  await answer;
  return wait.said;
}

export const write = (stand: GateStand, path: string) =>
  attempt(stand, 'Write', { file_path: `${stand.project}/${path}`, content: 'x' });
export const bash = (stand: GateStand, command: string) => attempt(stand, 'Bash', { command });

/** Waits with a call until it is held; gives the approval, and the answer that it gets. */
export async function held(stand: GateStand, command: string) {
  const wait = waiting();
  const answer = stand.bash(`h${calls++}`, command, {}, wait);
  const id = await approvalOf(wait);
  return { id, answer, said: wait.said };
}

/** What holds in the log, by kind and targets. */
export function holds(stand: GateStand) {
  return stand.records('constraint.held').map(({ data, run }) => ({
    kind: data.kind,
    targets: (data.targets as readonly unknown[]).map((one) => stand.text(one)),
    by: data.by,
    run: run?.id,
  }));
}

/** A gate in which these prompts were typed. */
export async function after(prompts: readonly string[], options: StandOptions = {}): Promise<GateStand> {
  const stand = await gateStand(options);
  for (const prompt of prompts) await typed(stand, prompt);
  return stand;
}
