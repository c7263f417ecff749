import { readLog } from '../log/read.ts';
import type { Json, JsonObject, LogRecord } from '../model/record.ts';
import type { ContentSet } from './content-set.ts';
import { dayOf } from './place.ts';

/** A content that a record commits to and the vault lacks, though no record says that it was erased. */
export type MissingContent = {
  readonly record: number;
  /** Where in the record's data: `key`, `parts.0.body`; `data` itself for a line. */
  readonly field: string;
  readonly bytes: number;
  /** The UTC day of the record, `YYYY-MM-DD`. */
  readonly day: string;
};

/** The first missing contents, and how many there are. */
export type Missing = { readonly list: readonly MissingContent[]; readonly count: number };

/** So many are listed. */
const MAX_LISTED = 200;
const COMMITMENT = Buffer.from('"commitment":"');
const ERASED = Buffer.from('"kind":"vault.erased"');
const HASH_DIGITS = 64;

/**
 * The contents that a log's records commit to and that are not in `present`, but for those of records that a later
 * `vault.erased` names. Nothing of the log is checked: that was done before.
 */
export function missingContents(segments: string, present: ContentSet): Missing {
  const erased = erasedRecords(segments);
  const list: MissingContent[] = [];
  let count = 0;
  for (const { seq, bytes } of readLog(segments)) {
    if (allPresent(bytes, present) || erased.has(seq)) continue;
    for (const missing of missingIn(JSON.parse(bytes.toString('utf8')) as LogRecord, present)) {
      count++;
      if (list.length < MAX_LISTED) list.push(missing);
    }
  }
  return { list, count };
}

function erasedRecords(segments: string): ReadonlySet<number> {
  const erased = new Set<number>();
  for (const { bytes } of readLog(segments)) {
    if (bytes.includes(ERASED))
      erased.add((JSON.parse(bytes.toString('utf8')) as LogRecord).data.record as number);
  }
  return erased;
}

/** By the line's bytes: parsing every record takes ten times as long. */
function allPresent(line: Buffer, present: ContentSet): boolean {
  for (let at = line.indexOf(COMMITMENT); at >= 0; at = line.indexOf(COMMITMENT, at)) {
    at += COMMITMENT.length;
    if (!present.has(line.toString('latin1', at, at + HASH_DIGITS))) return false;
  }
  return true;
}

function* missingIn({ seq, time, data }: LogRecord, present: ContentSet): Generator<MissingContent> {
  const day = dayOf(Date.parse(time));
  for (const { field, bytes, commitment } of committedFields(data, '')) {
    if (!present.has(commitment)) yield { record: seq, field: field || 'data', bytes, day };
  }
}

type CommittedField = { readonly field: string; readonly bytes: number; readonly commitment: string };

function* committedFields(value: Json | undefined, field: string): Generator<CommittedField> {
  if (value === null || typeof value !== 'object') return;
  const { bytes, commitment } = value as JsonObject;
  if (typeof bytes === 'number' && typeof commitment === 'string') yield { field, bytes, commitment };
  for (const [name, one] of Object.entries(value))
    yield* committedFields(one as Json, field === '' ? name : `${field}.${name}`);
}
