import { MAX_RECORD_BYTES } from '../model/record.ts';
import { joinParts, type ScanResult, wholeResult } from './join-parts.ts';
import { splitLines } from './lines.ts';
import { Scan, type ScanOptions } from './scan.ts';
import type { ScanPart } from './scan-part.ts';
import type { LogSource, Span } from './source.ts';
import { cutSpans } from './spans.ts';

/** What one worker is asked for: to scan these spans. */
export type ScanJob = { readonly spans: readonly Span[]; readonly options: ScanOptions };

/** Scans several parts of the log at once, in other threads. */
export type ScanPool = {
  readonly parts: number;
  readonly run: (jobs: readonly ScanJob[]) => Promise<readonly ScanPart[]>;
};

/** Below this many bytes, starting threads costs more than it saves. */
const POOL_FROM_BYTES = 8 << 20;

/** Scans spans of a log in order. */
export async function scanSpans(source: LogSource, { spans, options }: ScanJob): Promise<ScanPart> {
  const scan = new Scan(options);
  for (const { segment, from, to } of spans) {
    const { name, first, bytes } = source.segments[segment]!;
    scan.enter(name, from === 0 ? first : undefined);
    await splitLines(source.read(segment, from === 0 ? 0 : from - 1), {
      from: from === 0 ? 0 : from - 1,
      ...(to === bytes ? {} : { to }),
      skip: from > 0,
      max: MAX_RECORD_BYTES,
      onLine: (line) => scan.line(line),
    });
    // A part with a break is read again in order, so the rest of it tells nothing.
    if (scan.hasBreaks && !options.whole) break;
  }
  return scan.part();
}

/**
 * Scans a whole log. With a pool, in parts at once, which is believed only where all of it holds; any doubt is
 * judged by one pass in order.
 */
export async function scanLog(
  source: LogSource,
  options: Omit<ScanOptions, 'whole'> & { readonly pool?: ScanPool },
): Promise<ScanResult> {
  const { pool, sizes } = options;
  const bytes = source.segments.reduce((sum, segment) => sum + segment.bytes, 0);
  if (pool !== undefined && pool.parts > 1 && bytes >= POOL_FROM_BYTES) {
    const jobs = cutSpans(source.segments, pool.parts).map((spans, part) => ({
      spans,
      options: { whole: part === 0, sizes },
    }));
    const joined = joinParts(await pool.run(jobs));
    if (joined !== undefined && joined.breaks.count === 0) return joined;
  }
  const spans = source.segments.map((segment, i) => ({ segment: i, from: 0, to: segment.bytes }));
  return wholeResult(await scanSpans(source, { spans, options: { whole: true, sizes } }));
}
