import { TracekitError } from '../model/error.ts';
import { type LogRecord, MAX_RECORD_BYTES } from '../model/record.ts';
import { decodeRecord } from '../proof/record.ts';
import { splitLines } from '../verify/lines.ts';
import type { LogSource } from '../verify/source.ts';

/** Why a run could not be exported. */
export type ExportErrorCode = 'log_broken' | 'no_run' | 'not_signed' | 'content_gone' | 'content_damaged';

/** Thrown through the splitter to end a pass early. */
const ENOUGH = Symbol('enough');

/** Hands over the log's lines [0, size) in order, by their number. Throws `log_broken` where there are fewer. */
export async function readLines(
  source: LogSource,
  size: number,
  onLine: (line: Uint8Array, seq: number) => void,
): Promise<void> {
  let seq = 0;
  try {
    for (const segment of source.segments.keys()) {
      await splitLines(source.read(segment, 0), {
        from: 0,
        max: MAX_RECORD_BYTES,
        onLine: ({ bytes, end }) => {
          if (seq === size) throw ENOUGH;
          if (end !== 'newline') throw broken(seq, 'it is no whole line');
          onLine(bytes, seq++);
        },
      });
    }
  } catch (error) {
    if (error !== ENOUGH) throw error;
  }
  if (seq < size) throw broken(seq, `${size} were signed`);
}

/** A line as a record. Throws `log_broken` where it is none. */
export function recordOf(line: Uint8Array, seq: number): LogRecord {
  const decoded = decodeRecord(line);
  if (decoded.kind === 'record' && decoded.record.seq === seq) return decoded.record;
  const what =
    decoded.kind === 'fault' ? decoded.what : decoded.kind === 'newer' ? 'a newer version' : 'another number';
  throw broken(seq, what);
}

/** The error of a log that is not whole up to its checkpoint: `what` says how. */
export function broken(seq: number, what: string): TracekitError<ExportErrorCode> {
  return new TracekitError(
    'log_broken',
    `record ${seq}: expected a whole log up to its checkpoint, found that ${what}; run: tracekit verify`,
    { exitCode: 1 },
  );
}
