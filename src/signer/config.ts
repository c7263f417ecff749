import { readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';
import { TracekitError } from '../model/error.ts';

/** `config.yaml` of a home (REQUIREMENTS C3). Seconds. */
export type SignerConfig = {
  /** A run without events for so long is closed. */
  readonly idle_seconds: number;
  /** After a session's end, what harnesses still write is waited for: so long without growth, and so long at most. */
  readonly settle_seconds: number;
  readonly settle_max_seconds: number;
  /** A held call waits so long for an answer. */
  readonly hold_seconds: number;
  /** An approval given after that stands so long for the identical call. */
  readonly grant_seconds: number;
};

export const DEFAULT_CONFIG: SignerConfig = {
  idle_seconds: 3600,
  settle_seconds: 5,
  settle_max_seconds: 60,
  hold_seconds: 540,
  grant_seconds: 600,
};

/** The hook's timeout as `init` installs it, and what must be left of it for the answer. */
export const HOOK_TIMEOUT_SECONDS = 600;
const ANSWER_SECONDS = 20;

/**
 * Reads a home's `config.yaml`; the defaults where there is none. Throws `bad_config` with line and column for what is
 * not YAML, for an unknown key, and for a value that cannot work.
 */
export function readConfig(path: string): SignerConfig {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return DEFAULT_CONFIG;
    throw error;
  }
  return parseConfig(text, path);
}

export function parseConfig(text: string, path: string): SignerConfig {
  const document = parseDocument(text, { prettyErrors: true });
  const [fault] = document.errors;
  if (fault !== undefined) throw bad(path, fault.message.split('\n')[0]!);
  const value: unknown = document.toJS({ maxAliasCount: 0 });
  if (value === null) return DEFAULT_CONFIG;
  if (typeof value !== 'object' || Array.isArray(value)) throw bad(path, 'expected keys and values');
  const config: { -readonly [key in keyof SignerConfig]: number } = { ...DEFAULT_CONFIG };
  for (const [key, given] of Object.entries(value)) {
    if (key === 'verify_tool_results' && given === false) continue;
    config[knownKey(path, key)] = seconds(path, key, given);
  }
  checkHold(path, config);
  return config;
}

function knownKey(path: string, key: string): keyof SignerConfig {
  if (key === 'verify_tool_results') {
    // REQUIREMENTS C9.
    throw bad(
      path,
      'verify_tool_results cannot work with hooks: they record a digest of the raw output, not of what the model is sent; remove the key',
    );
  }
  if (Object.hasOwn(DEFAULT_CONFIG, key)) return key as keyof SignerConfig;
  throw bad(
    path,
    `unknown key ${JSON.stringify(key.slice(0, 60))}; known: ${Object.keys(DEFAULT_CONFIG).join(', ')}`,
  );
}

function seconds(path: string, key: string, given: unknown): number {
  if (typeof given === 'number' && Number.isFinite(given) && given >= 0) return given;
  throw bad(path, `${key}: expected a number of seconds, found ${JSON.stringify(given)?.slice(0, 60)}`);
}

function checkHold(path: string, config: SignerConfig): void {
  const most = HOOK_TIMEOUT_SECONDS - ANSWER_SECONDS;
  if (config.hold_seconds <= most) return;
  throw bad(
    path,
    `hold_seconds: expected at most ${most} (the installed hook's timeout of ${HOOK_TIMEOUT_SECONDS} less ${ANSWER_SECONDS}), found ${config.hold_seconds}; beyond it the harness would let the call run`,
  );
}

function bad(path: string, what: string): TracekitError {
  return new TracekitError('bad_config', `${path}: ${what}`);
}
