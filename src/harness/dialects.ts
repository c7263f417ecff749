import type { Harness } from '../model/harness.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { cursor } from './cursor.ts';
import type { Dialect } from './dialect.ts';
import { gemini } from './gemini.ts';

/** The dialect of each harness. */
export const DIALECTS: Readonly<Record<Harness, Dialect>> = {
  'claude-code': claudeCode,
  codex,
  cursor,
  gemini,
  copilot,
};
