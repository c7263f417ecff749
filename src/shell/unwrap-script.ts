import { readCode } from './code.ts';
import type { SimpleCommand } from './command.ts';
import { type Inner, joined } from './inner.ts';
import { inlineCode } from './interpreter.ts';
import { readArguments } from './options.ts';
import { inputText } from './output.ts';
import { literal, type Word } from './word.ts';
import { SHELLS } from './wrappers.ts';

/** The shell text that a command reads from its arguments, its stdin or its inline code. */
export function unwrapScript(command: SimpleCommand): readonly Inner[] {
  const { name } = command;
  const words = command.words.slice(1);
  if (SHELLS.has(name)) return unwrapShell(command);
  if (name === 'eval') return words.length === 0 ? [] : [{ script: joined(words), same: true }];
  if (name === 'source' || name === '.') return sourced(words, command);
  if (name === 'expect') return spawned(words, command);
  if (name === 'trap') return words.length > 1 && words[0]!.text !== '-' ? [{ script: words[0]! }] : [];
  if (name === 'ssh' || name === 'mosh' || name === 'autossh') return unwrapSsh(words);
  if (name === 'su' || name === 'runuser' || name === 'script' || name === 'sg') return dashC(words);
  if (/^(n?vim?|view|ex|gvim|emacs)$/.test(name)) return unwrapVim(words);
  if (name === 'tmux' || name === 'screen') return unwrapTmux(words);
  if (name === 'at' || name === 'batch') {
    const text = inputText(command.input);
    return text === undefined ? [] : [{ script: literal(text) }];
  }
  if (name === 'make' || name === 'gmake') return makeText(command);
  const module = moduleOf(command);
  if (module !== undefined) return [{ words: module }];
  const code = inlineCode(command);
  return code === undefined ? [] : readCode(code).shell.map((script) => ({ script }));
}

/** A makefile on stdin: its recipes. */
function makeText(command: SimpleCommand): readonly Inner[] {
  const words = command.words.map((word) => word.text);
  const evals = words.flatMap((word, i) =>
    word.startsWith('--eval=') ? [word.slice(7)] : word === '--eval' ? [words[i + 1] ?? ''] : [],
  );
  const stdin = words.includes('-f-') || words[words.indexOf('-f') + 1] === '-';
  return recipesOf([...evals, stdin ? (inputText(command.input) ?? '') : ''].join('\n'));
}

/** A makefile's recipes as scripts. */
export function recipesOf(text: string): readonly Inner[] {
  const recipes = text
    .split('\n')
    .map((line) => (line.startsWith('\t') ? line.trim() : line.slice(line.indexOf(';') + 1)));
  return recipes
    .filter((line) => line !== '' && !/^[\w.-]+\s*:/.test(line))
    .map((line) => ({ script: literal(line.replace(/^[@-]+/, '')) }));
}

/** `python -m twine upload …` runs twine. */
function moduleOf(command: SimpleCommand): readonly Word[] | undefined {
  if (!/^(python|pypy)[0-9.]*$/.test(command.name)) return undefined;
  const at = command.words.findIndex((word, i) => i > 0 && !/^-[bBdEiIOqsSuvx]+$/.test(word.text));
  return command.words[at]?.text === '-m' && command.words[at + 1] !== undefined
    ? command.words.slice(at + 1)
    : undefined;
}

function unwrapShell(command: SimpleCommand): readonly Inner[] {
  const words = command.words.slice(1);
  for (let i = 0; i < words.length; i++) {
    const text = words[i]!.text;
    if (text === '--command' || /^-[a-zA-Z]*c[a-zA-Z]*$/.test(text)) {
      // `bash -c -l 'x'`, `bash -c -o pipefail 'x'`: more options may stand between.
      let at = i + 1;
      while (at < words.length && /^[-+]/.test(words[at]!.text))
        at += /^[-+]\w*[oO]$/.test(words[at]!.text) ? 2 : 1;
      const script = words[at];
      const zero = words[at + 1];
      return script === undefined ? [] : [{ script, args: words.slice(at + 2), ...(zero && { zero }) }];
    }
    if (/^[-+]\w*[oO]$/.test(text) || text === '--rcfile' || text === '--init-file') i++;
    else if (!/^[-+]/.test(text) || text === '-') break;
  }
  if (readArguments(words, { first: true, short: 'oO' }).operands.some((word) => word.text !== '-')) {
    return [];
  }
  const text = inputText(command.input);
  return text === undefined ? [] : [{ script: literal(text) }];
}

/** `expect -c 'spawn CMD …'`, or the same on its stdin. */
function spawned(words: readonly Word[], command: SimpleCommand): readonly Inner[] {
  const args = readArguments(words, { short: 'cfb' });
  const texts = [...(args.options.get('-c') ?? []), literal(inputText(command.input) ?? '')];
  return texts.flatMap((word) =>
    [...word.text.matchAll(/(?:^|[;\n{])\s*(?:spawn|exec|system)\s+(?:-noecho\s+)?([^;\n}]*)/g)].map(
      (match) => ({
        script: { ...word, text: match[1]! },
      }),
    ),
  );
}

function sourced(words: readonly Word[], command: SimpleCommand): readonly Inner[] {
  const from = words[0]?.from;
  const stdin = /^\/(dev\/(stdin|fd\/0)|proc\/self\/fd\/0)$/.test(words[0]?.text ?? '');
  const text =
    from === undefined ? (stdin ? inputText(command.input) : undefined) : inputText({ kind: 'pipe', from });
  return text === undefined ? [] : [{ script: literal(text), same: true }];
}

function unwrapSsh(words: readonly Word[]): readonly Inner[] {
  const args = readArguments(words, { first: true, short: 'bcDEeFIiJLlmOopQRSWw' });
  const command = args.operands.slice(1);
  const proxy = args.options.get('-o')?.find((word) => /^(ProxyCommand|LocalCommand)=/i.test(word.text));
  const out: Inner[] = [];
  if (command.length > 0) out.push({ script: joined(command), place: 'remote' });
  if (proxy !== undefined)
    out.push({ script: { ...proxy, text: proxy.text.slice(proxy.text.indexOf('=') + 1) } });
  return out;
}

function dashC(words: readonly Word[]): readonly Inner[] {
  const args = readArguments(words, { short: 'cgGs', long: ['--command'] });
  const script = args.options.get('-c')?.[0] ?? args.options.get('--command')?.[0];
  return script === undefined ? [] : [{ script }];
}

function unwrapVim(words: readonly Word[]): readonly Inner[] {
  const out: Inner[] = [];
  words.forEach((word, i) => {
    const commands =
      word.text === '-c' || word.text === '--cmd'
        ? words[i + 1]
        : word.text.startsWith('+')
          ? word
          : undefined;
    const bang = commands === undefined ? -1 : commands.text.indexOf('!');
    if (commands !== undefined && bang >= 0)
      out.push({ script: { ...commands, text: commands.text.slice(bang + 1) } });
  });
  return out;
}

function unwrapTmux(words: readonly Word[]): readonly Inner[] {
  const verb = words.findIndex((word) =>
    /^(new|new-session|neww|new-window|splitw|split-window|run|run-shell|send|send-keys)$/.test(word.text),
  );
  const from = verb < 0 ? words.findIndex((word) => /^-\w*[dD]m/.test(word.text)) : verb;
  if (from < 0) return [];
  const rest = readArguments(words.slice(from + 1), { short: 'sntcFexyS', first: true }).operands;
  const keys = rest.filter((word) => !/^(Enter|C-m|C-c)$/.test(word.text));
  return keys.length === 0 ? [] : [{ script: joined(keys) }];
}
