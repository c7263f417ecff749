import type { Profile } from '../harness/failure.ts';
import { HARNESSES, type Harness } from '../model/harness.ts';
import type { HookCall } from './hook-call.ts';

/** What a hook says of itself beside its payload. */
export type HookHead = Pick<HookCall, 'harness' | 'event' | 'profile' | 'install' | 'nonce' | 'cwd'>;

/**
 * The head in a request's query. hostile: anything may stand there; a word that none of ours sends is taken for its
 * strictest meaning.
 */
export function readHookHead(query: URLSearchParams): HookHead {
  const event = query.get('event');
  return {
    harness: harnessNamed(query.get('agent') ?? ''),
    ...(event !== null && /^[A-Za-z0-9_]{1,100}$/.test(event) && { event }),
    profile: profileNamed(query.get('profile')),
    install: safe(query.get('install'), 100),
    nonce: safe(query.get('nonce'), 100),
    cwd: (query.get('cwd') ?? '').replaceAll('\0', '').slice(0, 16_384),
  };
}

/** The query of `POST /hook` for a head. */
export function hookQuery(agent: string, head: Omit<HookHead, 'harness'>): string {
  const { event, profile, install, nonce, cwd } = head;
  return new URLSearchParams({
    agent,
    ...(event !== undefined && { event }),
    profile,
    install,
    nonce,
    cwd,
  }).toString();
}

export function harnessNamed(name: string): Harness | undefined {
  return HARNESSES.find((harness) => harness === name);
}

export function profileNamed(name: unknown): Profile {
  return name === 'open' ? 'open' : 'closed';
}

function safe(value: string | null, most: number): string {
  return value !== null && value.length <= most && /^[A-Za-z0-9_.-]*$/.test(value) ? value : '';
}
