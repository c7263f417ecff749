import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import type { Tailer } from './tailer.ts';

/** Every tailer, in the order in which a file is offered to them. A new harness is a line here. */
export const TAILERS: readonly Tailer[] = [claudeCode, codex];
