import type { SimpleCommand } from '../command.ts';
import type { Effect } from '../effect.ts';
import { gitCall } from '../git.ts';
import { type Arguments, has, readArguments } from '../options.ts';
import type { Word } from '../word.ts';
import { isProgramSetting, setsGitProgram } from './git-programs.ts';

/** What a git command does to history, refs, remotes and hooks. */
export function gitEffects(command: SimpleCommand): readonly Effect[] {
  const call = gitCall(command);
  const args = readArguments(call.words, {
    short: 'mFCco',
    long: ['--message', '--file', '--source', '--author', '--date', '--exec', '--onto'],
  });
  const runs = call.words.some((word) => word.text.startsWith('ext::')) || setsGitProgram(command);
  const program = runs ? (['git_program'] as const) : [];
  return [
    ...program,
    ...settingEffects(call.settings, command),
    ...(VERBS.get(call.verb)?.(args, call.words, command) ?? []),
  ];
}

type Reader = (args: Arguments, words: readonly Word[], command: SimpleCommand) => readonly Effect[];

const DISCARDS: readonly Effect[] = ['history_rewrite', 'discard_changes'];
const REWRITES: readonly Effect[] = ['history_rewrite', 'force_push'];

const commits: Reader = (args) => {
  if (has(args, '--abort', '--quit', '--skip')) return [];
  return has(args, '--no-verify') ? ['commit', 'hook_bypass'] : ['commit'];
};

const VERBS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['commit', (args, _, command) => commit(args, command)],
  ['merge', commits],
  ['revert', commits],
  ['cherry-pick', commits],
  ['am', commits],
  ['push', (_, words) => push(words)],
  ['rebase', rebase],
  ['reset', reset],
  ['restore', restore],
  ['checkout', checkout],
  ['switch', switched],
  ['checkout-index', (args) => (has(args, '-f', '--force') ? DISCARDS : [])],
  [
    'clean',
    (args) => (has(args, '-n', '--dry-run') || args.options.size === 0 ? [] : ['delete', 'discard_changes']),
  ],
  ['stash', stash],
  ['branch', branch],
  ['tag', tag],
  ['filter-branch', () => REWRITES],
  ['filter-repo', () => REWRITES],
  ['replace', () => REWRITES],
  ['fast-import', () => REWRITES],
  ['update-ref', () => REWRITES],
  ['reflog', (args) => (/^(expire|delete)$/.test(args.operands[0]?.text ?? '') ? REWRITES : [])],
  ['gc', (_, words) => (words.some((word) => /^--prune=(now|all)$/.test(word.text)) ? DISCARDS : [])],
  ['prune', () => DISCARDS],
  ['symbolic-ref', (args) => (args.operands.length > 1 || has(args, '-d') ? DISCARDS : [])],
  ['worktree', worktree],
  ['rm', removal],
  ['read-tree', (args) => (has(args, '--reset', '-u') ? DISCARDS : [])],
  ['submodule', submodule],
  ['config', config],
  ['credential', () => ['credential_read']],
  ['lfs', (args) => (args.operands[0]?.text === 'migrate' ? REWRITES : [])],
]);

function rebase(args: Arguments): readonly Effect[] {
  const goesOn = ['--abort', '--quit', '--skip', '--continue', '--edit-todo', '--show-current-patch'];
  if (has(args, ...goesOn)) return [];
  return has(args, '-i', '--interactive', '--root', '--onto', '-x', '--exec')
    ? DISCARDS
    : ['history_rewrite'];
}

function restore(args: Arguments): readonly Effect[] {
  if (has(args, '--staged', '-S') && !has(args, '-W', '--worktree')) return [];
  return whole(args.operands) ? DISCARDS : [];
}

function switched(args: Arguments): readonly Effect[] {
  if (has(args, '-f', '--force', '--discard-changes')) return DISCARDS;
  return has(args, '-C') ? ['history_rewrite'] : [];
}

function branch(args: Arguments): readonly Effect[] {
  const forced = has(args, '-D', '-M') || (has(args, '-d', '--delete', '-m') && has(args, '-f', '--force'));
  if (forced) return ['delete', 'ref_delete'];
  return has(args, '-d', '--delete') ? ['delete'] : [];
}

