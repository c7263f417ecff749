import type { TargetRole } from '../../model/target.ts';
import { readArguments } from '../options.ts';
import { literal } from '../word.ts';
import { all, type Family } from './found.ts';

/** A tool's command (its first words) and the file it changes or reads; `~` is the home. */
type Row = readonly [command: string, path: string, role: TargetRole];

const ROWS: readonly Row[] = [
  ['npm config set', '~/.npmrc', 'written'],
  ['npm config delete', '~/.npmrc', 'written'],
  ['npm set', '~/.npmrc', 'written'],
  ['yarn config set', '~/.yarnrc', 'written'],
  ['claude config set', '~/.claude/settings.json', 'written'],
  ['claude config add', '~/.claude/settings.json', 'written'],
  ['claude config remove', '~/.claude/settings.json', 'written'],
  ['claude mcp add', '~/.claude/settings.json', 'written'],
  ['claude mcp remove', '~/.claude/settings.json', 'written'],
  ['codex mcp add', '~/.codex/config.toml', 'written'],
  ['codex mcp remove', '~/.codex/config.toml', 'written'],
  ['codex features enable', '~/.codex/config.toml', 'written'],
  ['codex features disable', '~/.codex/config.toml', 'written'],
  ['gemini mcp add', '~/.gemini/settings.json', 'written'],
  ['gemini mcp remove', '~/.gemini/settings.json', 'written'],
  ['gemini hooks disable', '~/.gemini/settings.json', 'written'],
  ['gemini hooks uninstall', '~/.gemini/settings.json', 'written'],
  ['ssh-copy-id', '~/.ssh/authorized_keys', 'written'],
  ['alembic revision', 'alembic/versions', 'added'],
  ['terraform output', 'terraform.tfstate', 'read'],
  ['terraform show', 'terraform.tfstate', 'read'],
  ['terraform state pull', 'terraform.tfstate', 'read'],
  ['tofu output', 'terraform.tfstate', 'read'],
  ['tofu state pull', 'terraform.tfstate', 'read'],
];

type SplitRow = { readonly words: readonly string[]; readonly path: string; readonly role: TargetRole };

/** The rows of each program, without its name. */
const BY_NAME: ReadonlyMap<string, readonly SplitRow[]> = ROWS.reduce((found, [command, path, role]) => {
  const [name = '', ...words] = command.split(' ');
  return found.set(name, [...(found.get(name) ?? []), { words, path, role }]);
}, new Map<string, SplitRow[]>());

/** Tools that keep settings or state of their own: which file their commands touch. And `create-…` scaffolders. */
export const toolSettings: Family = (command, home) => {
  if (/^create-[a-z]/.test(command.name))
    return all(
      readArguments(command.words.slice(1), { long: ['--template'] }).operands.slice(0, 1),
      'added',
      true,
    );
  const rows = BY_NAME.get(command.name);
  if (rows === undefined) return [];
  return rows
    .filter(({ words }) => words.every((word, i) => command.words[i + 1]?.text === word))
    .map(({ path, role }) => ({
      word: literal(path.startsWith('~') ? home + path.slice(1) : path),
      role,
    }));
};
