import { join } from 'node:path';
import { findNodeAtLocation } from 'jsonc-parser';
import { tomlValue } from '../toml-line.ts';
import type { Check } from './check.ts';
import { checkOf } from './hooks.ts';
import { initCommand, type Look, textAt, treeAt } from './look.ts';

/** What of the harness's reasoning can be read, and how to turn it on. */
export function reasoningCheck(look: Look): Check {
  const says = SAYS[look.target.harness](look);
  const { status, ...rest } = says;
  return checkOf(look, 'D-REASONING', status, rest);
}

type Says = Pick<Check, 'status' | 'detail' | 'fix'>;

const SAYS: Readonly<Record<Look['target']['harness'], (look: Look) => Says>> = {
  'claude-code': claude,
  codex,
  cursor,
  gemini: () => ({
    status: 'ok',
    detail: 'summaries of thoughts stand in the recording; nothing to turn on',
  }),
  copilot: () => ({
    status: 'ok',
    detail:
      'reasoning stands in the recording: whole, or a summary where the provider gives no more; nothing to turn on',
  }),
};

function claude(look: Look): Says {
  const { installation, target } = look;
  const user = join(installation.installer.userFolder(target.places), 'settings.json');
  const on = [user, installation.site.file].some((file) => {
    const tree = treeAt(file);
    return tree !== undefined && findNodeAtLocation(tree, ['showThinkingSummaries'])?.value === true;
  });
  const headless = 'headless (-p) it needs --thinking-display summarized on the command line';
  if (on) return { status: 'ok', detail: `summaries when interactive (showThinkingSummaries); ${headless}` };
  return {
    status: 'warn',
    detail: `mostly sealed: showThinkingSummaries is not on; ${headless}`,
    fix: `${initCommand(look, 'closed')}, or "showThinkingSummaries": true in ${user}`,
  };
}

function codex({ installation, target }: Look): Says {
  const file = join(installation.installer.userFolder(target.places), 'config.toml');
  const value = tomlValue(textAt(file) ?? '', 'model_reasoning_summary');
  if (typeof value === 'string' && value !== 'none')
    return { status: 'ok', detail: `summaries (model_reasoning_summary is "${value}")` };
  return {
    status: 'warn',
    detail: 'sealed: every bundled model has summaries off, and model_reasoning_summary is not set',
    fix: `model_reasoning_summary = "auto" as the first line of ${file}`,
  };
}

function cursor(look: Look): Says {
  if (look.own.some(({ event }) => event === 'afterAgentThought'))
    return {
      status: 'ok',
      detail: 'what afterAgentThought brings, in the IDE; the command line fires no such event with -p',
    };
  return {
    status: 'info',
    detail:
      'thoughts come only by afterAgentThought, which is not hooked: Cursor’s version is not known, or too old, and one unknown event makes its command line drop every hook. After an update of Cursor run init again',
  };
}
