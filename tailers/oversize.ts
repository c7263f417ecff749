import { equalBytes, RunningDigest } from './digest.ts';
import type { LineCheck } from './follow-event.ts';
import { type OpenOptions, openTranscript } from './open.ts';
import type { OversizeBlock } from './scan.ts';

const PIECE = 2 ** 20;

/**
 * Reads a line that was too long to hold again, in pieces of at most 1 MiB, each in a buffer of its own. It returns
 * whether they were the bytes that were hashed: the file may have changed since.
 */
export function* rereadLine(
  path: string,
  line: OversizeBlock,
  options: OpenOptions,
): Generator<Uint8Array, LineCheck> {
  const opened = openTranscript(path, options);
  if (opened.kind !== 'open') return { same: false };
  const digest = new RunningDigest();
  try {
    while (digest.bytes < line.length) {
      const length = Math.min(PIECE, line.length - digest.bytes);
      const buffer = Buffer.allocUnsafeSlow(length);
      const read = opened.source.readAt({ buffer, at: 0, length }, line.offset + digest.bytes);
      if (typeof read === 'string' || read === 0) break;
      const piece = buffer.subarray(0, read);
      digest.update(piece);
      yield piece;
    }
  } finally {
    opened.source.close();
  }
  return { same: digest.bytes === line.length && equalBytes(digest.digest(), line.digest) };
}
