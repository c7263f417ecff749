import { sha256Hex } from '../../src/bytes/sha256.ts';
import type { Exchange, Identity, Part, Slice } from '../../src/model/reading.ts';
import type { Scratch } from '../scratch.ts';

/** What identifies a line: its type in the log's words, its item's id where it has one, and what it says. */
type Identified = {
  readonly type: string;
  readonly id: string | undefined;
  readonly exchange: Exchange;
  readonly scratch: Scratch;
};

/**
 * The line's identity: SHA-256 over its type, id, role and the raw bytes of what its parts say. The type is part
 * of it, so the two lines of one item (same id) are not each other's copies. Envelope, metadata and the fields that
 * versions add are not: a fork by a newer version writes the copied lines anew, with its own time (ccusage 1370)
 * and its own empty fields, while the texts stay byte for byte.
 */
export function identityOf(bytes: Buffer, { type, id, exchange, scratch }: Identified): Identity {
  const frame: unknown[] = [type, id ?? null, exchange.role];
  const said: Slice[] = [];
  let length = 0;
  for (const part of exchange.parts) {
    frame.push(part.kind, 'call' in part ? (part.call ?? null) : null);
    for (const slice of contentOf(part)) {
      frame.push(slice.bytes);
      said.push(slice);
      length += slice.bytes;
    }
  }
  const head = JSON.stringify(frame);
  const framed = scratch.room(3 * head.length + length);
  let end = framed.write(head, 0, 'utf8');
  for (const slice of said) end += bytes.copy(framed, end, slice.at, slice.at + slice.bytes);
  const digest = sha256Hex(new Uint8Array(framed.buffer, framed.byteOffset, end));
  return { by: id === undefined ? 'content' : 'id', digest };
}

function contentOf(part: Part): readonly Slice[] {
  switch (part.kind) {
    case 'thinking':
      return [part.body, part.seal].filter((slice) => slice !== undefined);
    case 'call':
      return [part.name, part.input].filter((slice) => slice !== undefined);
    case 'result':
      return part.body === undefined ? [] : [part.body];
    default:
      return [part.body];
  }
}
