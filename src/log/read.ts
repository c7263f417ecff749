import { listSegments, readSegment } from './segments.ts';

/** A record's line as it lies in the log, without its newline. */
export type LogLine = {
  readonly seq: number;
  readonly bytes: Buffer;
  /** The first sequence number of its segment. */
  readonly segment: number;
  /** Its first byte in the segment's file. */
  readonly offset: number;
};

/**
 * The log's lines from record `from` on, one block of a segment in memory at a time. Nothing is checked: `seq` counts
 * lines. It ends where a segment is missing or a line has no newline, as while the writer is at it.
 */
export function* readLog(segments: string, from = 0): Generator<LogLine> {
  const all = listSegments(segments);
  const start = Math.max(
    0,
    all.findLastIndex(({ first }) => first <= from),
  );
  let seq = all[start]?.first ?? 0;
  for (const { first, path } of all.slice(start)) {
    if (first !== seq) return;
    for (const { bytes, offset, whole } of readSegment(path)) {
      if (!whole) return;
      if (seq >= from) yield { seq, bytes, segment: first, offset };
      seq++;
    }
  }
}
