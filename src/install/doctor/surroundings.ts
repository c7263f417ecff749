import { join } from 'node:path';
import { capabilityOf } from '../../harness/capabilities.ts';
import { isBefore } from '../../harness/version-order.ts';
import type { FoundVersion } from '../installer.ts';
import { ownHooks } from '../own-hooks.ts';
import type { Check } from './check.ts';
import { checkOf } from './hooks.ts';
import { type Look, treeAt } from './look.ts';

/** Whether what is known of the harness was measured with the version that is installed. */
export function versionCheck(look: Look, versions: readonly FoundVersion[]): Check {
  const { harness } = look.target;
  const [found] = versions;
  if (found === undefined)
    return checkOf(look, 'D-VERSION', 'info', {
      detail: `its program is not on PATH, or does not say its version`,
    });
  const row = capabilityOf(harness, found.version);
  const blind = row.hookless.length === 0 ? '' : `; no hook fires for: ${row.hookless.join(', ')}`;
  const says = versions.map(({ program, version }) => `${program} ${version}`).join(', ');
  const { newest } = row;
  if (row.basis === 'public' || newest === undefined)
    return checkOf(look, 'D-VERSION', 'info', {
      detail: `${says}: nothing of it was measured, all is from public descriptions${blind}`,
    });
  if (isBefore(newest, found.version)) {
    return checkOf(look, 'D-VERSION', 'info', {
      detail: `${says}: newer than what was measured (${newest}), and taken for that${blind}`,
    });
  }
  if (row.basis === 'inferred') {
    return checkOf(look, 'D-VERSION', 'warn', {
      detail: `${says}: older than what was measured; what it does is inferred${blind}`,
      fix: `update it to ${newest} or newer`,
    });
  }
  return checkOf(look, 'D-VERSION', 'ok', { detail: `${says}: measured${blind}` });
}

/**
 * Whether this harness also runs Claude Code's settings, and so a hook of ours twice: Cursor the user's and
 * the project's, Copilot the project's. Undefined where it runs none of ours.
 */
export function doubleCheck(look: Look): Check | undefined {
  const { harness, places } = look.target;
  if (harness !== 'cursor' && harness !== 'copilot') return undefined;
  const project = [
    join(places.cwd, '.claude', 'settings.json'),
    join(places.cwd, '.claude', 'settings.local.json'),
  ];
  const user = join(places.userHome, '.claude', 'settings.json');
  const read = harness === 'cursor' ? [user, ...project] : project;
  const files = read.filter((file) => ownHooks(treeAt(file)).length > 0);
  if (files.length === 0) return undefined;
  const alone =
    look.own.length === 0
      ? ', and has no hooks of its own from tracekit: its other events are not seen'
      : '; a call that both see is one call';
  return checkOf(look, 'D-DOUBLE', 'info', {
    detail: `also runs Claude Code's hooks in ${files.join(', ')}${alone}`,
  });
}