function tag(args: Arguments): readonly Effect[] {
  if (has(args, '-d', '--delete')) return ['delete', 'ref_delete'];
  return has(args, '-f', '--force') ? ['history_rewrite', 'ref_delete'] : [];
}

function worktree(args: Arguments): readonly Effect[] {
  const forced = args.operands[0]?.text === 'remove' && has(args, '-f', '--force');
  return forced ? ['history_rewrite', 'delete', 'discard_changes'] : [];
}

function removal(args: Arguments): readonly Effect[] {
  if (has(args, '--cached', '-n', '--dry-run')) return [];
  return has(args, '-r') ? ['delete', 'recursive_delete'] : ['delete'];
}

function submodule(args: Arguments): readonly Effect[] {
  return args.operands[0]?.text === 'deinit' && has(args, '-f', '--force', '--all')
    ? ['discard_changes']
    : [];
}

function commit(args: Arguments, command: SimpleCommand): readonly Effect[] {
  const out: Effect[] = ['commit'];
  if (has(args, '--amend')) out.push('history_rewrite');
  const dated =
    has(args, '--date', '--author', '--reset-author') ||
    command.assignments.some(({ name }) => /^GIT_(COMMITTER|AUTHOR)_DATE$/.test(name));
  if (dated && has(args, '--amend', '--date')) out.push('log_tamper');
  if (has(args, '-n', '--no-verify') || skipsHooks(command)) out.push('hook_bypass');
  return out;
}

function push(words: readonly Word[]): readonly Effect[] {
  const out: Effect[] = ['push', 'network'];
  const plain = readArguments(words, {
    short: 'o',
    long: ['--push-option', '--receive-pack', '--exec', '--repo'],
  });
  if (has(plain, '-n', '--dry-run')) return ['network'];
  const refs = plain.operands.slice(1);
  // `--mirr` is `--mirror` to git; `+ref` forces one ref.
  const forced =
    has(plain, '-f', '--force', '--force-with-lease', '--force-if-includes', '--mirror') ||
    words.some((word) => /^--(force|mirr)/.test(word.text)) ||
    refs.some((ref) => ref.text.startsWith('+'));
  if (forced) out.push('history_rewrite', 'force_push');
  const gone = has(plain, '-d', '--delete', '--prune') || refs.some((ref) => /^\+?:./.test(ref.text));
  if (gone) out.push('delete', 'ref_delete');
  if (has(plain, '--no-verify')) out.push('hook_bypass');
  const remote = plain.operands[0]?.text ?? '';
  if (/^(https?|git|ssh|file):\/\/|^[\w.-]+@[\w.-]+:/.test(remote)) out.push('upload');
  return out;
}

function reset(args: Arguments): readonly Effect[] {
  if (has(args, '--hard', '--merge', '--keep')) return ['history_rewrite', 'discard_changes'];
  const to = args.operands[0]?.text ?? '';
  return /^(HEAD|@)?[~^]|^[0-9a-f]{7,40}$|^(HEAD|@)[~^@]|^origin\//.test(to) ? ['history_rewrite'] : [];
}

function checkout(args: Arguments, words: readonly Word[]): readonly Effect[] {
  if (has(args, '-f', '--force')) return ['history_rewrite', 'discard_changes'];
  if (has(args, '-B')) return ['history_rewrite'];
  // In a merge both sides are kept.
  if (has(args, '--ours', '--theirs', '-b', '--orphan', '--detach', '-t', '--track')) return [];
  const dashes = words.findIndex((word) => word.text === '--');
  const named = dashes >= 0 ? words.slice(dashes + 1) : args.operands.slice(1);
  const sure = args.operands.slice(0, 1).filter((word) => /^(\.\/?|:\/|:|\*|\.\/\*)$/.test(word.text));
  return whole(dashes >= 0 ? named : [...sure, ...named]) ? ['history_rewrite', 'discard_changes'] : [];
}

