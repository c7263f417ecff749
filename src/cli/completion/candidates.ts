import type { Argument, Command, Option } from 'commander';

/** What may stand where a person types: words, and whether names of files or folders may too. */
export type Candidates = {
  readonly paths: 'files' | 'folders' | 'none';
  readonly words: readonly Word[];
};

type Word = { readonly value: string; readonly description: string };

/** Arguments and options' values of these names are places on the disk. */
const PLACES: Readonly<Record<string, Candidates['paths']>> = {
  path: 'files',
  file: 'files',
  bundle: 'files',
  target: 'files',
  dir: 'folders',
  folder: 'folders',
};

const NOTHING: Candidates = { paths: 'none', words: [] };

/** What may stand in place of the last of the words, which may be empty. The program's own name is none of them. */
export function candidatesFor(program: Command, words: readonly string[]): Candidates {
  const [typed = '', ...before] = joinedAtEquals(words).reverse();
  const { command, given, waiting } = walked(program, before.reverse());
  return startingWith(typed, possible(command, { typed, given, waiting }));
}

type At = {
  readonly typed: string;
  /** So many arguments stand before it. */
  readonly given: number;
  /** The option whose value it is. */
  readonly waiting: Option | undefined;
};

function possible(command: Command, { typed, given, waiting }: At): Candidates {
  const [name, value] = splitAt(typed, '=');
  if (value !== undefined) {
    const option = optionOf(command, name);
    const words = (option?.argChoices ?? []).map((choice) => word(`${name}=${choice}`));
    return { paths: 'none', words };
  }
  if (typed.startsWith('-')) return { paths: 'none', words: options(command) };
  if (waiting !== undefined) return values(waiting.argChoices, /[<[](\w+)/.exec(waiting.flags)?.[1]);
  if (command.commands.length > 0) return { paths: 'none', words: given === 0 ? commands(command) : [] };
  const argument = argumentAt(command, given);
  return argument === undefined ? NOTHING : values(argument.argChoices, argument.name());
}

function values(choices: readonly string[] | undefined, name: string | undefined): Candidates {
  if (choices !== undefined) return { paths: 'none', words: choices.map(word) };
  return { paths: PLACES[name ?? ''] ?? 'none', words: [] };
}

/** Which command the words lead to, and what of it is there already. */
function walked(
  program: Command,
  words: readonly string[],
): { readonly command: Command } & Omit<At, 'typed'> {
  let command = program;
  let given = 0;
  let waiting: Option | undefined;
  for (const one of words) {
    if (one.startsWith('-')) {
      const option = optionOf(command, one);
      waiting = option !== undefined && !option.isBoolean() && !one.includes('=') ? option : undefined;
    } else if (waiting !== undefined) waiting = waiting.variadic ? waiting : undefined;
    else {
      const below = command.commands.find((sub) => sub.name() === one);
      if (below !== undefined && given === 0) command = below;
      else given++;
    }
  }
  return { command, given, waiting };
}

function optionOf(command: Command, typed: string): Option | undefined {
  const [name] = splitAt(typed, '=');
  return command.options.find(({ long, short }) => long === name || short === name);
}

function argumentAt(command: Command, index: number): Argument | undefined {
  const last = command.registeredArguments.at(-1);
  return command.registeredArguments[index] ?? (last?.variadic === true ? last : undefined);
}

function options(command: Command): readonly Word[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .map(({ long, short, description }) => word(long ?? short ?? '', description));
}

function commands(command: Command): readonly Word[] {
  const visible = command.createHelp().visibleCommands(command);
  return visible.map((sub) => word(sub.name(), sub.description()));
}

/** Without tabs and line ends, which part the answer's fields. */
function word(value: string, description: unknown = ''): Word {
  return { value, description: typeof description === 'string' ? description.replace(/\s+/g, ' ') : '' };
}

function startingWith(typed: string, { paths, words }: Candidates): Candidates {
  return { paths, words: words.filter(({ value }) => value.startsWith(typed)) };
}

function splitAt(text: string, mark: string): readonly [string, string | undefined] {
  const at = text.startsWith('--') ? text.indexOf(mark) : -1;
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

/** Bash takes `--agent=x` for three words; what it completes is the last of them, or nothing yet behind a last `=`. */
function joinedAtEquals(words: readonly string[]): string[] {
  const isEquals = (at: number): boolean => words[at] === '=' && words[at - 1]?.startsWith('--') === true;
  return words.flatMap((one, at) => (!isEquals(at) ? [one] : at === words.length - 1 ? [''] : []));
}
