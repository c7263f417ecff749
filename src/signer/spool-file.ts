import { lstatSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Profile } from '../harness/failure.ts';
import { MAX_PAYLOAD } from './hook-limits.ts';

/** What a spooled hook said of itself; the first line of its file, as JSON. The payload's bytes follow as they came. */
export type SpoolHead = {
  readonly v: 1;
  readonly agent: string;
  readonly event?: string;
  readonly profile: Profile;
  readonly install: string;
  readonly nonce: string;
  readonly cwd: string;
  /** ms since 1970. */
  readonly time: number;
};

/** What the spool may hold: beyond it a hook is not kept, and says so. */
export const SPOOL_FILES = 1_000;
export const SPOOL_BYTES = 256 * 2 ** 20;

export type Spooled = { readonly kind: 'kept' } | { readonly kind: 'full' | 'failed'; readonly what: string };

/**
 * Puts a hook that needs no answer aside for the next signer: whole or not at all, 0600, named by time. Not synced:
 * it takes 3 ms, and a power failure also ends what it tells of. Never throws.
 */
export function writeSpool(folder: string, head: SpoolHead, payload: Uint8Array): Spooled {
  const name = `${String(head.time).padStart(14, '0')}-${head.nonce}`;
  const draft = join(folder, `${name}.draft`);
  try {
    const room = spoolRoom(folder);
    if (payload.length > MAX_PAYLOAD) return { kind: 'full', what: `a payload of ${payload.length} bytes` };
    if (room.files < 1 || room.bytes < payload.length) return { kind: 'full', what: `${folder} is full` };
    const bytes = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), payload]);
    writeFileSync(draft, bytes, { mode: 0o600, flag: 'wx' });
    renameSync(draft, join(folder, `${name}.hook`));
    return { kind: 'kept' };
  } catch (error) {
    try {
      rmSync(draft, { force: true });
    } catch {}
    return { kind: 'failed', what: error instanceof Error ? error.message : String(error) };
  }
}

function spoolRoom(folder: string): { readonly files: number; readonly bytes: number } {
  let bytes = SPOOL_BYTES;
  const names = readdirSync(folder);
  if (names.length < SPOOL_FILES) {
    for (const name of names) bytes -= lstatSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  }
  return { files: SPOOL_FILES - names.length, bytes };
}