function stash(args: Arguments): readonly Effect[] {
  const verb = args.operands[0]?.text ?? 'push';
  if (verb === 'drop' || verb === 'clear') return ['history_rewrite', 'discard_changes'];
  return has(args, '-a', '--all') ? ['delete'] : [];
}

/** `.`, `:/`, `*`: everything; or a folder or a pattern, which is many files. */
function whole(words: readonly Word[]): boolean {
  return words.some(({ text }) => /^(\.\/?|:\/|:)$|\*|\/$/.test(text) || isFolderName(text));
}

/** A path whose last name has no dot, and is none of the files that have none. */
function isFolderName(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return /^[a-z][\w-]*$/.test(name) && !/^(gradlew|mvnw|configure|go\.\w+|justfile|makefile)$/.test(name);
}

const LOOSENED =
  /^(http\..*sslverify|http\.sslverify|core\.hookspath|commit\.gpgsign|tag\.gpgsign|safe\.directory|protocol\..*allow|receive\.deny.*|transfer\.fsckobjects|url\..*insteadof|credential\.helper|http\.proxy|core\.sshcommand)$/i;

function config(args: Arguments, words: readonly Word[]): readonly Effect[] {
  if (has(args, '--get', '--get-all', '--get-regexp', '--list', '-l')) return secretSettings(words);
  const key = args.operands.find((word) => word.text.includes('.'))?.text ?? '';
  const value = args.operands.at(-1)?.text ?? '';
  const changes = args.operands.length > 1 || has(args, '--unset', '--unset-all', '--add', '--replace-all');
  if (!changes) return [];
  if (/^alias\./i.test(key)) return value.startsWith('!') ? ['git_program'] : [];
  if (/^credential\.helper$/i.test(key)) return ['hook_bypass'];
  if (forcesPush(key, value)) return ['history_rewrite', 'force_push'];
  if (isProgramSetting(key, value)) return ['git_program'];
  return LOOSENED.test(key) ? ['hook_bypass'] : [];
}

/** `remote.origin.push=+refs/heads/*:…`, `remote.x.mirror=true`: every push is a forced one. */
function forcesPush(key: string, value: string): boolean {
  return /^remote\.[^=]*\.push$/i.test(key)
    ? value.startsWith('+')
    : /^remote\.[^=]*\.mirror$/i.test(key) && /^(true|yes|on|1)$/i.test(value);
}

function secretSettings(words: readonly Word[]): readonly Effect[] {
  return words.some((word) => /extraheader|token|password|credential\b/i.test(word.text))
    ? ['credential_read']
    : [];
}

function settingEffects(settings: readonly Word[], command: SimpleCommand): readonly Effect[] {
  const out: Effect[] = skipsHooks(command) ? ['hook_bypass'] : [];
  for (const setting of settings) {
    const eq = setting.text.indexOf('=');
    const key = eq < 0 ? setting.text : setting.text.slice(0, eq);
    const value = eq < 0 ? 'true' : setting.text.slice(eq + 1);
    if (/^alias\./i.test(key) && value.startsWith('!')) out.push('git_program');
    else if (isProgramSetting(key, value)) out.push('git_program');
    else if (forcesPush(key, value)) out.push('history_rewrite', 'force_push');
    else if (/^protocol\.ext\.allow$/i.test(key)) out.push('git_program');
    else if (/^core\.hookspath$/i.test(key) || (/sslverify$/i.test(key) && /^(false|0|no)$/i.test(value)))
      out.push('hook_bypass');
    else if (/^clean\.requireforce$/i.test(key)) out.push('delete', 'discard_changes');
  }
  return out;
}

function skipsHooks(command: SimpleCommand): boolean {
  return command.assignments.some(
    ({ name, value }) =>
      (name === 'HUSKY' && value.text === '0') ||
      (name === 'HUSKY_SKIP_HOOKS' && value.text !== '0') ||
      (name === 'SKIP' && value.text !== '') ||
      (name === 'LEFTHOOK' && value.text === '0') ||
      (name === 'GIT_SSL_NO_VERIFY' && /^(1|true)$/.test(value.text)),
  );
}
