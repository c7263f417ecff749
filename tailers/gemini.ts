import { dirname, join } from 'node:path';
import { describeRecording } from './gemini/describe.ts';
import { recordingReader } from './gemini/reader.ts';
import type { Tailer } from './tailer.ts';

/**
 * Gemini CLI's chat recordings (formats: gemini 0.61.0): JSONL from 0.39 on, with replacements, resets and rewinds, and
 * before that one JSON value, written anew on each change. A subagent's file lies in a folder named by its session.
 */
export const gemini: Tailer = {
  harness: 'gemini',
  roots: (_env, home) => [join(home, '.gemini', 'tmp')],
  folders: (path, session) => [join(dirname(path), session)],
  describe: describeRecording,
  reader: recordingReader,
};
