import type { SimpleCommand } from '../command.ts';
import { isCredentialPath } from '../credentials.ts';
import { gitCall } from '../git.ts';
import { type Arguments, has, optionValue, readArguments } from '../options.ts';
import { inputText } from '../output.ts';
import { patchTargets } from '../patch.ts';
import { joinPath } from '../path.ts';
import { literal, type Word } from '../word.ts';
import { landing } from './copies.ts';
import { all, type Family, type Found } from './found.ts';

/** What a git command does to the working tree and to git's own settings. */
export const gitTargets: Family = (command, home) => {
  if (command.name !== 'git') return [];
  const call = gitCall(command);
  const args = readArguments(call.words, {
    short: 'mFCcobBe',
    long: [
      '--source',
      '--output',
      '--directory',
      '--file',
      '--message',
      '--exclude',
      '--pathspec-from-file',
      '--format',
      '--branch',
    ],
  });
  const found = byVerb(args, { verb: call.verb, command, home });
  const folder = call.folders.at(-1);
  if (folder === undefined) return found;
  const there = found.map((one) => ({ ...one, word: under(folder, one.word) }));
  return there.length > 0 ? there : [{ word: folder, role: 'read' }];
};

const STASH_VERB = /^(list|show|pop|apply|drop|clear|branch|save|create|store|export|import)$/;

/** What stands in named files goes into the stash; so does everything else by `--all`, and can be had back. */
function stashed(args: Arguments): readonly Found[] {
  const [verb, ...paths] = args.operands;
  if (verb?.text === 'push' || (verb !== undefined && !STASH_VERB.test(verb.text)))
    return all(verb.text === 'push' ? paths : args.operands, 'written', true);
  return verb === undefined && has(args, '-a', '--all') ? all([literal('.')], 'removed', true) : [];
}

function under(folder: Word, word: Word): Word {
  return word.text.startsWith('/') ? word : { ...word, text: joinPath(folder.text, word.text) };
}

/** What of a git command is not an argument of its verb. */
type Called = { readonly verb: string; readonly command: SimpleCommand; readonly home: string };

function byVerb(args: Arguments, { verb, command, home }: Called): readonly Found[] {
  const tree = literal('.');
  switch (verb) {
    case 'mv':
      return moved(args);
    case 'rm':
      return has(args, '--cached', '-n', '--dry-run') ? [] : all(args.operands, 'removed', has(args, '-r'));
    case 'restore':
      return has(args, '--staged', '-S') && !has(args, '--worktree', '-W')
        ? []
        : all(args.operands, 'written', true);
    case 'checkout':
      return checkout(command, args);
    case 'checkout-index':
      return has(args, '-a', '--all') ? all([tree], 'written', true) : all(args.operands, 'written');
    case 'reset':
      return has(args, '--hard', '--merge', '--keep') ? all([tree], 'written', true) : [];
    case 'clean':
      return has(args, '-n', '--dry-run')
        ? []
        : all(args.operands.length > 0 ? args.operands : [tree], 'removed', true);
    case 'stash':
      return stashed(args);
    case 'apply':
    case 'am':
      return applied(args, command);
    case 'worktree':
      // A new worktree is the repository itself once more, usually beside it: no file of anybody's is touched.
      return args.operands[0]?.text === 'remove' ? all(args.operands.slice(1), 'removed', true) : [];
    case 'clone':
      return all(args.operands.slice(1, 2), 'added', true);
    case 'symbolic-ref':
      return args.operands.length > 1 && args.operands[0]!.text === 'HEAD'
        ? [{ word: literal('.git/HEAD'), role: 'written' }]
        : [];
    default:
      return settings(verb, args, home);
  }
}

function moved(args: Arguments): readonly Found[] {
  const to = args.operands.at(-1);
  const from = args.operands.slice(0, -1);
  if (to === undefined) return [];
  return [...all(from, 'removed'), ...landing(from, to, from.length > 1 || to.text.endsWith('/'))];
}

function settings(verb: string, args: Arguments, home: string): readonly Found[] {
  const first = args.operands[0]?.text ?? '';
  const own = literal('.git/config');
  if (verb === 'remote') return /^(add|set-url|remove|rm|rename)$/.test(first) ? all([own], 'written') : [];
  if (verb === 'config') {
    if (has(args, '--get', '--get-all', '--get-regexp') || first === 'get') return [];
    const file = has(args, '--global')
      ? literal(`${home}/.gitconfig`)
      : has(args, '--system')
        ? literal('/etc/gitconfig')
        : (optionValue(args, '-f', '--file') ?? own);
    if (has(args, '--list', '-l') || first === 'list') return all([file], 'read');
    const changes =
      args.operands.length > 1 ||
      has(args, '--unset', '--unset-all', '--remove-section', '--edit', '-e', '--add', '--replace-all');
    return changes ? all([file], 'written') : [];
  }
  if (verb === 'commit')
    return all(args.options.get('-F') ?? args.options.get('--file') ?? [], 'read').filter(
      (one) => one.word.text !== '-',
    );
  if (verb === 'archive') return all(args.options.get('-o') ?? args.options.get('--output') ?? [], 'added');
  if (/^(log|show|diff)$/.test(verb) && args.options.has('--output'))
    return all(args.options.get('--output') ?? [], 'written');
  if (verb === 'bundle' && first === 'create') return all(args.operands.slice(1, 2), 'written');
  if (/^(log|show|diff|blame|cat-file|grep|add|format-patch)$/.test(verb)) return all(secrets(args), 'read');
  return [];
}

/** `git show HEAD:.env`, `git log -p -- .env`: only credential files are worth naming. */
function secrets(args: Arguments): readonly Word[] {
  return args.operands.flatMap((word) => {
    const path = word.text.slice(word.text.indexOf(':') + 1);
    return isCredentialPath(path) ? [{ ...word, text: path }] : [];
  });
}

function checkout(command: SimpleCommand, args: Arguments): readonly Found[] {
  if (has(args, '-b', '-B', '--orphan', '--detach')) return [];
  const words = gitCall(command).words;
  const dashes = words.findIndex((word) => word.text === '--');
  if (dashes >= 0) return all(words.slice(dashes + 1), 'written', true);
  const operands = args.operands;
  const paths =
    operands.length > 1
      ? operands.slice(1)
      : operands.filter(
          (word) => /^\.{0,2}\/|^\.$|^\.[a-z]/.test(word.text) || /\.[a-z0-9]{1,5}$/i.test(word.text),
        );
  if (paths.length > 0) return all(paths, 'written', true);
  return has(args, '-f', '--force') ? all([literal('.')], 'written', true) : [];
}

function applied(args: Arguments, command: SimpleCommand): readonly Found[] {
  if (has(args, '--check', '--stat', '--numstat', '--summary', '--abort', '--skip')) return [];
  const text = args.operands.length === 0 ? inputText(command.input) : undefined;
  return [
    ...all(args.operands, 'read'),
    ...all(args.options.get('--directory') ?? [], 'written', true),
    ...patchTargets(text ?? '', { strip: 1 }).map(
      (target): Found => ({ word: literal(target.path), role: target.role, by: 'patch' }),
    ),
  ];
}
