import { asObject, filled, own } from './payload.ts';

/** Fields in which shell tools carry what they run: a line, or characters typed into a running shell; `input` too. */
const RUN = ['command', 'cmd', 'chars'] as const;
const SHELL = /(?:^|[\\/])(?:bash|zsh|sh|dash|ksh)(?:\.exe)?$/;
const RUNS_TEXT = /^-[a-z]*c$/;

/**
 * The command of a shell tool's input, or undefined where it has none. An argument list (`["bash","-lc","…"]`, older
 * Codex) is unwrapped, or joined with each word quoted.
 */
export function commandOf(input: unknown): string | undefined {
  if (typeof input === 'string') return input === '' ? undefined : input;
  const fields = asObject(input);
  const list = own(fields, 'command');
  if (Array.isArray(list)) return listedCommand(list);
  // hostile: a model may give a field that the tool doesn't have beside the one that it runs.
  const lines = RUN.flatMap((field) => filled(fields, field) ?? []);
  return lines.length > 0 ? lines.join('\n') : filled(fields, 'input');
}

function listedCommand(list: readonly unknown[]): string | undefined {
  const words: string[] = [];
  for (const word of list) if (typeof word === 'string') words.push(word);
  if (words.length === 0) return undefined;
  const [shell, flag, line] = words;
  if (words.length === 3 && SHELL.test(shell!) && RUNS_TEXT.test(flag!)) return line;
  return words.map(quoted).join(' ');
}

function quoted(word: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
