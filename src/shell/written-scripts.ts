import type { SimpleCommand } from './command.ts';
import type { Inner } from './inner.ts';
import { inputText, outputText } from './output.ts';
import { joinPath, normalPath } from './path.ts';
import type { Walk } from './walk-state.ts';
import { literal } from './word.ts';
import { SHELLS } from './wrappers.ts';

const MAX_FILES = 64;

/** Keeps what a command writes into a file, where the line shows it. */
export function rememberFile(walk: Walk, command: SimpleCommand): void {
  const to = command.redirects.find((redirect) => /^(>|>>|>\|)$/.test(redirect.operator))?.word;
  const path = to ?? (command.name === 'tee' ? command.words.at(-1) : undefined);
  if (path === undefined || path.unresolved || walk.files.size >= MAX_FILES) return;
  const text = outputText([command]) ?? (command.name === 'tee' ? inputText(command.input) : undefined);
  if (text !== undefined) walk.files.set(normalPath(joinPath(command.cwd.text, path.text)), text);
}

/** A script that the line itself wrote a moment ago, run by a shell, by `source` or by its path. */
export function fileScript(command: SimpleCommand, walk: Walk): readonly Inner[] {
  if (walk.files.size === 0) return [];
  const runs = SHELLS.has(command.name) || command.name === 'source' || command.name === '.';
  const words = runs ? command.words.slice(1).filter((word) => !word.text.startsWith('-')) : command.words;
  const path = words[0];
  if (path === undefined || path.unresolved) return [];
  const text = walk.files.get(normalPath(joinPath(command.cwd.text, path.text)));
  return text === undefined ? [] : [{ script: literal(text), args: words.slice(1) }];
}
