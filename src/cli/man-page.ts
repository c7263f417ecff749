import type { Argument, Command, Option } from 'commander';
import { version } from './version.ts';

/** The manual page of a program, in man(7)'s macros, from what its commands say of themselves. */
export function manPage(program: Command): string {
  const name = program.name();
  const summary = program.description().replace(/\.$/, '');
  return [
    `.TH ${name.toUpperCase()} 1 "" "${name} ${version()}" "User Commands"`,
    ...section('NAME', [`${text(name)} \\- ${text(summary[0]!.toLowerCase() + summary.slice(1))}`]),
    ...section('SYNOPSIS', [`.B ${text(name)}`, '.I command', '[\\fIoptions\\fR]']),
    ...section('DESCRIPTION', verbatim(afterHelp(program))),
    ...section(
      'COMMANDS',
      leavesOf(program, [name]).flatMap(([path, command]) => commandLines(path, command)),
    ),
    ...section(
      'EXIT STATUS',
      EXIT_CODES.flatMap(([code, what]) => term(`.B ${code}`, what)),
    ),
    ...section(
      'ENVIRONMENT',
      ENVIRONMENT.flatMap(([variable, what]) => term(`.B ${variable}`, what)),
    ),
    ...section(
      'FILES',
      FILES.flatMap(([file, what]) => term(`.I ${file}`, what)),
    ),
    '',
  ].join('\n');
}

/** In short; docs/exit-codes.md says what each command means by them. */
export const EXIT_CODES: readonly (readonly [number, string])[] = [
  [0, 'done; what was checked holds'],
  [1, 'done, and something is wrong'],
  [2, 'not done: wrong use, or unusable input'],
  [3, 'it holds, with a warning; ask'],
  [4, 'deny; something was found'],
  [70, 'a defect of tracekit, with its stack'],
  [130, 'ended by Ctrl-C or SIGTERM before it was done'],
];

const ENVIRONMENT: readonly (readonly [string, string])[] = [
  ['TRACEKIT_HOME', 'the folder of the log, where --home names none'],
  [
    'XDG_STATE_HOME',
    'where the newest checkpoint seen is remembered outside the home (default: ~/.local/state)',
  ],
  ['NO_COLOR', 'set and not empty: no colours'],
  ['FORCE_COLOR', 'colours, also where the output is no terminal'],
];

const FILES: readonly (readonly [string, string])[] = [
  ['~/.tracekit', 'the home: log, vault, keys, config.yaml, policy.yaml'],
  ['.tracekit/policy.yaml', "a project's policy, which can only tighten"],
];

function section(title: string, lines: readonly string[]): readonly string[] {
  return [`.SH ${title}`, ...lines];
}

function leavesOf(command: Command, path: readonly string[]): readonly (readonly [string, Command])[] {
  if (command.commands.length === 0) return [[path.join(' '), command]];
  return command.commands.flatMap((below) => leavesOf(below, [...path, below.name()]));
}

function commandLines(path: string, command: Command): readonly string[] {
  const help = command.createHelp();
  return [
    `.SS ${text(`${path} ${command.usage()}`)}`,
    text(command.description()),
    ...help
      .visibleArguments(command)
      .flatMap((one: Argument) => term(`.I ${text(one.name())}`, help.argumentDescription(one))),
    ...help
      .visibleOptions(command)
      .flatMap((one: Option) => term(`.B ${text(one.flags)}`, help.optionDescription(one))),
    ...verbatim(afterHelp(command)),
  ];
}

/** What stands below a command's options: notes and examples. */
function afterHelp(command: Command): readonly string[] {
  const written: string[] = [];
  const before = command.configureOutput();
  command.configureOutput({ ...before, writeOut: (more) => void written.push(more) }).outputHelp();
  command.configureOutput(before);
  const known = command.helpInformation();
  return written.join('').replace(known, '').trim().split('\n');
}

function term(head: string, what: string): readonly string[] {
  return ['.TP', head, text(what)];
}

function verbatim(lines: readonly string[]): readonly string[] {
  return lines.join('') === '' ? [] : ['.PP', '.nf', ...lines.map(text), '.fi'];
}

/** A line's text: nothing in it is a macro or an escape, and a hyphen is the one that is typed. */
function text(line: string): string {
  return line
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/, '\\&');
}
