import { canonicalize } from '../bytes/canonical.ts';
import { canonicalFault } from '../bytes/canonical-check.ts';
import { sha256Tagged, sha256TaggedHex } from '../bytes/sha256.ts';
import { fromUtf8, toUtf8 } from '../bytes/utf8.ts';
import { TracekitError } from '../model/error.ts';
import { type LogRecord, MAX_RECORD_BYTES, RECORD_VERSION } from '../model/record.ts';
import { dataFault } from '../model/schema.ts';
import { envelopeFault, type StatedPlace, statedPlace } from './envelope.ts';

/** What `encodeRecord` throws of its own. */
export type RecordErrorCode = 'record_too_long';

/**
 * A line as a record. `fault`: it breaks the format, `at` is the byte offset where that is known. `newer`: a later
 * format version wrote it, which this program cannot judge. `place` is what either states of its place, if it does.
 */
export type DecodedRecord =
  | { readonly kind: 'record'; readonly record: LogRecord }
  | { readonly kind: 'fault'; readonly what: string; readonly at?: number; readonly place?: StatedPlace }
  | { readonly kind: 'newer'; readonly version: number; readonly place?: StatedPlace };

/** `envelope` leaves `data` unjudged, beyond being an object, and takes any safe id as a run's id. */
export type DecodeOptions = { readonly check: 'all' | 'envelope' };

/** The Merkle leaf hash of a record: SHA-256(0x00 ‖ line), the line without its newline (RFC 6962 §2.1). */
export function leafHash(line: Uint8Array): Uint8Array {
  return sha256Tagged(0x00, line);
}

/** The same as 64 hex digits. */
export function leafHex(line: Uint8Array): string {
  return sha256TaggedHex(0x00, line);
}

/**
 * A record as its canonical line, without the newline. Throws `record_too_long` beyond 60,000 bytes, and
 * `not_canonical` for values that records do not have. It does not check the schema: `decodeRecord` does.
 */
export function encodeRecord(record: LogRecord): Uint8Array {
  const line = toUtf8(canonicalize(record));
  if (line.length <= MAX_RECORD_BYTES) return line;
  throw new TracekitError<RecordErrorCode>(
    'record_too_long',
    `record ${record.seq} (${record.kind}): expected at most ${MAX_RECORD_BYTES} bytes, found ${line.length}`,
  );
}

/** Decodes one line of a log, without its newline. hostile: whatever bytes; never throws. */
export function decodeRecord(line: Uint8Array, options: DecodeOptions = { check: 'all' }): DecodedRecord {
  if (line.length > MAX_RECORD_BYTES) {
    return { kind: 'fault', what: `expected at most ${MAX_RECORD_BYTES} bytes, found ${line.length}` };
  }
  const wrong = canonicalFault(line);
  if (wrong !== undefined) return { kind: 'fault', what: wrong.what, at: wrong.at };
  const value: unknown = JSON.parse(fromUtf8(line)!);
  const version = versionOf(value);
  if (version !== undefined && version > RECORD_VERSION) return { kind: 'newer', version, ...placeOf(value) };
  const what = envelopeFault(value, options.check);
  if (what !== undefined) return { kind: 'fault', what, ...placeOf(value) };
  const record = value as LogRecord;
  const inData = options.check === 'all' ? dataFault(record.kind, record.data) : undefined;
  return inData === undefined
    ? { kind: 'record', record }
    : { kind: 'fault', what: `${record.kind}: ${inData}`, ...placeOf(value) };
}

function versionOf(value: unknown): number | undefined {
  if (value === null || typeof value !== 'object' || !Object.hasOwn(value, 'v')) return undefined;
  const { v } = value as { readonly v: unknown };
  return typeof v === 'number' ? v : undefined;
}

function placeOf(value: unknown): { readonly place?: StatedPlace } {
  const place = statedPlace(value);
  return place === undefined ? {} : { place };
}
