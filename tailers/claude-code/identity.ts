import { putAscii } from '../../src/bytes/put-ascii.ts';
import { sha256Hex } from '../../src/bytes/sha256.ts';
import type { Identity } from '../../src/model/reading.ts';
import type { ForeignObject } from '../line.ts';
import type { Scratch } from '../scratch.ts';

/**
 * The members that a fork or a resume copies byte for byte. It rewrites `sessionId`, `promptId` and
 * `requestSessionId` (formats: claude-code, "Resume, fork"), and `version`, `cwd`, `gitBranch` and `parentUuid` differ
 * in copies seen elsewhere.
 */
const COPIED = ['type', 'subtype', 'uuid', 'message', 'attachment', 'content'] as const;

/** The identity of a line with a `uuid`: a digest over the raw bytes of what a copy keeps, framed by name and length. */
export function identityOf(bytes: Buffer, object: ForeignObject, scratch: Scratch): Identity {
  // A frame has at most 25 bytes.
  const framed = scratch.room(bytes.length + 32 * COPIED.length);
  let at = 0;
  for (const name of COPIED) {
    const range = object.rangeOf(name);
    if (range === undefined) continue;
    at = putAscii(`${name} ${range.end - range.start}\n`, framed, at);
    framed.set(new Uint8Array(bytes.buffer, bytes.byteOffset + range.start, range.end - range.start), at);
    at += range.end - range.start;
  }
  return { by: 'id', digest: sha256Hex(new Uint8Array(framed.buffer, framed.byteOffset, at)) };
}
