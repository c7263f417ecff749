import { rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { scriptPath } from './hook-command.ts';
import { baseOf, type FileOutcome } from './init.ts';
import { takenBack } from './insertion.ts';
import { backUp, backupFolder, dropRecord, type FileEdit } from './install-record.ts';
import { type Installation, type InstallTarget, installationOf } from './installation.ts';
import { readSettings, type SettingsText, writeSettings } from './settings-file.ts';
import { settingsTree } from './settings-tree.ts';
import { withoutTomlLine } from './toml-line.ts';

export type UninstallOptions = Pick<InstallTarget, 'home' | 'harness' | 'project' | 'places'> & {
  /** Remove the hook scripts and backups too. */
  readonly purge: boolean;
  readonly time: Date;
};

type Removal = {
  readonly was: SettingsText;
  readonly file: string;
  readonly after: string;
  readonly created: boolean;
};

/**
 * Takes out of one harness's settings what `init` put in: every entry of ours, and the settings for reasoning where they
 * are as we left them. Entries go first and files last. Throws what `readSettings` and `settingsTree` throw.
 */
export function uninstall(options: UninstallOptions): readonly FileOutcome[] {
  const { home, time, purge } = options;
  const installation = installationOf(options);
  const { id, record } = installation;
  const removals = [hooksRemoval(installation), ...lineRemoval(installation)];
  const files = removals.map(({ was, file, after, created }): FileOutcome => {
    if (was.stats === undefined || after === was.text) return { file, what: 'unchanged' };
    const backup = purge
      ? undefined
      : backUp(home, id, { file, bytes: (was.bom ? '\ufeff' : '') + was.text, time });
    const removed = created && after.trim() === '';
    if (removed) rmSync(file);
    else writeSettings(file, after, was);
    return { file, what: removed ? 'removed' : 'written', ...(backup !== undefined && { backup }) };
  });
  for (const folder of [...(record?.folders ?? [])].reverse()) removeEmpty(folder);
  dropRecord(home, id);
  if (purge) {
    for (const profile of ['open', 'closed'] as const)
      rmSync(scriptPath({ home, profile, install: id }), { force: true });
    rmSync(backupFolder(home, id), { recursive: true, force: true });
    for (const folder of ['open', 'closed', 'installs', 'backups', ''])
      removeEmpty(join(home, 'hooks', folder));
  }
  return files;
}

function hooksRemoval(installation: Installation): Removal {
  const { site, installer, record } = installation;
  const was = readSettings(site.file, site.folder);
  settingsTree(was.text, site.file, installer);
  const base = baseOf(was.text, installation);
  const created = record?.hooks.created === true;
  // Without a record a file of no use to anybody else is still left: nobody knows who made it.
  return { was, file: site.file, after: created && isBare(base) ? '' : base, created };
}

function isBare(text: string): boolean {
  return /^\s*(?:\{\s*\})?\s*$/.test(text);
}

function lineRemoval({ site, installer, record }: Installation): readonly Removal[] {
  const setting = installer.thinkingLine;
  const edit: FileEdit | undefined = record?.line;
  if (setting === undefined || edit === undefined) return [];
  const was = readSettings(edit.file, site.folder);
  const after = takenBack(was.text, edit) ?? withoutTomlLine(was.text, setting);
  return [{ was, file: edit.file, after, created: edit.created }];
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {}
}
