import { join } from 'node:path';
import { isBefore } from '../harness/version-order.ts';
import { type FoundVersion, type Installer, OTHER_SECONDS, PRE_TOOL_SECONDS } from './installer.ts';

const PRE_TOOL_EVENTS = ['preToolUse', 'beforeShellExecution'] as const;
const EVENTS = [
  'preToolUse',
  'postToolUse',
  'postToolUseFailure',
  'beforeShellExecution',
  'afterShellExecution',
  'beforeSubmitPrompt',
  'sessionStart',
  'sessionEnd',
  'stop',
] as const;
const WORDS = ['afterAgentThought', 'afterAgentResponse'] as const;

/** The first versions that are known to have the events of the model's words (formats: cursor, [OBS], [MUL]). */
const WORDS_SINCE = { cursor: '3.4.20', agent: '2026.09.10' } as const;

/**
 * Cursor's `hooks.json` (formats: cursor, from public evidence). Seconds. One name that the CLI does not know makes it
 * drop the whole file, so the events of the model's words are left out unless every version found is known to have them.
 */
export const cursor: Installer = {
  harness: 'cursor',
  name: 'Cursor',
  programs: ['cursor-agent', 'cursor'],
  userFolder: ({ userHome }) => join(userHome, '.cursor'),
  userFile: 'hooks.json',
  projectFile: '.cursor/hooks.json',
  members: { version: 1 },
  readsBom: true,
  hooks: ({ command, profile, versions }) =>
    [...EVENTS, ...(knowsWords(versions) ? WORDS : [])].map((event) => {
      const gates = PRE_TOOL_EVENTS.some((name) => name === event);
      return {
        event,
        entry: {
          command: command(event),
          timeout: gates ? PRE_TOOL_SECONDS : OTHER_SECONDS,
          // Elsewhere it would block prompts.
          ...(gates && profile === 'closed' && { failClosed: true }),
        },
      };
    }),
  next: () => [],
};

/** Whether each version that was found has the events of the model's words; false where none was. */
export function knowsWords(versions: readonly FoundVersion[]): boolean {
  return (
    versions.length > 0 &&
    versions.every(({ program, version }) =>
      // The IDE counts from 1, the CLI in years; `cursor --version` may be either.
      isBefore(version, '2000')
        ? program === 'cursor' && !isBefore(version, WORDS_SINCE.cursor)
        : !isBefore(version, WORDS_SINCE.agent),
    )
  );
}
