import { join } from 'node:path';
import { describeCursor } from './cursor/describe.ts';
import { cursorReader } from './cursor/reader.ts';
import type { Tailer } from './tailer.ts';

/**
 * Cursor, IDE and CLI: JSONL under `projects/<slug>/agent-transcripts/`, which the local runtime writes anew as a whole.
 * Known from public evidence only (formats: cursor); older `.txt` transcripts are not read.
 */
export const cursor: Tailer = {
  harness: 'cursor',
  roots: (_env, home) => [join(home, '.cursor', 'projects')],
  describe: describeCursor,
  reader: cursorReader,
};
