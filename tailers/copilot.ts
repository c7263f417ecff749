import { isAbsolute, join } from 'node:path';
import { describeEvents } from './copilot/describe.ts';
import { eventsReader } from './copilot/reader.ts';
import type { Tailer } from './tailer.ts';

/**
 * GitHub Copilot CLI: one append-only `events.jsonl` a session, in a folder named by the session's id. Subagents write
 * into it too, and a resumed session goes on in it. The XDG folders of older versions are not looked at: none was seen.
 */
export const copilot: Tailer = {
  harness: 'copilot',
  roots: (env, home) => {
    const stated = env.COPILOT_HOME;
    const base = stated !== undefined && isAbsolute(stated) ? stated : join(home, '.copilot');
    return [join(base, 'session-state')];
  },
  // Hooks of tools name no transcript (formats: copilot 1.0.102, §4).
  mainFiles: (session, root) => [join(root, session, 'events.jsonl')],
  describe: describeEvents,
  reader: eventsReader,
};
