import { readFileSync } from 'node:fs';
import type { Profile } from '../harness/failure.ts';
import { homeFolder } from '../log/home.ts';
import { DEFAULT_HOLD_SECONDS } from '../signer/hook-limits.ts';

/** What `tracekit hook` was told. */
export type HookArguments = {
  readonly agent: string;
  /** The last argument, so that a payload that cannot be read still has a known event. */
  readonly event: string | undefined;
  readonly profile: Profile;
  readonly home: string;
  /** The id of the install whose command it is. */
  readonly install: string;
  readonly nonce: string;
  /** A folder that the hook script made: whoever has it starts the signer. Removed when that is done. */
  readonly turn: string | undefined;
  /** False where another hook has already tried to start a signer. */
  readonly start: boolean;
  readonly capture: string | undefined;
  /** The signer is another user's by design, and the installed profile alone says how to fail. */
  readonly system: boolean;
  /** `hold_seconds` as installed. */
  readonly hold: number;
};

type Environment = Readonly<Record<string, string | undefined>>;

const VALUED = ['--home', '--install', '--nonce', '--turn', '--capture', '--hold'] as const;
const FLAGS = ['--v2', '--no-start', '--system'] as const;

/**
 * Reads `[--v2] [options] <agent> [Event]`. Anything goes: an unknown option is passed over, since a hook that refuses
 * its arguments would let calls run. hostile: in the closed profile a project's settings could set `TRACEKIT_*`.
 */
export function readHookArguments(argv: readonly string[], env: Environment): HookArguments {
  const values = new Map<string, string>();
  const words: string[] = [];
  for (let i = 0; i < argv.length; i++) {
    const arg = argv[i]!;
    if (VALUED.some((name) => name === arg)) values.set(arg, argv[++i] ?? '');
    else if (FLAGS.some((name) => name === arg)) values.set(arg, '');
    else if (!arg.startsWith('--')) words.push(arg);
  }
  const profile = values.has('--v2') ? 'closed' : 'open';
  const trusted: Environment = profile === 'open' ? env : {};
  const capture = values.get('--capture') || trusted.TRACEKIT_HOOK_DEBUG;
  return {
    agent: words[0] ?? '',
    event: words.length > 1 ? words.at(-1) : undefined,
    profile,
    home: values.get('--home') || homeFolder(trusted),
    install: values.get('--install') ?? '',
    nonce: nonceOf(values.get('--nonce')),
    turn: values.get('--turn') || undefined,
    start: !values.has('--no-start'),
    capture: capture || undefined,
    system: values.has('--system'),
    hold: holdSeconds(values.get('--hold')),
  };
}

/** It becomes part of a file's name in the spool. */
function nonceOf(given: string | undefined): string {
  return given !== undefined && /^[A-Za-z0-9-]{1,80}$/.test(given) ? given : newNonce();
}

/** The kernel's, where it gives one: loading Web Crypto for a UUID takes 3 ms of a start of 35. */
function newNonce(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/uuid', 'latin1').trim();
  } catch {
    return crypto.randomUUID();
  }
}

function holdSeconds(text: string | undefined): number {
  const value = Number(text);
  return text !== undefined && text !== '' && Number.isFinite(value) && value >= 0
    ? value
    : DEFAULT_HOLD_SECONDS;
}
