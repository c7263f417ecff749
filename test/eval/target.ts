import { CLAUDE_CODE } from './forge/claude-code.ts';
import { CODEX } from './forge/codex.ts';
import { COPILOT } from './forge/copilot.ts';
import { CURSOR } from './forge/cursor.ts';
import type { Foreign, Forgery } from './forge/forge.ts';
import { GEMINI } from './forge/gemini.ts';
import type { CapturedFile, CapturedHook, Session } from './session.ts';

export const FORGERIES: readonly Forgery[] = [CLAUDE_CODE, CODEX, CURSOR, GEMINI, COPILOT];

/** A captured session that can be mutated: its main file, the line of its first prompt, and that prompt's hook. */
export type Target = {
  readonly session: Session;
  readonly file: CapturedFile;
  readonly real: number;
  readonly hook: number;
  readonly forgery: Forgery;
};

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** Files of subagents. */
const AGENTS = /subagents|agent-[0-9a-f]{8}\.|chats\/[0-9a-f-]{36}\//;

/** The file that has the first prompt, in a session of which hooks saw a prompt. */
export function targetOf(session: Session, forgery: Forgery): Target | undefined {
  for (const file of session.files) {
    if (!file.path.endsWith('.jsonl') || AGENTS.test(file.path)) continue;
    const real = file.lines.findIndex((line) => forgery.isPrompt(parsed(line)));
    const ids = [file.path, Buffer.concat(file.lines.slice(0, 4)).toString()].flatMap(
      (text) => text.match(ID) ?? [],
    );
    const hook = session.hooks.findIndex(
      ({ event, raw }) => /prompt(?!Trans)|BeforeAgent/i.test(event) && ids.some((id) => raw.includes(id)),
    );
    if (real >= 0 && hook >= 0) return { session, file, real, hook, forgery };
  }
  return undefined;
}

export function parsed(line: Buffer): Foreign {
  try {
    return JSON.parse(line.toString()) as Foreign;
  } catch {
    return {};
  }
}

export function lineOf(value: Foreign): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

/** The session with other lines in its main file, and other hooks. */
export function changed(
  { session, file }: Target,
  lines: readonly Buffer[],
  hooks: readonly CapturedHook[] = session.hooks,
): Session {
  const files = session.files.map((one) => (one === file ? { ...file, lines } : one));
  return { ...session, hooks, files };
}

/** The session with another first prompt, in its hook and wherever its transcript has it. */
export function reworded(target: Target, prompt: string): Target | undefined {
  const { session, file, hook } = target;
  const payload = parsed(session.hooks[hook]!.raw);
  const before = payload.prompt;
  if (typeof before !== 'string' || before.length < 4) return undefined;
  const [from, to] = [JSON.stringify(before).slice(1, -1), JSON.stringify(prompt).slice(1, -1)];
  const of = (bytes: Buffer): Buffer =>
    bytes.includes(from) ? Buffer.from(bytes.toString().replaceAll(from, to)) : bytes;
  const next = { ...file, lines: file.lines.map(of) };
  const hooks = session.hooks.map((one) => ({ ...one, raw: of(one.raw) }));
  return {
    ...target,
    file: next,
    session: { ...session, hooks, files: session.files.map((one) => (one === file ? next : one)) },
  };
}
