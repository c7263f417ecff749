import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { cursor } from './cursor.ts';
import { gemini } from './gemini.ts';
import type { Tailer } from './tailer.ts';

/**
 * Every tailer, in the order in which a file is offered to them. A new harness is a line here. Cursor comes first: its
 * empty files have names that Claude Code's have too, and it takes none but by folder or shape.
 */
export const TAILERS: readonly Tailer[] = [cursor, claudeCode, codex, copilot, gemini];
