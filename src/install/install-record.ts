import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Profile } from '../harness/failure.ts';
import { readSmall } from '../log/disk.ts';
import { makeFolders } from '../log/folders.ts';
import type { Harness } from '../model/harness.ts';
import type { Insertion } from './insertion.ts';

/** What `init` did to one file, so that `uninstall` can take back exactly that. */
export type FileEdit = {
  readonly file: string;
  /** There was no file. */
  readonly created: boolean;
  /** The text before (without a byte order mark), and what was put into it. */
  readonly before: string;
  readonly insertions: readonly Insertion[];
};

/** What `init` did for one settings file. Kept in the home: `hooks/installs/<id>.json`. */
export type InstallRecord = {
  readonly v: 1;
  readonly id: string;
  readonly harness: Harness;
  readonly profile: Profile;
  readonly file: string;
  readonly project?: string;
  readonly hooks: FileEdit;
  /** The setting for reasoning in the same file is ours. */
  readonly thinking: boolean;
  /** The setting for reasoning in a file of its own. */
  readonly line?: FileEdit;
  /** Folders that were made for the files, the outermost first. */
  readonly folders: readonly string[];
};

const MOST_BYTES = 32 * 2 ** 20;

export function readRecord(home: string, id: string): InstallRecord | undefined {
  return parsed(readSmall(pathOf(home, id), MOST_BYTES));
}

export function writeRecord(home: string, record: InstallRecord): void {
  const path = pathOf(home, record.id);
  makeFolders(folderOf(home));
  writeFileSync(`${path}.draft`, `${JSON.stringify(record)}\n`, { mode: 0o600 });
  renameSync(`${path}.draft`, path);
}

export function dropRecord(home: string, id: string): void {
  rmSync(pathOf(home, id), { force: true });
}

/** Keeps a copy of a settings file as it is; its path. */
export function backUp(
  home: string,
  id: string,
  source: { readonly file: string; readonly bytes: string; readonly time: Date },
): string {
  const folder = backupFolder(home, id);
  makeFolders(folder);
  const stamp = source.time.toISOString().replaceAll(/[:.]/g, '-');
  const path = join(folder, `${stamp}-${basename(source.file)}`);
  writeFileSync(path, source.bytes, { mode: 0o600 });
  return path;
}

export function backupFolder(home: string, id: string): string {
  return join(home, 'hooks', 'backups', id);
}

function folderOf(home: string): string {
  return join(home, 'hooks', 'installs');
}

function pathOf(home: string, id: string): string {
  return join(folderOf(home), `${id}.json`);
}

/** Our own file: one that is damaged counts as none, and what is ours is then known by its marks alone. */
function parsed(bytes: Buffer | undefined): InstallRecord | undefined {
  if (bytes === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is InstallRecord {
  if (value === null || typeof value !== 'object') return false;
  const { v, id, file, hooks } = value as Partial<InstallRecord>;
  return (
    v === 1 &&
    typeof id === 'string' &&
    typeof file === 'string' &&
    Array.isArray(hooks?.insertions) &&
    typeof hooks.before === 'string'
  );
}
