import type { Input, SimpleCommand } from './command.ts';
import { fdCall } from './fd.ts';
import { foundBy } from './find.ts';
import { type GitCall, gitCall } from './git.ts';
import { hasGlob } from './glob.ts';
import { has, readArguments } from './options.ts';
import { decoded, printfText, translated, unescaped } from './text-tools.ts';
import { anyUnresolved, MAX_VALUE, splitWords, textOf, UNKNOWN, type Word } from './word.ts';

/**
 * What these commands print, where the line shows it: `echo`, `printf`, and what decodes or turns around their
 * text. undefined where nobody can know.
 */
export function outputText(commands: readonly SimpleCommand[], depth = 0): string | undefined {
  if (commands.length === 0 || commands.length > 64 || depth > 16) return undefined;
  let out = '';
  for (const command of commands) {
    const text = oneOutput(command, depth);
    if (text === undefined) return undefined;
    out += text;
    if (out.length > MAX_VALUE) return undefined;
  }
  return out;
}

/** Whether a command surely prints nothing, so that a file it is redirected to is emptied. */
export function printsNothing(command: SimpleCommand): boolean {
  if (command.words.length === 0 || command.name === ':' || command.name === 'true') return true;
  const rest = command.words.slice(1).map((word) => word.text);
  return command.name === 'cat' && rest.length > 0 && rest.every((word) => word === '/dev/null');
}

/** The text that flows into a command, where the line shows it. */
export function inputText(input: Input | undefined, depth = 0): string | undefined {
  if (input === undefined || input.kind === 'file') return undefined;
  return input.kind === 'text' ? input.text : outputText(input.from, depth + 1);
}

function oneOutput(command: SimpleCommand, depth: number): string | undefined {
  const words = command.words.slice(1);
  if (anyUnresolved(words)) return undefined;
  const input = (): string | undefined => inputText(command.input, depth);
  switch (command.name) {
    case 'echo': {
      const plain = words.filter((word, i) => !(i === 0 && /^-[neE]+$/.test(word.text)));
      const text = textOf(plain);
      return `${/^-\w*e/.test(words[0]?.text ?? '') ? unescaped(text) : text}\n`;
    }
    case 'printf':
      return printfText(words.map((word) => word.text));
    case 'pwd':
      return command.cwd.unresolved ? undefined : `${command.cwd.text}\n`;
    case 'cat':
    case 'tee':
    case 'sort':
    case 'uniq':
      return words.every((word) => command.name === 'tee' || word.text.startsWith('-')) ? input() : undefined;
    case 'rev':
      return input()
        ?.split('\n')
        .map((line) => [...line].reverse().join(''))
        .join('\n');
    case 'tac':
      return input()?.split('\n').reverse().join('\n');
    case 'tr':
      return translated(
        input(),
        words.map((word) => word.text),
      );
    default:
      return decoded(
        command.name,
        words.map((word) => word.text),
        input(),
      );
  }
}

/** The words that flow into a command (`xargs`, `while read`): known text, or paths by their roots and patterns. */
export function inputWords(command: SimpleCommand): readonly Word[] | undefined {
  const input = command.input;
  if (input?.kind === 'text') return splitWords(input.text);
  return input?.kind === 'pipe' ? outputWords(input.from, 0) : undefined;
}

/** The words these commands print, as far as the line shows. */
export function outputWords(commands: readonly SimpleCommand[], depth = 0): readonly Word[] | undefined {
  const text = outputText(commands);
  if (text !== undefined) return splitWords(text);
  if (commands.length !== 1 || depth > 16) return undefined;
  return pathsPrinted(commands[0]!, depth);
}

const PASSES = new Set([
  'sort',
  'uniq',
  'head',
  'tail',
  'tee',
  'cat',
  'awk',
  'sed',
  'cut',
  'tr',
  'column',
  'shuf',
  'tac',
  'xargs',
]);

