import type { SimpleCommand } from './command.ts';
import type { Inner } from './inner.ts';
import { isInterpreter } from './interpreter.ts';
import { inputText, outputText } from './output.ts';
import { joinPath, normalPath } from './path.ts';
import { recipesOf } from './unwrap-script.ts';
import type { Walk } from './walk-state.ts';
import { literal, type Word } from './word.ts';
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
  if (command.name === 'make' || command.name === 'gmake') return makefile(command, walk);
  if (isInterpreter(command.name)) return interpreted(command, walk);
  const runs = SHELLS.has(command.name) || command.name === 'source' || command.name === '.';
  const words = runs ? command.words.slice(1).filter((word) => !word.text.startsWith('-')) : command.words;
  const path = words[0];
  if (path === undefined || path.unresolved) return [];
  const text = walk.files.get(normalPath(joinPath(command.cwd.text, path.text)));
  return text === undefined ? [] : [{ script: literal(text), args: words.slice(1) }];
}

/** `python3 x.py` of a file that the line wrote: as if its text came in by stdin. */
function interpreted(command: SimpleCommand, walk: Walk): readonly Inner[] {
  const at = command.words.findIndex((word, i) => i > 0 && !word.text.startsWith('-'));
  const text = at < 0 ? undefined : written(command, command.words[at]!, walk);
  if (text === undefined) return [];
  const words = [command.words[0]!, literal('-'), ...command.words.slice(at + 1)];
  return [{ words, input: { kind: 'text', text } }];
}

/** The makefile that the line wrote a moment ago. */
function makefile(command: SimpleCommand, walk: Walk): readonly Inner[] {
  const named = command.words[command.words.findIndex((word) => word.text === '-f') + 1];
  const names = [
    ...(named === command.words[0] ? [] : [named!]),
    literal('GNUmakefile'),
    literal('makefile'),
  ];
  const text = [...names, literal('Makefile')].map((name) => written(command, name, walk)).find((one) => one);
  return text === undefined ? [] : recipesOf(text);
}

function written(command: SimpleCommand, path: Word, walk: Walk): string | undefined {
  return path.unresolved ? undefined : walk.files.get(normalPath(joinPath(command.cwd.text, path.text)));
}
