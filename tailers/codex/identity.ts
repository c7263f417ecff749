import { sha256Hex } from '../../src/bytes/sha256.ts';
import type { Exchange, Identity, Part, Slice } from '../../src/model/reading.ts';

/** What identifies a line: its type in the log's words, its item's id where it has one, and what it says. */
type Identified = {
  readonly type: string;
  readonly id: string | undefined;
  readonly exchange: Exchange;
};

/**
 * The line's identity: SHA-256 over its type, id, role and the raw bytes of what its parts say. The type is part
 * of it, so the two lines of one item (same id) are not each other's copies. Envelope, metadata and the fields that
 * versions add are not: a fork by a newer version writes the copied lines anew, with its own time (ccusage 1370)
 * and its own empty fields, while the texts stay byte for byte.
 */
export function identityOf(bytes: Buffer, { type, id, exchange }: Identified): Identity {
  const frame: unknown[] = [type, id ?? null, exchange.role];
  const said: Buffer[] = [];
  for (const part of exchange.parts) {
    frame.push(part.kind, 'call' in part ? (part.call ?? null) : null);
    for (const { at, bytes: length } of contentOf(part)) {
      frame.push(length);
      said.push(bytes.subarray(at, at + length));
    }
  }
  const digest = sha256Hex(Buffer.concat([Buffer.from(JSON.stringify(frame)), ...said]));
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
