import type { Range } from '../../src/bytes/json-index.ts';
import { sha256Hex } from '../../src/bytes/sha256.ts';
import type { Identity } from '../../src/model/reading.ts';

/**
 * The members that a fork or a resume copies byte for byte. It rewrites `sessionId`, `promptId` and
 * `requestSessionId` (formats: claude-code, "Resume, fork"), and `version`, `cwd`, `gitBranch` and `parentUuid` differ
 * in copies seen elsewhere (B-043).
 */
const COPIED = ['type', 'subtype', 'uuid', 'message', 'attachment', 'content'] as const;

/** The identity of a line with a `uuid`: a digest over the raw bytes of what a copy keeps, framed by name and length. */
export function identityOf(bytes: Buffer, members: ReadonlyMap<string, Range>): Identity {
  const pieces: Uint8Array[] = [];
  for (const name of COPIED) {
    const range = members.get(name);
    if (range === undefined) continue;
    pieces.push(Buffer.from(`${name} ${range.end - range.start}\n`), bytes.subarray(range.start, range.end));
  }
  return { by: 'id', digest: sha256Hex(Buffer.concat(pieces)) };
}
