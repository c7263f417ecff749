import { parse } from 'unbash';
import type { SimpleCommand } from './command.ts';
import { assign, type Env, lookUp } from './env.ts';
import { readArguments } from './options.ts';
import { inputText, inputWords } from './output.ts';
import { joinPath } from './path.ts';
import { printfText } from './text-tools.ts';
import { anyUnresolved, literal, UNKNOWN, type Word } from './word.ts';

/** `done`: the command changed the shell and runs nothing else. */
export type Builtin = 'done';

/** Builtins that put what comes in into variables. */
const READERS: ReadonlySet<string> = new Set(['read', 'mapfile', 'readarray']);

/** Lets a shell builtin change what the shell knows: its directory, its variables, its functions. */
export function runBuiltin(command: SimpleCommand, env: Env): Builtin | undefined {
  const words = command.words.slice(1);
  switch (command.name) {
    case 'cd':
    case 'pushd':
    case 'chdir':
      changeDirectory(words, command, env);
      return 'done';
    case 'popd':
      env.cwds = [UNKNOWN];
      return 'done';
    case 'export':
    case 'declare':
    case 'typeset':
    case 'local':
    case 'readonly':
      declare(words, command, env);
      return 'done';
    case 'unset':
      for (const word of words) assign(env, word.text, [[]]);
      return 'done';
    case 'set':
      setArguments(words, env);
      return 'done';
    case 'printf':
      return words[0]?.text.startsWith('-v') ? printInto(words, env) : undefined;
    case 'shift':
      env.args &&= env.args.slice(Number(words[0]?.text ?? '1') || 1);
      return 'done';
    case 'alias':
      for (const word of words) setAlias(word, env);
      return 'done';
    default:
      if (!READERS.has(command.name)) return undefined;
      readVariables(words, command, env);
      return 'done';
  }
}

function declare(words: readonly Word[], command: SimpleCommand, env: Env): void {
  for (const word of words) setVariable(word, env);
  // A name for another variable: what it stands for isn't followed.
  if (command.name !== 'export' && words.some((word) => /^-\w*n/.test(word.text)))
    for (const word of words) assign(env, word.text.split('=')[0]!, [[UNKNOWN]]);
}

function changeDirectory(words: readonly Word[], command: SimpleCommand, env: Env): void {
  const to = readArguments(words).operands[0];
  if (to?.text === '-') {
    env.cwds = lookUp(env, 'OLDPWD')?.[0]?.slice(0, 1) ?? [UNKNOWN];
    return;
  }
  assign(env, 'OLDPWD', [[command.cwd]]);
  const path = joinPath(command.cwd.text, to?.text ?? env.home);
  const unresolved = to?.unresolved === true || (command.cwd.unresolved === true && !path.startsWith('/'));
  env.cwds = [{ text: path, ...(unresolved ? { unresolved } : {}), ...(to?.glob ? { glob: true } : {}) }];
}

/** `set -- a b`, `set a b`, `set -e a b`: what is no option becomes `$1`, `$2`, …. */
function setArguments(words: readonly Word[], env: Env): void {
  let at = 0;
  while (at < words.length && /^[-+]/.test(words[at]!.text) && words[at]!.text !== '--')
    at += /^[-+]\w*o$/.test(words[at]!.text) ? 2 : 1;
  if (words[at]?.text === '--') env.args = words.slice(at + 1);
  else if (at < words.length) env.args = words.slice(at);
}

/** `printf -v NAME FORMAT ARG…` */
function printInto(words: readonly Word[], env: Env): Builtin {
  const joined = words[0]!.text.length > 2;
  const name = joined ? words[0]!.text.slice(2) : (words[1]?.text ?? '');
  const rest = words.slice(joined ? 1 : 2);
  const text = anyUnresolved(rest) ? undefined : printfText(rest.map((word) => word.text));
  assign(env, name, [[text === undefined ? UNKNOWN : literal(text)]]);
  return 'done';
}

function setVariable(word: Word, env: Env): void {
  const eq = word.text.indexOf('=');
  if (eq > 0) assign(env, word.text.slice(0, eq), [[{ ...word, text: word.text.slice(eq + 1) }]]);
}

function setAlias(word: Word, env: Env): void {
  const eq = word.text.indexOf('=');
  if (eq > 0 && word.text.length < 4096)
    env.functions.set(word.text.slice(0, eq), parse(`${word.text.slice(eq + 1)} "$@"`));
}

function readVariables(words: readonly Word[], command: SimpleCommand, env: Env): void {
  const names = readArguments(words, { short: 'adinNptu' }).operands;
  const text = inputText(command.input);
  const lines =
    text === undefined || names.length !== 1 ? undefined : text.split('\n').filter((line) => line !== '');
  for (const name of names) {
    // Where the lines are not shown, what prints them may be: `find src | while read f`.
    const words = names.length === 1 && text === undefined ? inputWords(command) : undefined;
    const values = lines?.map((line) => [literal(line)]) ?? words?.map((word) => [word]);
    assign(env, name.text, values === undefined || values.length === 0 ? [[UNKNOWN]] : values);
  }
}
