import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Node } from 'jsonc-parser';
import { parseTree } from 'jsonc-parser';
import type { Profile } from '../../harness/failure.ts';
import { readSmall } from '../../log/disk.ts';
import { type Installation, type InstallTarget, installationOf } from '../installation.ts';
import { type OwnHook, ownHooks } from '../own-hooks.ts';
import { readSettings } from '../settings-file.ts';
import { settingsTree } from '../settings-tree.ts';

/** One settings file of a harness as it stands, and what of it is ours. */
export type Look = {
  readonly target: InstallTarget;
  readonly installation: Installation;
  readonly root: Node | undefined;
  readonly own: readonly OwnHook[];
  /** Closed where any of our hooks is. */
  readonly profile: Profile;
  /** Why the file can't be edited, where it can't. */
  readonly fault: string | undefined;
};

export function lookAt(target: InstallTarget): Look {
  const installation = installationOf(target);
  const { site, installer } = installation;
  let fault: string | undefined;
  try {
    settingsTree(readSettings(site.file, site.folder).text, site.file, installer);
  } catch (error) {
    fault = error instanceof Error ? error.message.replace(/\. Nothing was changed$/, '') : String(error);
  }
  const root = treeAt(site.file);
  const own = ownHooks(root);
  const profile = own.some(({ command }) => command.profile === 'closed') ? 'closed' : 'open';
  return { target, installation, root, own, profile, fault };
}

/** The tree of a JSON file with comments; undefined where there is none, or it is damaged beyond reading. */
export function treeAt(file: string): Node | undefined {
  const text = textAt(file);
  return text === undefined || text.trim() === ''
    ? undefined
    : parseTree(text, [], { allowTrailingComma: true });
}

/** A file's text without a byte order mark; undefined where it can't be read. */
export function textAt(file: string): string | undefined {
  try {
    return readSmall(file, 4 * 2 ** 20)
      ?.toString('utf8')
      .replace(/^\ufeff/, '');
  } catch {
    return undefined;
  }
}

/** The command that sets the hooks of a look up again. */
export function initCommand(
  { target, installation, profile, own }: Look,
  wanted: Profile = own.length === 0 ? 'closed' : profile,
): string {
  const flags = [
    ...(wanted === 'closed' ? ['--v2'] : []),
    `--agent ${target.harness}`,
    ...(installation.site.project === undefined ? [] : ['--project']),
    ...(target.home === join(target.places.userHome, '.tracekit') ? [] : [`--home ${target.home}`]),
  ];
  return `\`tracekit init --dev ${flags.join(' ')}\``;
}

/** Whether a folder or one above it is in a list. */
export function isIn(folder: string, trusted: readonly string[]): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if (trusted.includes(at)) return true;
    if (dirname(at) === at) return false;
  }
}

export function exists(path: string): boolean {
  return existsSync(path);
}
