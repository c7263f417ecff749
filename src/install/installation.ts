import { existsSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import { parseTree } from 'jsonc-parser';
import type { Profile } from '../harness/failure.ts';
import { readSmall } from '../log/disk.ts';
import type { Harness } from '../model/harness.ts';
import { type CommandParts, hookCommandLine, installId, scriptPath } from './hook-command.ts';
import { hookScript } from './hook-script.ts';
import { type InstallRecord, readRecord } from './install-record.ts';
import type { FoundVersion, Installer, Places, WantedHook } from './installer.ts';
import { INSTALLERS, type Site, siteOf } from './installers.ts';
import { ownHooks } from './own-hooks.ts';

/** The program that hooks run. Absolute paths. */
export type Program = {
  readonly node: string;
  /** The bundle that the hook script falls back on. */
  readonly fallback: string;
};

/** Where an install goes, and what it is told. */
export type InstallTarget = {
  readonly home: string;
  readonly harness: Harness;
  /** The root of the project whose file is meant; the user's file without it. */
  readonly project?: string;
  readonly places: Places;
  readonly program: Program;
  /** `hold_seconds` of the home. */
  readonly holdSeconds: number;
  readonly versions: readonly FoundVersion[];
  readonly platform?: string;
};

/** One install of one harness's hooks in one settings file. */
export type Installation = {
  readonly id: string;
  readonly installer: Installer;
  readonly site: Site;
  readonly record: InstallRecord | undefined;
};

export function installationOf({
  home,
  harness,
  places,
  project,
}: Pick<InstallTarget, 'home' | 'harness' | 'places' | 'project'>): Installation {
  const installer = INSTALLERS[harness];
  const site = siteOf(installer, places, project);
  const id = installId(harness, home, site.file);
  return { id, installer, site, record: readRecord(home, id) ?? recordElsewhere(site.file) };
}

/** What an install from another home wrote down of this file, where that home is still there. */
function recordElsewhere(file: string): InstallRecord | undefined {
  const text = textOf(file);
  const root = text === undefined || text.trim() === '' ? undefined : parseTree(text);
  for (const { command } of ownHooks(root)) {
    if (command.home === undefined || command.install === undefined || !isAbsolute(command.home)) continue;
    const record = readRecord(command.home, command.install);
    if (record?.file === file) return record;
  }
  return undefined;
}

function textOf(file: string): string | undefined {
  try {
    return readSmall(file)?.toString('utf8');
  } catch {
    // Whether it may be edited is said by whoever edits it.
    return undefined;
  }
}

/** The entries that an install has under a profile. */
export function wantedHooks(target: InstallTarget, id: string, profile: Profile): readonly WantedHook[] {
  const parts = commandParts(target, id, profile);
  return INSTALLERS[target.harness].hooks({
    profile,
    versions: target.versions,
    command: (event) => hookCommandLine(parts, event),
  });
}

/** The hook script of an install, and where it stands; the command itself on Windows, which has no script. */
export function wantedScript(
  target: InstallTarget,
  id: string,
  profile: Profile,
): { readonly path: string; readonly text: string } | undefined {
  const { home, program, holdSeconds, platform = process.platform } = target;
  if (platform === 'win32') return undefined;
  const text = hookScript({ home, profile, install: id, holdSeconds, ...program });
  return { path: scriptPath({ home, profile, install: id }), text };
}

function commandParts(
  { home, harness, program, platform = process.platform }: InstallTarget,
  install: string,
  profile: Profile,
): CommandParts {
  return { home, harness, profile, install, platform, ...program };
}

/** The folders that are missing on the way to a file, the outermost first. */
export function missingFolders(file: string): readonly string[] {
  const missing: string[] = [];
  for (let at = dirname(file); !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.unshift(at);
  return missing;
}
