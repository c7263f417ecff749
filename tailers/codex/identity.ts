import { putAscii } from '../../src/bytes/put-ascii.ts';
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
  // As JSON. Types, roles and kinds are words of ours, and ids safe ones: nothing in it needs an escape.
  let head = `["${type}",${quoted(id)},"${exchange.role}"`;
  const said: Slice[] = [];
  let length = 0;
  for (const part of exchange.parts) {
    head += `,"${part.kind}",${quoted('call' in part ? part.call : undefined)}`;
    for (const slice of contentOf(part)) {
      head += `,${slice.bytes}`;
      said.push(slice);
      length += slice.bytes;
    }
  }
  const framed = scratch.room(head.length + 1 + length);
  let end = putAscii(`${head}]`, framed, 0);
  for (const slice of said) {
    framed.set(new Uint8Array(bytes.buffer, bytes.byteOffset + slice.at, slice.bytes), end);
    end += slice.bytes;
  }
  const digest = sha256Hex(new Uint8Array(framed.buffer, framed.byteOffset, end));
  return { by: id === undefined ? 'content' : 'id', digest };
}

function quoted(id: string | undefined): string {
  return id === undefined ? 'null' : `"${id}"`;
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
