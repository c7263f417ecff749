import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode, isDecoded } from '../../src/harness/decode.ts';
import type { Harness } from '../../src/model/harness.ts';
import type { EventKind, HookEvent } from '../../src/model/hook-event.ts';

const FIXTURES = 'fixtures/hooks';
const CAPTURES = '../shared/captures';

/** Where a hook process was started: never the payload's own folder. */
export const ELSEWHERE = { cwd: '/elsewhere', platform: 'linux' } as const;

export type Expected = {
  readonly file: string;
  readonly event: string;
  readonly kind: EventKind;
  readonly session?: string;
  readonly call?: string;
  readonly agent?: string;
  readonly tool?: string;
  readonly command?: string;
  readonly cwd: string;
  readonly target?: { readonly path: string; readonly role: string };
  readonly origin?: string;
  readonly prompt?: string;
};

export function expectedOf(harness: Harness): readonly Expected[] {
  return JSON.parse(readFileSync(join(FIXTURES, harness, 'expected.json'), 'utf8')) as readonly Expected[];
}

export function fixture(harness: Harness, file: string): Uint8Array {
  return readFileSync(join(FIXTURES, harness, file));
}

/** A hook of the captured sessions: its event as the index names it, and its bytes. */
export type CapturedHook = { readonly name: string; readonly event: string; readonly raw: Uint8Array };

/** Every captured hook of a harness, or none where `../shared` is absent. */
export function* capturedHooks(harness: Harness): Generator<CapturedHook> {
  const root = join(CAPTURES, harness);
  if (!existsSync(root)) return;
  if (harness === 'cursor') {
    for (const file of readdirSync(join(root, 'payloads'))) {
      const raw = readFileSync(join(root, 'payloads', file));
      yield { name: file, event: /(?:"hook_event_name": ?")(\w+)/.exec(raw.toString())?.[1] ?? '', raw };
    }
    return;
  }
  for (const scenario of readdirSync(root)) {
    const hooks = join(root, scenario, 'hooks');
    if (!existsSync(join(hooks, 'index.json'))) continue;
    const index = JSON.parse(readFileSync(join(hooks, 'index.json'), 'utf8')) as {
      readonly file: string;
      readonly event: string;
    }[];
    for (const { file, event } of index) {
      const path = join(hooks, file);
      if (existsSync(path)) yield { name: `${scenario}/${file}`, event, raw: readFileSync(path) };
    }
  }
}

/** A payload given as an object, decoded; it must be readable. */
export function event(harness: Harness, payload: object, name?: string): HookEvent {
  const raw = new TextEncoder().encode(JSON.stringify(payload));
  const argument = name === undefined ? { harness } : { harness, event: name };
  const decoded = decode(raw, argument, ELSEWHERE);
  if (!isDecoded(decoded)) throw new Error(decoded.what);
  return decoded;
}
