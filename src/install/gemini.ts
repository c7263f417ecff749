import { join } from 'node:path';
import { grouped, type Installer, OTHER_SECONDS, PRE_TOOL_SECONDS } from './installer.ts';

const EVENTS = [
  'BeforeTool',
  'AfterTool',
  'BeforeAgent',
  'AfterAgent',
  'SessionStart',
  'SessionEnd',
] as const;

/** The name of our hooks in Gemini's own lists (`hooksConfig.disabled`, messages). */
export const GEMINI_HOOK_NAME = 'tracekit';

/** Gemini CLI's settings (formats: gemini 0.61.0). Milliseconds; an entry without matcher is for all tools. */
export const gemini: Installer = {
  harness: 'gemini',
  name: 'Gemini CLI',
  programs: ['gemini'],
  userFolder: ({ userHome }) => join(userHome, '.gemini'),
  userFile: 'settings.json',
  projectFile: '.gemini/settings.json',
  members: {},
  readsBom: true,
  hooks: ({ command }) =>
    grouped(EVENTS, (event) => ({
      handler: {
        type: 'command',
        name: GEMINI_HOOK_NAME,
        command: command(event),
        timeout: (event === 'BeforeTool' ? PRE_TOOL_SECONDS : OTHER_SECONDS) * 1_000,
      },
    })),
  next: (_file, project) =>
    project
      ? ['Gemini runs a project’s hooks only in a folder that it was told to trust (/permissions).']
      : [],
};
