import { toBase64 } from '../bytes/base64.ts';
import { toHex } from '../bytes/hex.ts';
import { TracekitError } from '../model/error.ts';
import type { LogRecord } from '../model/record.ts';
import type { BundleWriter } from './bundle-writer.ts';
import { type CommittedField, committedFields } from './committed-fields.ts';
import { PIECE_BYTES } from './format.ts';
import type { ExportErrorCode } from './log-lines.ts';

/** Where contents come from: a vault. `record` is the one that commits to it; its time says which day to look in. */
export type ContentSource = {
  readonly has: (field: CommittedField, record: LogRecord) => boolean;
  /** The salt (32 bytes) and the content in pieces; undefined where it is gone by now, or damaged. */
  readonly open: (
    field: CommittedField,
    record: LogRecord,
  ) => { readonly salt: Uint8Array; readonly pieces: Iterable<Uint8Array> } | undefined;
};

/** Which contents travel: those that `wants` and that the vault still has. */
export type Disclosure = {
  readonly contents: ContentSource;
  readonly wants: (record: LogRecord, field: CommittedField) => boolean;
};

/** The fields of a record whose contents travel, each commitment once. */
export function disclosedFields(
  record: LogRecord,
  disclosure: Disclosure | undefined,
): readonly CommittedField[] {
  if (disclosure === undefined) return [];
  const fields = new Map<string, CommittedField>();
  for (const field of committedFields(record.data)) {
    if (disclosure.wants(record, field) && disclosure.contents.has(field, record))
      fields.set(field.commitment, field);
  }
  return [...fields.values()];
}

/** Writes the contents that a record's line announced; gives how many. Throws `content_gone` or `content_damaged`. */
export function writeContents(writer: BundleWriter, record: LogRecord, disclosure: Disclosure): number {
  const fields = disclosedFields(record, disclosure);
  for (const field of fields) {
    const opened = disclosure.contents.open(field, record);
    if (opened === undefined) throw missing(record, field, disclosure.contents.has(field, record));
    const { commitment, bytes } = field;
    writer.add({ kind: 'content', commitment, salt: toHex(opened.salt), bytes });
    for (const piece of recut(opened.pieces)) writer.add({ kind: 'piece', base64: toBase64(piece) });
  }
  return fields.length;
}

/** The same bytes in pieces of the bundle's size, the last one apart. */
function* recut(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  let held = new Uint8Array(PIECE_BYTES);
  let length = 0;
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + PIECE_BYTES - length);
      held.set(part, length);
      length += part.length;
      at += part.length;
      if (length < PIECE_BYTES) continue;
      yield held;
      held = new Uint8Array(PIECE_BYTES);
      length = 0;
    }
  }
  if (length > 0) yield held.subarray(0, length);
}

function missing(
  { seq }: LogRecord,
  { path }: CommittedField,
  isThere: boolean,
): TracekitError<ExportErrorCode> {
  const what = `record ${seq}: the content of ${path || 'the record'}`;
  return isThere
    ? new TracekitError(
        'content_damaged',
        `${what} is damaged in the vault (tracekit fsck lists such); leave it out: --redact record:${seq}`,
      )
    : new TracekitError('content_gone', `${what} was erased from the vault during the export; run it again`);
}
