import { join } from 'node:path';
import { grouped, type Installer, OTHER_SECONDS, PRE_TOOL_SECONDS } from './installer.ts';

const EVENTS = [
  'PreToolUse',
  'PostToolUse',
  'UserPromptSubmit',
  'SessionStart',
  'SessionEnd',
  'Stop',
] as const;
/** Codex clamps this event to it, and warns above (formats: codex 0.171.0). */
const SESSION_END_SECONDS = 3;

/** Codex CLI's `hooks.json` (formats: codex 0.171.0): Claude Code's shape, without `version`. Seconds. */
export const codex: Installer = {
  harness: 'codex',
  name: 'Codex CLI',
  programs: ['codex'],
  userFolder: ({ userHome, env }) => env.CODEX_HOME || join(userHome, '.codex'),
  userFile: 'hooks.json',
  projectFile: '.codex/hooks.json',
  members: {},
  readsBom: false,
  hooks: ({ command }) =>
    grouped(EVENTS, (event) => ({
      ...(event.endsWith('ToolUse') && { matcher: '*' }),
      handler: { type: 'command', command: command(event), timeout: secondsOf(event) },
    })),
  thinkingLine: { file: 'config.toml', key: 'model_reasoning_summary', value: 'auto' },
  next: (_file, project) => [
    'Codex runs no hook that it was not told to trust, and skips it in silence when headless: start `codex` once and choose "Trust all" at "Hooks need review". After each change of the entries it asks again.',
    ...(project ? ['A project’s hooks also need the project itself to be trusted (`codex` asks once).'] : []),
  ],
};

function secondsOf(event: string): number {
  if (event === 'SessionEnd') return SESSION_END_SECONDS;
  return event === 'PreToolUse' ? PRE_TOOL_SECONDS : OTHER_SECONDS;
}
