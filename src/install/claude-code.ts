import { join } from 'node:path';
import { grouped, type Installer, OTHER_SECONDS, PRE_TOOL_SECONDS } from './installer.ts';

const TOOL_EVENTS = ['PreToolUse', 'PostToolUse', 'PostToolUseFailure'] as const;
const EVENTS = [
  ...TOOL_EVENTS,
  'UserPromptSubmit',
  'SessionStart',
  'SessionEnd',
  'Stop',
  'SubagentStop',
] as const;

/** Claude Code's settings (formats: claude-code 2.1.332). Seconds. */
export const claudeCode: Installer = {
  harness: 'claude-code',
  name: 'Claude Code',
  programs: ['claude'],
  userFolder: ({ userHome, env }) => env.CLAUDE_CONFIG_DIR || join(userHome, '.claude'),
  userFile: 'settings.json',
  projectFile: '.claude/settings.json',
  members: {},
  readsBom: true,
  hooks: ({ command }) =>
    grouped(EVENTS, (event) => ({
      ...(TOOL_EVENTS.some((name) => name === event) && { matcher: '*' }),
      handler: {
        type: 'command',
        command: command(event),
        timeout: event === 'PreToolUse' ? PRE_TOOL_SECONDS : OTHER_SECONDS,
      },
    })),
  thinking: { key: 'showThinkingSummaries', value: true },
  next: () => ['A session that runs already keeps the hooks that it began with: start a new one.'],
};
