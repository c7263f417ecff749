import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { kindOf } from '../harness/decode.ts';
import type { Profile } from '../harness/failure.ts';
import type { Harness } from '../model/harness.ts';
import { shellQuote } from './shell-quote.ts';

/** What an installed command is made of. */
export type CommandParts = {
  readonly home: string;
  readonly harness: Harness;
  readonly profile: Profile;
  /** The install's id, which marks its entries. */
  readonly install: string;
  readonly node: string;
  readonly fallback: string;
  readonly platform: string;
};

/** An install's id: the same for the same home and settings file, so that a second run changes nothing. */
export function installId(harness: Harness, home: string, file: string): string {
  const hash = createHash('sha256').update(`${home}\n${file}`).digest('hex');
  return `${harness}-${hash.slice(0, 10)}`;
}

/** The hook script of an install. */
export function scriptPath({
  home,
  profile,
  install,
}: Pick<CommandParts, 'home' | 'profile' | 'install'>): string {
  return join(home, 'hooks', profile, `${install}.sh`);
}

/** The command that a harness runs for an event, which is its last argument. */
export function hookCommandLine(parts: CommandParts, event: string): string {
  const { home, harness, profile, install, node, fallback, platform } = parts;
  if (platform === 'win32') {
    const flags = [...(profile === 'closed' ? ['--v2'] : []), '--home', quoted(home), '--install', install];
    return `${quoted(node)} ${quoted(fallback)} ${flags.join(' ')} ${harness} ${event}`;
  }
  const script = shellQuote(scriptPath(parts));
  return `${guardOf(parts, event)}${script} ${harness} ${event}`;
}

function quoted(path: string): string {
  return `"${path}"`;
}

/**
 * What answers where the script is gone. A command that isn't found lets the call run in Claude Code and Codex,
 * and blocks it in Gemini and Copilot: where that is not what the profile says, the command looks first. Cursor and Copilot
 * block by themselves in the closed profile.
 */
function guardOf(parts: CommandParts, event: string): string {
  const { harness, profile } = parts;
  if (kindOf(harness, event) !== 'pre_tool') return '';
  const says = GUARDS[profile][harness];
  if (says === undefined) return '';
  const { words, exit } = says;
  const script = scriptPath(parts);
  const answer = `cat >/dev/null; echo ${shellQuote(`[tracekit] ${words}: its hook script is missing; run tracekit doctor`)} >&2; exit ${exit}`;
  return `test -x ${shellQuote(script)} || exec sh -c ${shellQuote(answer)}; exec `;
}

type Guard = { readonly words: string; readonly exit: 0 | 2 };
const BLOCK: Guard = { words: 'blocked', exit: 2 };
const PASS: Guard = { words: 'not judged, allowed', exit: 0 };

const GUARDS: Readonly<Record<Profile, { readonly [harness in Harness]?: Guard }>> = {
  closed: { 'claude-code': BLOCK, codex: BLOCK, gemini: BLOCK },
  open: { gemini: PASS, copilot: PASS },
};