function pathsPrinted(command: SimpleCommand, depth: number): readonly Word[] | undefined {
  const words = command.words.slice(1);
  const before = (): readonly Word[] | undefined =>
    command.input?.kind === 'pipe' ? outputWords(command.input.from, depth + 1) : undefined;
  switch (command.name) {
    case 'printf':
      // A format that isn't followed.
      if (words[0]?.text.includes('%')) return [UNKNOWN];
      return words;
    case 'echo':
      return words.filter((word, i) => !(i === 0 && /^-[neE]+$/.test(word.text)));
    case 'find':
      return foundBy(command);
    case 'fd':
    case 'fdfind':
      return fdCall(command).found;
    case 'ls': {
      const paths = readArguments(words).operands;
      return paths.length === 0 ? [{ text: '*', glob: true }] : paths;
    }
    case 'git':
      return gitPaths(gitCall(command));
    case 'mktemp':
      return [{ text: '/tmp/$(mktemp)', unresolved: true }];
    case 'realpath':
    case 'readlink':
    case 'which':
    case 'command':
      return readArguments(words).operands.slice(0, 1);
    case 'grep':
    case 'egrep':
    case 'rg':
    case 'ag':
      return matching(words) ?? filtered(words, before());
    default:
      if (!PASSES.has(command.name)) return undefined;
      // A text that is known and then changed is another text.
      return CHANGE.has(command.name) && inputText(command.input, depth) !== undefined ? [UNKNOWN] : before();
  }
}

/** Filters that pass words on changed. */
const CHANGE = new Set(['awk', 'sed', 'cut', 'tr']);

/** `grep -l`: files below what is searched. */
function matching(words: readonly Word[]): readonly Word[] | undefined {
  const args = readArguments(words, {
    short: 'eABCmgtT',
    long: ['--include', '--exclude', '--glob', '--type'],
  });
  if (!has(args, '-l', '-L', '--files-with-matches', '--files-without-match', '--files')) return undefined;
  const roots = args.operands.slice(has(args, '-e', '--regexp', '--files') ? 0 : 1);
  return roots.length === 0 ? [{ text: '.', tree: true }] : roots.map((root) => ({ ...root, tree: true }));
}

/** What of the working tree a git command prints the names of. */
function gitPaths(call: GitCall): readonly Word[] | undefined {
  const args = readArguments(call.words);
  const named = args.operands.filter((word) => !word.text.startsWith(':'));
  if (call.verb === 'ls-files' && named.length > 0)
    return named.map((word) => ({ ...word, tree: true, ...(hasGlob(word.text) ? { glob: true } : {}) }));
  const lists = printsPaths(call) || (call.verb === 'grep' && has(args, '-l', '-L', '--files-with-matches'));
  return lists ? [{ text: '.', tree: true }] : undefined;
}

function printsPaths(call: GitCall): boolean {
  if (call.verb === 'ls-files' || call.verb === 'ls-tree') return true;
  return (
    call.words.some((word) => ['--name-only', '--porcelain', '--short', '-s'].includes(word.text)) &&
    call.verb !== 'log'
  );
}

/** `ls -a | grep '^\.env$'`: the paths that the pattern asks for. */
function filtered(words: readonly Word[], paths: readonly Word[] | undefined): readonly Word[] | undefined {
  if (paths === undefined) return undefined;
  const args = readArguments(words, { short: 'eABCm' });
  const pattern = (args.options.get('-e')?.[0] ?? args.operands[0])?.text ?? '';
  if (args.options.has('-v')) return paths;
  const bare = pattern.replace(/^\^/, '').replace(/\$$/, '');
  const literal = bare.replace(/\\(.)/g, '$1');
  if (/[*+?[\](){}|^$]/.test(bare.replace(/\\./g, '')) || literal === '') return paths;
  const name = `${pattern.startsWith('^') ? '' : '*'}${literal}${pattern.endsWith('$') ? '' : '*'}`;
  return paths.map((path) => {
    const base = path.text.endsWith('/*') ? path.text.slice(0, -1) : path.text === '*' ? '' : `${path.text}/`;
    return { ...path, text: base + name, ...(name.includes('*') ? { glob: true } : {}) };
  });
}
