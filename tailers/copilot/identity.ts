import type { Range } from '../../src/bytes/json-index.ts';
import { sha256Hex } from '../../src/bytes/sha256.ts';
import type { Identity } from '../../src/model/reading.ts';
import type { ForeignObject } from '../line.ts';
import type { Scratch } from '../scratch.ts';

/** An event's own id, its type, whose it is and its data; not its time, nor the event that it follows. */
const SAME = ['type', 'id', 'agentId', 'data'] as const;

/** The identity of an event with an id: a digest over these members' raw bytes, framed by name and length. */
export function identityOf(bytes: Buffer, event: ForeignObject, scratch: Scratch): Identity {
  // A frame has at most 25 bytes.
  const framed = scratch.room(bytes.length + 32 * SAME.length);
  let at = 0;
  for (const name of SAME) {
    const range: Range | undefined = event.rangeOf(name);
    if (range === undefined) continue;
    at += framed.write(`${name} ${range.end - range.start}\n`, at, 'latin1');
    at += bytes.copy(framed, at, range.start, range.end);
  }
  return { by: 'id', digest: sha256Hex(new Uint8Array(framed.buffer, framed.byteOffset, at)) };
}
