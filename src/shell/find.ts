import type { SimpleCommand } from './command.ts';
import { hasGlob } from './glob.ts';
import { joinPath } from './path.ts';
import type { Word } from './word.ts';

/** What `find` finds, as words: each root with the name that is asked for. */
export function foundBy(command: SimpleCommand): readonly Word[] {
  const words = command.words;
  const roots: Word[] = [];
  let at = 1;
  while (at < words.length && /^-[HLPOD]/.test(words[at]!.text)) at++;
  for (; at < words.length && !/^[-(!]/.test(words[at]!.text); at++) roots.push(words[at]!);
  const names: string[] = [];
  for (let i = at; i < words.length - 1; i++) {
    if (!/^-i?(name|path|wholename)$/.test(words[i]!.text)) continue;
    if (words[i - 1]?.text === '-not' || words[i - 1]?.text === '!') continue;
    names.push(words[i + 1]!.text);
  }
  if (roots.length === 0) roots.push({ text: '.' });
  if (names.length === 0) return roots.map((root) => ({ ...root, tree: true }));
  return roots.flatMap((root) => names.map((name) => foundWord(root, name)));
}

/** What is found below a root by a name. */
export function foundWord(root: Word, name: string): Word {
  const base = root.text.endsWith('/') && root.text !== '/' ? root.text.slice(0, -1) : root.text;
  const text = name.startsWith('./') || name.startsWith('/') ? name : joinPath(base, name);
  return { ...root, text, tree: true, ...(hasGlob(name) ? { glob: true } : {}) };
}
