import { isMap, isScalar, LineCounter, type Node, parseDocument } from 'yaml';
import { TracekitError } from '../model/error.ts';
import { linkedText } from './linked-text.ts';

/** `config.yaml` of a home. */
export type SignerConfig = Seconds & {
  readonly constraints: {
    /** What ends a constraint that the person took back: an approval with `--release`, or the prompt itself. */
    readonly release: Release;
  };
};

const RELEASES = ['approval', 'prompt'] as const;
export type Release = (typeof RELEASES)[number];

type Seconds = {
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

export type ConfigErrorCode = 'bad_config';

const DEFAULT_SECONDS: Seconds = {
  idle_seconds: 3600,
  settle_seconds: 5,
  settle_max_seconds: 60,
  hold_seconds: 540,
  grant_seconds: 600,
};

export const DEFAULT_CONFIG: SignerConfig = { ...DEFAULT_SECONDS, constraints: { release: 'approval' } };

/** The hook's timeout as `init` installs it, and what must be left of it for the answer. */
export const HOOK_TIMEOUT_SECONDS = 600;
const ANSWER_SECONDS = 20;
/** A timer of Node's holds 2^31 ms, and one set beyond goes off at once. */
const MOST_SECONDS = 2_000_000;
const MAX_CONFIG = 100_000;

/**
 * Reads a home's `config.yaml`; the defaults where there is none. Throws `bad_config` with line and column for what is
 * not YAML, for an unknown key, and for a value that cannot work.
 */
export function readConfig(path: string): SignerConfig {
  let text: string | undefined;
  try {
    text = linkedText(path);
  } catch (error) {
    const { message } = error as NodeJS.ErrnoException;
    throw new TracekitError<ConfigErrorCode>('bad_config', `${path}: expected a readable file: ${message}`);
  }
  return text === undefined ? DEFAULT_CONFIG : parseConfig(text, path);
}

/** As `readConfig`, from the file's text. */
export function parseConfig(text: string, path: string): SignerConfig {
  return new ConfigReader(path).read(text);
}

class ConfigReader {
  readonly #path: string;
  readonly #lines = new LineCounter();

  constructor(path: string) {
    this.#path = path;
  }

  read(text: string): SignerConfig {
    if (text.length > MAX_CONFIG) throw this.#bad(`expected at most ${MAX_CONFIG} characters`, 0);
    const document = parseDocument(text, { lineCounter: this.#lines, prettyErrors: false });
    const [fault] = document.errors;
    if (fault !== undefined) throw this.#bad(fault.message.split('\n')[0]!, fault.pos[0]);
    const { contents } = document;
    if (contents === null || document.toJS({ maxAliasCount: 0 }) === null) return DEFAULT_CONFIG;
    if (!isMap(contents)) throw this.#bad('expected keys and values', startOf(contents));
    const seconds: { -readonly [key in keyof Seconds]: number } = { ...DEFAULT_SECONDS };
    let release = DEFAULT_CONFIG.constraints.release;
    for (const { key, value } of contents.items) {
      const name = String(key);
      const given: unknown = document.getIn([name]);
      if (name === 'verify_tool_results' && given === false) continue;
      if (name === 'constraints' || name === 'constraints.release') {
        release = this.#release(name, value as Node | null, startOf((value ?? key) as Node));
        continue;
      }
      const known = this.#knownKey(name, startOf(key as Node));
      seconds[known] = this.#seconds(known, given, startOf((value ?? key) as Node));
    }
    return { ...seconds, constraints: { release } };
  }

  /** `constraints: {release: …}`, or the same in one key. */
  #release(key: string, value: Node | null, at: number): Release {
    const known =
      isMap(value) && key === 'constraints' && value.items.every((item) => String(item.key) === 'release');
    const given: unknown = known
      ? value.get('release')
      : isScalar(value) && key !== 'constraints'
        ? value.value
        : undefined;
    const release = RELEASES.find((word) => word === given);
    if (release !== undefined) return release;
    throw this.#bad(`expected constraints.release to be ${RELEASES.join(' or ')}`, at);
  }

  #knownKey(key: string, at: number): keyof Seconds {
    if (key === 'verify_tool_results') {
      throw this.#bad(
        'verify_tool_results cannot work with hooks: they record a digest of the raw output, not of what the model is sent; remove the key',
        at,
      );
    }
    if (Object.hasOwn(DEFAULT_SECONDS, key)) return key as keyof Seconds;
    const known = Object.keys(DEFAULT_CONFIG).join(', ');
    throw this.#bad(`unknown key ${JSON.stringify(key.slice(0, 60))}; known: ${known}`, at);
  }

  #seconds(key: keyof Seconds, given: unknown, at: number): number {
    const most = HOOK_TIMEOUT_SECONDS - ANSWER_SECONDS;
    if (key === 'hold_seconds' && typeof given === 'number' && given > most) {
      throw this.#bad(
        `hold_seconds: expected at most ${most} (the installed hook's timeout of ${HOOK_TIMEOUT_SECONDS} less ${ANSWER_SECONDS}), found ${given}; beyond it the harness would let the call run`,
        at,
      );
    }
    if (typeof given === 'number' && given >= 0 && given <= MOST_SECONDS) return given;
    const found = (JSON.stringify(given) ?? 'nothing').slice(0, 60);
    throw this.#bad(`${key}: expected seconds from 0 to ${MOST_SECONDS}, found ${found}`, at);
  }

  #bad(what: string, at: number): TracekitError {
    const { line, col } = this.#lines.linePos(at);
    return new TracekitError<ConfigErrorCode>('bad_config', `${this.#path}:${line}:${col}: ${what}`);
  }
}

function startOf(node: Node | null | undefined): number {
  return node?.range?.[0] ?? 0;
}
