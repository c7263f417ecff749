import { join } from 'node:path';
import { type Installer, OTHER_SECONDS, PRE_TOOL_SECONDS } from './installer.ts';

const EVENTS = [
  'preToolUse',
  'postToolUse',
  'postToolUseFailure',
  'userPromptSubmitted',
  'sessionStart',
  'sessionEnd',
  'agentStop',
] as const;

/** Copilot CLI's hook files (formats: copilot 1.0.102): every `*.json` of the folder is read. Seconds. */
export const copilot: Installer = {
  harness: 'copilot',
  name: 'Copilot CLI',
  programs: ['copilot'],
  userFolder: ({ userHome, env }) => env.COPILOT_HOME || join(userHome, '.copilot'),
  userFile: 'hooks/tracekit.json',
  projectFile: '.github/hooks/hooks.json',
  members: { version: 1 },
  readsBom: false,
  hooks: ({ command }) =>
    EVENTS.map((event) => ({
      event,
      entry: {
        type: 'command',
        // On Windows Copilot runs the other one.
        bash: command(event),
        ...(process.platform === 'win32' && { powershell: command(event) }),
        timeoutSec: event === 'preToolUse' ? PRE_TOOL_SECONDS : OTHER_SECONDS,
      },
    })),
  next: (_file, project) =>
    project
      ? [
          'Copilot runs a repository’s hooks only in a folder that it was told to trust, and skips them in silence elsewhere: start `copilot` there once, or pass --trust-folder.',
        ]
      : [],
};
