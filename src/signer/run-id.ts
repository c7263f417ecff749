import { sha256Hex } from '../bytes/sha256.ts';
import type { Harness } from '../model/harness.ts';

/**
 * The id of a session's run: 16 hex digits, the same in every home, so that two recordings of one session can
 * be laid side by side. `part` counts the session's runs from 0: what comes after a run was closed is a new part.
 */
export function runIdOf(harness: Harness, session: string, part: number): string {
  return sha256Hex(Buffer.from(`tracekit run\0${harness}\0${session}\0${part}`)).slice(0, 16);
}
