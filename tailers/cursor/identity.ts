import type { Range } from '../../src/bytes/json-index.ts';
import { sha256Hex } from '../../src/bytes/sha256.ts';
import type { Identity, SourceDescription } from '../../src/model/reading.ts';
import type { Repeats } from './repeats.ts';

/** A message line: its role, and where its message lies in the line. */
export type MessageLine = { readonly bytes: Buffer; readonly role: string; readonly message: Range };

/**
 * What makes a line the same line in the file as it was before. Cursor gives no ids, and writes the whole conversation
 * anew each time: so it is the conversation, what the line says, and how many lines before it say the same. Where one
 * line of a rewritten file changed, the others are known again, and a prompt given twice stays two.
 */
export function identityOf(
  { bytes, role, message }: MessageLine,
  { session, agent = '' }: SourceDescription,
  repeats: Repeats,
): Identity {
  const said = sha256Hex(bytes.subarray(message.start, message.end));
  const before = repeats.next(sha256Hex(Buffer.from(`${role} ${said}`)));
  const frame = JSON.stringify(['cursor', session, agent, role, said, before]);
  return { by: 'id', digest: sha256Hex(Buffer.from(frame)) };
}
