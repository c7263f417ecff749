import type { SimpleCommand } from './command.ts';
import { fdCall } from './fd.ts';
import { foundBy } from './find.ts';
import type { Inner } from './inner.ts';
import { readArguments } from './options.ts';
import { inputWords } from './output.ts';
import { UNKNOWN, type Word } from './word.ts';

/** `xargs cmd`: the command with what comes in appended, or put in place of the `-I` word. */
export function unwrapXargs(command: SimpleCommand): readonly Inner[] {
  const args = readArguments(command.words.slice(1), {
    first: true,
    short: 'aEIJLnPsdR',
    long: [
      '--arg-file',
      '--delimiter',
      '--max-lines',
      '--max-args',
      '--max-procs',
      '--max-chars',
      '--process-slot-var',
    ],
  });
  if (args.operands.length === 0) return [];
  const items = inputWords(command) ?? [UNKNOWN];
  const mark = (args.options.get('-I') ?? args.options.get('-J') ?? args.options.get('--replace'))?.[0]?.text;
  if (mark === undefined) return [{ words: [...args.operands, ...items] }];
  return [{ words: replaceMark(args.operands, mark === '' ? '{}' : mark, items) }];
}

/** `parallel cmd ::: args`, `… | parallel cmd`. */
export function unwrapParallel(command: SimpleCommand): readonly Inner[] {
  const args = readArguments(command.words.slice(1), {
    first: true,
    short: 'jaNnSI',
    long: ['--jobs', '--arg-file', '--colsep'],
  });
  const at = args.operands.findIndex((word) => /^:::\+?$/.test(word.text));
  const template = at < 0 ? args.operands : args.operands.slice(0, at);
  const items = at < 0 ? (inputWords(command) ?? [UNKNOWN]) : args.operands.slice(at + 1);
  // Without a template each item is a command line of its own.
  if (template.length === 0) return items.map((script) => ({ script }));
  const marked = template.some((word) => word.text.includes('{'));
  const words = marked ? replaceMark(template, '{}', items) : [...template, ...items];
  return [{ script: { ...join(words) } }];
}

function join(words: readonly Word[]): Word {
  const unresolved = words.some((word) => word.unresolved);
  return { text: words.map((word) => word.text).join(' '), ...(unresolved ? { unresolved } : {}) };
}

/** `find … -exec cmd {} ;` with what is found as the root and the name asked for (`src/*.ts`). */
export function unwrapFind(command: SimpleCommand): readonly Inner[] {
  const out: Inner[] = [];
  const words = command.words;
  const found = foundBy(command);
  for (let i = 1; i < words.length; i++) {
    if (!/^-(exec|execdir|ok|okdir)$/.test(words[i]!.text)) continue;
    let end = i + 1;
    while (
      end < words.length &&
      words[end]!.text !== ';' &&
      !(words[end]!.text === '+' && words[end - 1]!.text === '{}')
    )
      end++;
    const inner = words.slice(i + 1, end);
    if (inner.length > 0) out.push({ words: replaceMark(inner, '{}', found) });
    i = end;
  }
  return out;
}

const FD_MARKS = ['{}', '{/}', '{//}', '{.}', '{/.}'] as const;

/** `fd … -x cmd {}`: a mark for a part of what is found stands for it too; without one it is put at the end, as `xargs` does. */
export function unwrapFd(command: SimpleCommand): readonly Inner[] {
  const { found, commands } = fdCall(command);
  return commands.map((words) => {
    const marks = FD_MARKS.filter((mark) => words.some((word) => word.text.includes(mark)));
    if (marks.length === 0) return { words: [...words, ...found] };
    return { words: marks.reduce((out, mark) => replaceMark(out, mark, found), words) };
  });
}

function replaceMark(words: readonly Word[], mark: string, items: readonly Word[]): readonly Word[] {
  return words.flatMap((word): readonly Word[] => {
    if (word.text === mark) return items;
    if (!word.text.includes(mark)) return [word];
    const first = items.length === 1 ? items[0]! : UNKNOWN;
    return [{ ...first, text: word.text.split(mark).join(first.text) }];
  });
}
