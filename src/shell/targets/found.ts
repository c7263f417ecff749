import type { TargetRole } from '../../model/target.ts';
import type { SimpleCommand } from '../command.ts';
import { normalPath } from '../path.ts';
import type { Word } from '../word.ts';

/** A file that a command's words name, seen from the command's own directory. */
export type Found = {
  readonly word: Word;
  readonly role: TargetRole;
  readonly tree?: boolean;
  readonly by?: 'patch' | 'code';
};

/** Reads one family of commands for their targets. `home` is absolute. */
export type Family = (command: SimpleCommand, home: string) => readonly Found[];

/** Each word with a role. */
export function all(words: readonly Word[], role: TargetRole, tree = false): readonly Found[] {
  return words.map((word) => ({ word, role, ...(tree || word.tree ? { tree: true } : {}) }));
}

/** Whether the path is a folder by how it is written, or by a name that only folders have. */
export function looksLikeFolder(path: string): boolean {
  return path.endsWith('/') || FOLDER.test(path) || ['/', '/tmp', '/etc'].includes(normalPath(path));
}

const FOLDER =
  /(^|\/)(\.|\.\.|\.claude|\.codex|\.cursor|\.gemini|\.copilot|\.tracekit|\.github|\.ssh|\.aws|\.config|\.git|hooks|keys|copilot|bin|src|docs|tests?|lib)$/;
