import type { Harness } from '../src/model/harness.ts';
import type { SourceDescription } from '../src/model/reading.ts';
import { type OpenOptions, openTranscript } from './open.ts';
import { type Stamp, sameState, type UnreadableWhy } from './source.ts';
import type { Tailer } from './tailer.ts';

const HEAD_BYTES = 256 * 1024;
const HEAD_LINES = 64;

/** What a file is, from its first lines. `unknown`: readable, but no tailer knows it (an empty file too). */
export type Described =
  | {
      readonly kind: 'transcript';
      readonly tailer: Tailer;
      readonly description: SourceDescription;
      readonly stamp: Stamp;
    }
  | { readonly kind: 'unknown' | 'missing' }
  | { readonly kind: 'unreadable'; readonly why: UnreadableWhy };

export type DescribeOptions = OpenOptions & {
  /** What was said of the file before: it is said again where the file was not touched since. */
  readonly before?: Described | undefined;
};

/** Asks each tailer whether the file is a transcript of its harness. */
export function describeFile(
  path: string,
  tailers: readonly Tailer[],
  options: DescribeOptions = {},
): Described {
  const opened = openTranscript(path, options);
  if (opened.kind !== 'open') return opened;
  const { source } = opened;
  try {
    const { before } = options;
    if (before?.kind === 'transcript' && sameState(before.stamp, source.opened)) return before;
    // No more than the file holds: 256 KiB for each of 1,000 short files stay with the process for long.
    const length = Math.min(HEAD_BYTES, source.size ?? HEAD_BYTES);
    const buffer = Buffer.allocUnsafeSlow(length);
    const read = source.readAt({ buffer, at: 0, length }, 0);
    if (typeof read === 'string') return { kind: 'unreadable', why: read };
    const head = wholeLines(buffer.subarray(0, read));
    for (const tailer of tailers) {
      const description = tailer.describe(path, head);
      if (description !== undefined) return { kind: 'transcript', tailer, description, stamp: source.opened };
    }
    return { kind: 'unknown' };
  } finally {
    source.close();
  }
}

function wholeLines(bytes: Buffer): Uint8Array[] {
  const lines: Uint8Array[] = [];
  let start = 0;
  while (lines.length < HEAD_LINES) {
    const end = bytes.indexOf(0x0a, start);
    if (end < 0) break;
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  // A single line longer than the head, or not yet ended, is all there is to go by.
  if (lines.length === 0 && bytes.length > 0) lines.push(bytes);
  return lines;
}

/** The tailers by harness, in the order in which they are asked. */
export type Tailers = ReadonlyMap<Harness, Tailer>;
