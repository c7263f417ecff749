import { join } from 'node:path';
import { findNodeAtLocation, getNodeValue } from 'jsonc-parser';
import { GEMINI_HOOK_NAME } from '../gemini.ts';
import { tomlValue } from '../toml-line.ts';
import type { Check } from './check.ts';
import { checkOf } from './hooks.ts';
import { type Look, textAt, treeAt } from './look.ts';

/** Switches that turn every hook off without a word. Undefined for a harness of which none is known. */
export function offCheck(look: Look): Check | undefined {
  const { harness } = look.target;
  const switches = { 'claude-code': claudeSwitch, gemini: geminiSwitch, codex: codexSwitch } as const;
  if (harness !== 'claude-code' && harness !== 'gemini' && harness !== 'codex') return undefined;
  const found = switches[harness](look);
  if (found === undefined) return checkOf(look, 'D-HOOKS-OFF', 'ok', { detail: 'no switch turns hooks off' });
  return checkOf(look, 'D-HOOKS-OFF', 'fail', {
    detail: `${found}: no hook runs`,
    fix: `take it out: ${found}`,
  });
}

function claudeSwitch({ target, installation }: Look): string | undefined {
  const { places } = target;
  if (places.env.CLAUDE_CODE_SIMPLE) return 'CLAUDE_CODE_SIMPLE is set in the environment';
  const folder = installation.installer.userFolder(places);
  const project = join(installation.site.project ?? places.cwd, '.claude');
  const files = [
    join(folder, 'settings.json'),
    join(project, 'settings.json'),
    join(project, 'settings.local.json'),
  ];
  for (const file of files) {
    const tree = treeAt(file);
    if (tree === undefined) continue;
    if (findNodeAtLocation(tree, ['disableAllHooks'])?.value === true)
      return `"disableAllHooks": true in ${file}`;
    if (findNodeAtLocation(tree, ['env', 'CLAUDE_CODE_SIMPLE'])?.value)
      return `"CLAUDE_CODE_SIMPLE" under "env" in ${file}`;
  }
  return undefined;
}

/** `hooksConfig` (public documentation; `enabled` was seen in the captures' settings). */
function geminiSwitch({ target, installation }: Look): string | undefined {
  const user = join(installation.installer.userFolder(target.places), 'settings.json');
  for (const file of new Set([user, installation.site.file])) {
    const tree = treeAt(file);
    const config = tree === undefined ? undefined : findNodeAtLocation(tree, ['hooksConfig']);
    if (config === undefined) continue;
    if (findNodeAtLocation(config, ['enabled'])?.value === false)
      return `"hooksConfig": {"enabled": false} in ${file}`;
    const disabled = findNodeAtLocation(config, ['disabled']);
    const names: unknown = disabled && getNodeValue(disabled);
    if (Array.isArray(names) && names.includes(GEMINI_HOOK_NAME))
      return `"${GEMINI_HOOK_NAME}" in "hooksConfig"."disabled" in ${file}`;
  }
  return undefined;
}

function codexSwitch({ target, installation }: Look): string | undefined {
  const file = join(installation.installer.userFolder(target.places), 'config.toml');
  const features = tomlValue(textAt(file) ?? '', 'features') as
    | { readonly [name: string]: unknown }
    | undefined;
  const name = ['hooks', 'codex_hooks'].find((one) => features?.[one] === false);
  return name === undefined ? undefined : `${name} = false under [features] in ${file}`;
}
