import type { SegmentFile, Span } from './source.ts';

/**
 * Cuts the log's bytes into `parts` lists of spans of equal size, in order; a cut may lie inside a segment and inside
 * a line, which then belongs to the span that its first byte is in. Lists that would be empty are left out.
 */
export function cutSpans(segments: readonly SegmentFile[], parts: number): readonly (readonly Span[])[] {
  const total = segments.reduce((sum, { bytes }) => sum + bytes, 0);
  const lists: Span[][] = Array.from({ length: parts }, () => []);
  let before = 0;
  for (const [segment, { bytes }] of segments.entries()) {
    for (let part = 0; part < parts; part++) {
      const from = Math.max(0, Math.floor((total * part) / parts) - before);
      const to = Math.min(bytes, Math.floor((total * (part + 1)) / parts) - before);
      if (from < to) lists[part]!.push({ segment, from, to });
    }
    before += bytes;
  }
  return lists.filter((list) => list.length > 0);
}
