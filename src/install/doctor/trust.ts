import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { findNodeAtLocation, getNodeValue, type Node } from 'jsonc-parser';
import { parse } from 'smol-toml';
import type { OwnHook } from '../own-hooks.ts';
import type { Check } from './check.ts';
import { checkOf } from './hooks.ts';
import { isIn, type Look, textAt, treeAt } from './look.ts';

/** Whether the harness was told to run these hooks, as far as its own files say; undefined where it never asks. */
export function trustCheck(look: Look): Check | undefined {
  switch (look.target.harness) {
    case 'codex':
      return codexTrust(look);
    case 'copilot':
      return look.installation.site.project === undefined ? undefined : copilotTrust(look);
    case 'gemini':
      return look.installation.site.project === undefined ? undefined : geminiTrust(look);
    default:
      return undefined;
  }
}

type Table = { readonly [key: string]: unknown };

/** Trust by hash in `config.toml` (formats: codex 0.171.0, "Trust"). */
function codexTrust(look: Look): Check {
  const { installation, target } = look;
  const { project, file } = installation.site;
  const text = textAt(join(installation.installer.userFolder(target.places), 'config.toml')) ?? '';
  const config = tableOf(text);
  const state = table(table(config.hooks).state);
  const answers = look.own.map(
    (hook) => [hook.event, codexState(table(state[codexKey(file, hook)]), hook)] as const,
  );
  const untrusted = answers.filter(([, word]) => word !== 'trusted');
  const level = project === undefined ? 'trusted' : table(table(config.projects)[project]).trust_level;
  if (level !== 'trusted') {
    return checkOf(look, 'D-TRUST', 'fail', {
      detail: `the project is not trusted, so Codex skips its hooks: ${project}`,
      fix: 'start `codex` in the project and trust it',
    });
  }
  if (untrusted.length === 0)
    return checkOf(look, 'D-TRUST', 'ok', { detail: 'Codex trusts each hook as it stands' });
  return checkOf(look, 'D-TRUST', 'fail', {
    detail: `Codex skips hooks that it does not trust, in silence when headless: ${untrusted.map(([event, word]) => `${event} (${word})`).join(', ')}`,
    fix: 'start `codex` and choose "Trust all" at "Hooks need review"',
  });
}

function codexState(state: Table, hook: OwnHook): 'trusted' | 'untrusted' | 'changed since' | 'turned off' {
  if (state.enabled === false) return 'turned off';
  if (typeof state.trusted_hash !== 'string') return 'untrusted';
  return state.trusted_hash === codexHash(hook) ? 'trusted' : 'changed since';
}

/** `<file>:<event>:<group>:<handler>` names a handler in `hooks.state`. */
export function codexKey(file: string, { event, group, index }: OwnHook): string {
  return `${file}:${snake(event)}:${group}:${index}`;
}

/**
 * The hash that Codex keeps of a handler that it was told to trust: of event, matcher and definition as JSON with sorted
 * keys. Compared with what codex 0.171.0 says itself (`hooks/list`).
 */
export function codexHash({ event, entry, handler }: OwnHook): string {
  const matcher: unknown = findNodeAtLocation(entry, ['matcher'])?.value;
  const { command, timeout } = getNodeValue(handler) as Table;
  // In the order of the keys.
  const identity = {
    event_name: snake(event),
    hooks: [{ async: false, command, ...(timeout !== undefined && { timeout }), type: 'command' }],
    ...(matcher !== undefined && { matcher }),
  };
  return `sha256:${createHash('sha256').update(JSON.stringify(identity)).digest('hex')}`;
}

function snake(event: string): string {
  return event.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}

/** A repository's hooks need a folder in `trustedFolders` (formats: copilot §4). */
function copilotTrust(look: Look): Check {
  const { installation, target } = look;
  const folder = installation.installer.userFolder(target.places);
  const project = installation.site.project!;
  if (
    target.places.env.COPILOT_ALLOW_ALL === 'true' ||
    isIn(project, strings(treeAt(join(folder, 'config.json')), 'trustedFolders'))
  )
    return checkOf(look, 'D-TRUST', 'ok', { detail: 'Copilot trusts this folder' });
  return checkOf(look, 'D-TRUST', 'fail', {
    detail: `Copilot skips the hooks of a folder that it does not trust, in silence: ${project} is not among trustedFolders in ${join(folder, 'config.json')}`,
    fix: 'start `copilot` in the project and trust the folder, or pass --trust-folder when headless',
  });
}

/** A project's hooks need a trusted folder, unless folder trust is off (formats: gemini §4; the file's form is public). */
function geminiTrust(look: Look): Check {
  const { installation, target } = look;
  const folder = installation.installer.userFolder(target.places);
  const project = installation.site.project!;
  const asks = treeAt(join(folder, 'settings.json'));
  const enabled: unknown = asks && findNodeAtLocation(asks, ['security', 'folderTrust', 'enabled'])?.value;
  if (enabled === false)
    return checkOf(look, 'D-TRUST', 'ok', {
      detail: 'folder trust is turned off: Gemini runs the hooks of each project',
    });
  const file = join(folder, 'trustedFolders.json');
  const tree = treeAt(file);
  const said = Object.entries(tree === undefined ? {} : table(getNodeValue(tree)));
  const trusted = said.filter(([, word]) => word === 'TRUST_FOLDER').map(([path]) => path);
  const parents = said.filter(([, word]) => word === 'TRUST_PARENT').map(([path]) => join(path, '..'));
  if (isIn(project, [...trusted, ...parents]))
    return checkOf(look, 'D-TRUST', 'ok', { detail: 'Gemini trusts this folder' });
  return checkOf(look, 'D-TRUST', 'fail', {
    detail: `Gemini skips the hooks of a folder that it does not trust: ${project} is not in ${file}`,
    fix: 'start `gemini` in the project and trust the folder (/permissions)',
  });
}

function strings(root: Node | undefined, key: string): readonly string[] {
  const list = root === undefined ? undefined : findNodeAtLocation(root, [key]);
  return (list?.children ?? []).flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
}

function tableOf(toml: string): Table {
  try {
    return parse(toml);
  } catch {
    return {};
  }
}

/** hostile: whatever stands in a harness's file. */
function table(value: unknown): Table {
  return value !== null && typeof value === 'object' ? (value as Table) : {};
}
