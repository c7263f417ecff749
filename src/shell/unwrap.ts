import type { SimpleCommand } from './command.ts';
import type { Inner } from './inner.ts';
import { readArguments } from './options.ts';
import { unwrapContainer } from './unwrap-container.ts';
import { unwrapFd, unwrapFind, unwrapParallel, unwrapXargs } from './unwrap-each.ts';
import { unwrapGit } from './unwrap-git.ts';
import { unwrapOptions } from './unwrap-options.ts';
import { unwrapScript } from './unwrap-script.ts';
import type { Word } from './word.ts';
import { RUNNERS, WRAPPERS, type Wrapper } from './wrappers.ts';

/** What a command runs in its turn; empty where it is no wrapper. */
export function unwrap(command: SimpleCommand): readonly Inner[] {
  const known = SPECIAL.get(command.name);
  if (known !== undefined) return known(command);
  const runner = RUNNERS.get(command.name);
  if (runner !== undefined) return unwrapRunner(command, runner);
  const wrapper = WRAPPERS.get(command.name);
  if (wrapper !== undefined) return [...unwrapPrefix(command, wrapper), ...unwrapOptions(command)];
  return [...unwrapScript(command), ...unwrapOptions(command)];
}

const SPECIAL: ReadonlyMap<string, (command: SimpleCommand) => readonly Inner[]> = new Map([
  ['env', unwrapEnv],
  ['command', unwrapCommand],
  ['xargs', unwrapXargs],
  ['find', unwrapFind],
  ['fd', unwrapFd],
  ['fdfind', unwrapFd],
  ['parallel', unwrapParallel],
  ['git', unwrapGit],
  ['docker', unwrapContainer],
  ['podman', unwrapContainer],
  ['nerdctl', unwrapContainer],
  ['docker-compose', unwrapContainer],
  ['kubectl', unwrapContainer],
  ['oc', unwrapContainer],
]);

/** The command in a list of words that may begin with assignments. */
export function afterAssignments(words: readonly Word[]): Inner {
  const assignments: { name: string; value: Word }[] = [];
  let at = 0;
  for (; at < words.length; at++) {
    const match = /^([A-Za-z_][A-Za-z0-9_]*)=/.exec(words[at]!.text);
    if (match === null) break;
    assignments.push({
      name: match[1]!,
      value: { ...words[at]!, text: words[at]!.text.slice(match[0].length) },
    });
  }
  return { words: words.slice(at), assignments };
}

function unwrapPrefix(command: SimpleCommand, wrapper: Wrapper): readonly Inner[] {
  const args = readArguments(command.words.slice(1), { ...wrapper, first: true });
  const script = args.options.get('-c')?.[0] ?? args.options.get('--call')?.[0];
  if (['npx', 'flock'].includes(command.name) && script !== undefined && script.text !== '')
    return [{ script }];
  const rest = args.operands.slice(wrapper.skip ?? 0);
  if (command.name === 'flock' && rest[0]?.text === '-c' && rest[1] !== undefined)
    return [{ script: rest[1] }];
  if (rest.length === 0) return [];
  if (command.name === 'watch') return [{ script: { ...rest[0]!, text: rest.map((w) => w.text).join(' ') } }];
  const inner = wrapper.assignments ? afterAssignments(rest) : { words: rest };
  const cwd =
    command.name === 'sudo' ? (args.options.get('-D') ?? args.options.get('--chdir'))?.[0] : undefined;
  return [{ ...inner, ...(cwd === undefined ? {} : { cwd }) }];
}

function unwrapRunner(command: SimpleCommand, verbs: readonly string[]): readonly Inner[] {
  const args = readArguments(command.words.slice(1), { first: true, short: 'C' });
  if (!verbs.includes(args.operands[0]?.text ?? '')) return [];
  const rest = readArguments(args.operands.slice(1), {
    first: true,
    short: 'pc',
    long: ['--package', '--call', '--with', '--python'],
  });
  const script = rest.options.get('--call')?.[0] ?? rest.options.get('-c')?.[0];
  if (script !== undefined && script.text !== '') return [{ script }];
  // `direnv exec FOLDER cmd`
  const words = command.name === 'direnv' ? rest.operands.slice(1) : rest.operands;
  return words.length === 0 ? [] : [{ words }];
}

function unwrapEnv(command: SimpleCommand): readonly Inner[] {
  const args = readArguments(command.words.slice(1), {
    first: true,
    short: 'uCS',
    long: ['--unset', '--chdir', '--split-string'],
  });
  const split = (args.options.get('-S') ?? args.options.get('--split-string'))?.[0];
  if (split !== undefined)
    return [{ script: { ...split, text: [split, ...args.operands].map((w) => w.text).join(' ') } }];
  const inner = afterAssignments(args.operands);
  if (inner.words === undefined || inner.words.length === 0) return [];
  const cwd = (args.options.get('-C') ?? args.options.get('--chdir'))?.[0];
  return [{ ...inner, ...(cwd === undefined ? {} : { cwd }) }];
}

function unwrapCommand(command: SimpleCommand): readonly Inner[] {
  const args = readArguments(command.words.slice(1), { first: true });
  if (args.options.has('-v') || args.options.has('-V') || args.operands.length === 0) return [];
  return [{ words: args.operands }];
}
