import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Profile } from '../harness/failure.ts';
import { readSmall } from '../log/disk.ts';
import { makeFolders } from '../log/folders.ts';
import { homePaths, makeHome } from '../log/home.ts';
import { TracekitError } from '../model/error.ts';
import { hasWanted, hookInsertions, type WantedSettings, withoutOwn } from './hooks-in-settings.ts';
import { inserted, takenBack } from './insertion.ts';
import { backUp, type FileEdit, type InstallRecord, writeRecord } from './install-record.ts';
import {
  type Installation,
  type InstallTarget,
  installationOf,
  missingFolders,
  wantedHooks,
  wantedScript,
} from './installation.ts';
import { ownHooks } from './own-hooks.ts';
import { odd, readSettings, type SettingsText, writeSettings } from './settings-file.ts';
import { settingsTree } from './settings-tree.ts';
import { tomlInsertion } from './toml-line.ts';

export type InitErrorCode = 'closed_installed';

export type InitOptions = InstallTarget & {
  readonly profile: Profile;
  /** Replace the closed profile by the open one. */
  readonly downgrade: boolean;
  /** Make the model's reasoning readable. */
  readonly thinking: boolean;
  readonly time: Date;
};

/** What became of one file. */
export type FileOutcome = {
  readonly file: string;
  readonly what: 'written' | 'unchanged' | 'removed';
  readonly backup?: string;
};

export type InitOutcome = {
  readonly id: string;
  readonly profile: Profile;
  /** The profile that stood there before, if any. */
  readonly before: Profile | undefined;
  readonly files: readonly FileOutcome[];
  /** What the person should know, one sentence each. */
  readonly notes: readonly string[];
};

/**
 * Sets up the hooks of one harness. Everything is read and judged before anything is written; a second run changes nothing.
 * Throws what `readSettings` and `settingsTree` throw, and `closed_installed`.
 */
export function init(options: InitOptions): InitOutcome {
  const installation = installationOf(options);
  const { installer, site, id } = installation;
  const plan = planOf(options, installation);
  makeHome(homePaths(options.home));
  writeScript(options, id);
  const folders = [...(installation.record?.folders ?? []), ...missingFolders(site.file)];
  const backups = plan.files.map(({ was, edit, after }) =>
    was.stats === undefined || after === was.text ? undefined : backUpOf(options, id, edit.file, was),
  );
  if (plan.record !== undefined) writeRecord(options.home, { ...plan.record, folders });
  for (const folder of missingFolders(site.file))
    mkdirSync(folder, { mode: site.project === undefined ? 0o700 : 0o755 });
  const files = plan.files.map(({ was, edit, after }, at): FileOutcome => {
    if (after === was.text && was.stats !== undefined) return { file: edit.file, what: 'unchanged' };
    writeSettings(edit.file, after, was, site.project === undefined ? 0o600 : 0o644);
    return { file: edit.file, what: 'written', ...(backups[at] !== undefined && { backup: backups[at] }) };
  });
  const notes = [...plan.notes, ...installer.next(site.file, site.project !== undefined)];
  return { id, profile: options.profile, before: plan.before, files, notes };
}

type PlannedFile = { readonly was: SettingsText; readonly edit: FileEdit; readonly after: string };
type Plan = {
  readonly files: readonly PlannedFile[];
  readonly before: Profile | undefined;
  readonly record: Omit<InstallRecord, 'folders'> | undefined;
  readonly notes: readonly string[];
};

function planOf(options: InitOptions, installation: Installation): Plan {
  const { installer, site, record, id } = installation;
  const { profile, harness } = options;
  const was = readForHooks(installation);
  const own = ownHooks(settingsTree(was.text, site.file, installer));
  const before = own.some(({ command }) => command.profile === 'closed') ? 'closed' : own[0]?.command.profile;
  if (before === 'closed' && profile === 'open' && !options.downgrade) throw closedInstalled(site.file);
  const sets = profile === 'closed' && options.thinking;
  const wanted = {
    installer,
    hooks: wantedHooks(options, id, profile),
    thinking: sets || keepsThinking(was.text, installation),
  };
  const line = sets ? lineOf(installation) : undefined;
  const project = site.project !== undefined && { project: site.project };
  const made = { v: 1, id, harness, profile, file: site.file, ...project } as const;
  const edited = hasWanted(was.text, wanted) ? undefined : editOf(was, wanted, installation);
  const kept = record && { ...record, ...made };
  const next =
    edited === undefined ? kept : { ...made, ...(record?.line && { line: record.line }), ...edited.part };
  const others = own.some(({ command }) => command.install !== id);
  return {
    files: [edited?.file ?? unchanged(site.file, was), ...(line ? [line] : [])],
    before,
    record: next && line ? { ...next, line: line.edit } : next,
    notes: others ? ['Hooks of another install of tracekit stood there; they were replaced.'] : [],
  };
}

