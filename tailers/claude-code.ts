import { dirname, isAbsolute, join } from 'node:path';
import { describeClaudeCode } from './claude-code/describe.ts';
import { claudeCodeReader } from './claude-code/reader.ts';
import type { Tailer } from './tailer.ts';

/** Claude Code: append-only JSONL transcripts under `projects/`, one file a session and one a subagent. */
export const claudeCode: Tailer = {
  harness: 'claude-code',
  roots: (env, home) => {
    const configured = env.CLAUDE_CONFIG_DIR;
    const base = configured !== undefined && isAbsolute(configured) ? configured : join(home, '.claude');
    return [join(base, 'projects')];
  },
  folders: (path, session) => [join(dirname(path), session)],
  describe: describeClaudeCode,
  reader: claudeCodeReader,
};
