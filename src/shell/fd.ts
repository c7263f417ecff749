import type { SimpleCommand } from './command.ts';
import { foundWord } from './find.ts';
import { type Arguments, readArguments, type Spec } from './options.ts';
import { joinPath } from './path.ts';
import type { Word } from './word.ts';

/** `fd` as it is named, by Debian too. */
export function isFd(name: string): boolean {
  return name === 'fd' || name === 'fdfind';
}

const VALUED = 'etdEcjSoC';
const SPEC: Spec = {
  short: VALUED,
  long: [
    '--and',
    '--base-directory',
    '--changed-before',
    '--changed-within',
    '--color',
    '--exact-depth',
    '--exclude',
    '--extension',
    '--ignore-file',
    '--max-depth',
    '--max-results',
    '--min-depth',
    '--owner',
    '--search-path',
    '--size',
    '--threads',
    '--type',
  ],
};

/** What `fd` is asked: what it finds, and the commands that it runs on it, as written (fd 10.2, `fd --help`). */
export type FdCall = {
  readonly found: readonly Word[];
  readonly commands: readonly (readonly Word[])[];
};

/** Reads `fd [PATTERN [PATH…]] [-x|-X COMMAND… [;]]`. A pattern is no name, so that it finds everything below. */
export function fdCall({ words }: SimpleCommand): FdCall {
  const own: Word[] = [];
  const commands: Word[][] = [];
  for (let i = 1; i < words.length; i++) {
    const word = words[i]!;
    const begun = word.unresolved ? undefined : execIn(word.text);
    if (begun === undefined) {
      own.push(word);
      continue;
    }
    const run: Word[] = begun === '' ? [] : [{ ...word, text: begun }];
    for (i++; i < words.length && words[i]!.text !== ';'; i++) run.push(words[i]!);
    if (run.length > 0) commands.push(run);
  }
  return { found: foundIn(readArguments(own, SPEC)), commands };
}

/** Where a word is the option that a command follows: what of the command is glued to it. */
function execIn(text: string): string | undefined {
  if (text.startsWith('--'))
    return /^--exec(-batch)?(=|$)/.test(text) ? text.replace(/^[^=]*=?/, '') : undefined;
  if (!text.startsWith('-')) return undefined;
  for (let at = 1; at < text.length; at++) {
    if (text[at] === 'x' || text[at] === 'X') return text.slice(at + 1).replace(/^=/, '');
    if (VALUED.includes(text[at]!)) return undefined;
  }
  return undefined;
}

function foundIn({ operands, options }: Arguments): readonly Word[] {
  const valuesOf = (...names: readonly string[]) => names.flatMap((name) => options.get(name) ?? []);
  const [base] = valuesOf('-C', '--base-directory');
  const asked = [...valuesOf('--search-path'), ...operands.slice(1)];
  const roots = asked.length === 0 ? [base ?? { text: '.' }] : asked.map((root) => below(base, root));
  const endings = valuesOf('-e', '--extension');
  if (endings.length === 0) return roots.map((root) => ({ ...root, tree: true }));
  return roots.flatMap((root) => endings.map((ending) => foundWord(root, `*.${ending.text}`)));
}

function below(base: Word | undefined, root: Word): Word {
  if (base === undefined || /^[/~]/.test(root.text)) return root;
  return { ...root, ...(base.unresolved ? { unresolved: true } : {}), text: joinPath(base.text, root.text) };
}