function readForHooks({ installer, site }: Installation): SettingsText {
  const was = readSettings(site.file, site.folder);
  if (was.bom && !installer.readsBom) {
    throw odd(
      `${site.file}: begins with a byte order mark, with which ${installer.name} does not read it; save it without`,
    );
  }
  return was;
}

/** The settings with the wanted hooks in the place of what was ours. */
function editOf(
  was: SettingsText,
  wanted: WantedSettings,
  installation: Installation,
): { readonly file: PlannedFile; readonly part: Pick<InstallRecord, 'hooks' | 'thinking'> } {
  const { installer, site, record } = installation;
  const base = baseOf(was.text, installation);
  const insertions = hookInsertions(base, wanted);
  const created = record?.hooks.created ?? was.stats === undefined;
  const edit = { file: site.file, created, before: base, insertions };
  const after = inserted(base, insertions);
  settingsTree(after, site.file, installer);
  const key = JSON.stringify(installer.thinking?.key ?? '');
  const thinking = wanted.thinking && insertions.some(({ text }) => text.includes(key));
  return { file: { was, edit, after }, part: { hooks: edit, thinking } };
}

function unchanged(file: string, was: SettingsText): PlannedFile {
  return { was, edit: { file, created: false, before: was.text, insertions: [] }, after: was.text };
}

/** Whether the setting for reasoning stands there as an install before this one put it. */
function keepsThinking(text: string, { installer, record }: Installation): boolean {
  if (record?.thinking !== true) return false;
  return withoutOwn(text, installer, { thinking: false }) !== withoutOwn(text, installer, { thinking: true });
}

/** The text as it would be without us. */
export function baseOf(
  text: string,
  { installer, record }: Pick<Installation, 'installer' | 'record'>,
): string {
  const back = record === undefined ? undefined : takenBack(text, record.hooks);
  // What a record does not speak of may still be ours: an install by hand.
  const thinking = back === undefined && record?.thinking === true;
  return withoutOwn(back ?? text, installer, { ...(record && { before: record.hooks.before }), thinking });
}

/** The setting for reasoning that lies in a file of its own; undefined where nothing is to be done. */
function lineOf({ installer, site, record }: Installation): PlannedFile | undefined {
  const setting = installer.thinkingLine;
  if (setting === undefined) return undefined;
  const file = join(site.folder, setting.file);
  const was = readSettings(file, site.folder);
  const insertion = tomlInsertion(was.text, file, setting);
  if (insertion === undefined) return undefined;
  const created = record?.line?.created ?? was.stats === undefined;
  return {
    was,
    edit: { file, created, before: was.text, insertions: [insertion] },
    after: insertion.text + was.text,
  };
}

function backUpOf({ home, time }: InitOptions, id: string, file: string, was: SettingsText): string {
  return backUp(home, id, { file, bytes: (was.bom ? '\ufeff' : '') + was.text, time });
}

/** The script before the entries that call it, and whole or not at all. */
function writeScript(options: InitOptions, id: string): void {
  const script = wantedScript(options, id, options.profile);
  if (script === undefined) return;
  makeFolders(dirname(script.path));
  if (readSmall(script.path)?.toString('utf8') !== script.text) {
    writeFileSync(`${script.path}.draft`, script.text, { mode: 0o700 });
    renameSync(`${script.path}.draft`, script.path);
  }
  chmodSync(script.path, 0o700);
}

function closedInstalled(file: string): TracekitError<InitErrorCode> {
  return new TracekitError(
    'closed_installed',
    `${file}: the closed profile (--v2) is installed; the open one lets calls run that could not be judged. Add --v2 to keep it, or --downgrade to replace it. Nothing was changed`,
  );
}
