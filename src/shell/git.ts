import type { SimpleCommand } from './command.ts';
import type { Word } from './word.ts';

/** A git command taken apart. */
export type GitCall = {
  /** The subcommand; empty where there is none. */
  readonly verb: string;
  /** The words after it. */
  readonly words: readonly Word[];
  /** The values of `-c`, each `key=value`. */
  readonly settings: readonly Word[];
  /** The values of `-C` and `--work-tree`, in order. */
  readonly folders: readonly Word[];
};

const VALUED = new Set([
  '-c',
  '-C',
  '--git-dir',
  '--work-tree',
  '--namespace',
  '--exec-path',
  '--super-prefix',
  '--config-env',
]);

/** Reads git's own options, then the subcommand. */
export function gitCall(command: SimpleCommand): GitCall {
  const settings: Word[] = [];
  const folders: Word[] = command.assignments.flatMap(({ name, value }) =>
    name === 'GIT_WORK_TREE' ? [value] : [],
  );
  const words = command.words;
  let at = 1;
  for (; at < words.length; at++) {
    const text = words[at]!.text;
    if (!text.startsWith('-')) break;
    if (text.startsWith('--work-tree=')) folders.push({ ...words[at]!, text: text.slice(12) });
    if (!VALUED.has(text)) continue;
    const value = words[++at];
    if (value === undefined) break;
    if (text === '-c') settings.push(value);
    if (text === '-C' || text === '--work-tree') folders.push(value);
  }
  return { verb: words[at]?.text ?? '', words: words.slice(at + 1), settings, folders };
}
