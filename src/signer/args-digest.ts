import { sha256Hex } from '../bytes/sha256.ts';
import { toUtf8 } from '../bytes/utf8.ts';
import type { HookEvent } from '../model/hook-event.ts';
import type { CallState } from './gate-state.ts';
import { rawInput } from './raw-input.ts';

/** What an approval is bound to: the tool, its exact arguments, and the directory. */
export function argsDigest(event: HookEvent): string {
  return digestOf(toUtf8(event.tool?.own ?? ''), rawInput(event), toUtf8(event.cwd));
}

/** The same of a recorded call, from the vault; undefined where the vault no longer has all of it. */
export function recordedDigest(
  { name, input, cwd }: Pick<CallState, 'name' | 'input' | 'cwd'>,
  open: (commitment: string) => Uint8Array | undefined,
): string | undefined {
  const parts = [name, input, cwd].map(open);
  return parts.includes(undefined) ? undefined : digestOf(...(parts as readonly Uint8Array[]));
}

/** Each part with its length, so that no two lists of parts have the same bytes. */
export function digestOf(...parts: readonly Uint8Array[]): string {
  return sha256Hex(Buffer.concat(parts.flatMap((part) => [toUtf8(`${part.length}:`), part])));
}
