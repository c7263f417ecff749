import { TracekitError } from '../model/error.ts';
import { HARNESSES, isSafeId } from '../model/harness.ts';
import { DATA_END, type LineRecords, ROW, SLICE, SLICES_END } from '../model/line-records.ts';
import type { FromTailer } from '../model/tail-session.ts';

export type TailerMessageErrorCode = 'bad_message';

type Fields = { readonly [key: string]: unknown };
type Check = (value: unknown) => boolean;

const DIGEST_BYTES = 32;
/** A path is no longer than the kernel takes one, with room for what it is below. */
const MAX_PATH = 16_384;
const ROLES = ['main', 'subagent', 'review', 'guardian', 'segment'];
const BREAKS = ['rewritten', 'truncated', 'deleted'];

const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isBytes: Check = (value) => value instanceof Uint8Array;
const isDigest: Check = (value) => value instanceof Uint8Array && value.length === DIGEST_BYTES;
const isDigests: Check = (value) => value instanceof Uint8Array && value.length % DIGEST_BYTES === 0;
const isText: Check = (value) => typeof value === 'string' && value.length <= MAX_PATH;
const isFlag: Check = (value) => typeof value === 'boolean';
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const oneOf =
  (words: readonly string[]): Check =>
  (value) =>
    typeof value === 'string' && words.includes(value);

const DESCRIPTION: { readonly [key: string]: Check } = {
  harness: oneOf(HARNESSES),
  session: isSafeId,
  role: oneOf(ROLES),
  agent: optional(isSafeId),
  from: optional(isSafeId),
  layout: optional(oneOf(['legacy', 'paginated'])),
};
const FOUND: { readonly [key: string]: Check } = {
  source: isCount,
  path: isText,
  file: isText,
  changed: Number.isSafeInteger,
  compression: optional(oneOf(['zst'])),
  description: (value) => isObject(value) && fits(value, DESCRIPTION),
  token: optional(isText),
};

/** What each kind of message must have. What it has besides is not looked at. */
const SHAPES: ReadonlyMap<unknown, { readonly [key: string]: Check }> = new Map<
  FromTailer['kind'],
  { readonly [key: string]: Check }
>([
  ['found', { found: (value) => isObject(value) && fits(value, FOUND) }],
  ['digests', { source: isCount, digests: isDigests }],
  [
    'resumed',
    {
      source: isCount,
      digests: isDigests,
      grown: optional(isFlag),
      fault: optional(isText),
      cutAt: optional(isPlace),
    },
  ],
  [
    'lines',
    {
      source: isCount,
      first: isCount,
      offset: isCount,
      bytes: isBytes,
      ends: (value) => value instanceof Uint32Array,
      digests: isDigests,
      records: isRecords,
    },
  ],
  ['piece', { source: isCount, bytes: isBytes }],
  [
    'oversize',
    {
      source: isCount,
      line: isCount,
      offset: isCount,
      bytes: isCount,
      digest: isDigest,
      records: isRecords,
      same: isFlag,
    },
  ],
  ['broken', { source: isCount, what: oneOf(BREAKS), line: isCount, offset: isCount, now: optional(isNow) }],
  ['unreadable', { path: isText, source: optional(isCount), why: isText }],
  ['pending', { source: isCount, bytes: isBytes, digest: isDigest, length: isCount }],
  ['ignored', { path: isText, why: isText }],
  ['degraded', { why: isText }],
  ['caught_up', {}],
  ['done', {}],
  ['caught', { id: isCount }],
  ['checked', { source: isCount, lines: isCount, end: isCount }],
]);

/**
 * A message of the tailer's process. hostile: whoever took its place, which a secret makes hard; throws `bad_message` on
 * what no tailer says. The text of records is looked at when they are recorded.
 */
export function tailerMessage(value: object): FromTailer {
  const message = value as Fields;
  const shape = SHAPES.get(message.kind);
  if (shape === undefined) throw badMessage(`a kind of message`, String(message.kind).slice(0, 60));
  for (const [key, check] of Object.entries(shape))
    if (!check(message[key]))
      throw badMessage(`${String(message.kind)}: a fitting ${key}`, typeof message[key]);
  const known = value as FromTailer;
  if (known.kind === 'lines') checkLines(known);
  if (known.kind === 'oversize') checkRecords(known.records, new Uint32Array([known.bytes]));
  return known;
}

function checkLines({ bytes, ends, digests, records }: Extract<FromTailer, { kind: 'lines' }>): void {
  let before = 0;
  for (const end of ends) {
    if (end <= before) throw badMessage('ends of lines in their order', `${end} after ${before}`);
    before = end;
  }
  if (before !== bytes.length || ends.length === 0)
    throw badMessage(`lines of ${bytes.length} bytes`, `${before}`);
  if (digests.length !== ends.length * DIGEST_BYTES)
    throw badMessage(`${ends.length} digests`, `${digests.length} bytes of them`);
  checkRecords(records, ends);
}

/** Where each line's record and slices end: in their order, and within what there is. */
function checkRecords({ data, rows, slices, identities }: LineRecords, ends: Uint32Array): void {
  const count = ends.length;
  if (rows.length < count * ROW || identities.length < count * DIGEST_BYTES)
    throw badMessage(`records of ${count} lines`, `${rows.length} words`);
  let [from, slice, start] = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    const to = rows[i * ROW + DATA_END]!;
    const last = rows[i * ROW + SLICES_END]! * SLICE;
    if (to <= from || to > data.length || last < slice || last > slices.length)
      throw badMessage('records in their order', `${to} and ${last}`);
    const length = ends[i]! - start;
    for (; slice < last; slice += SLICE) {
      const [at, bytes] = [slices[slice]!, slices[slice + 1]!];
      if (at < 0 || bytes < 0 || at + bytes > length)
        throw badMessage(`a part within ${length} bytes`, `${bytes} from ${at} on`);
    }
    from = to;
    start = ends[i]!;
  }
}

function fits(value: Fields, shape: { readonly [key: string]: Check }): boolean {
  return Object.entries(shape).every(([key, check]) => check(value[key]));
}

function isObject(value: unknown): value is Fields {
  return value !== null && typeof value === 'object';
}

function isNow(value: unknown): boolean {
  return (
    isObject(value) &&
    isText(value.file) &&
    isObject(value.description) &&
    fits(value.description, DESCRIPTION)
  );
}

function isPlace(value: unknown): boolean {
  return isObject(value) && isCount(value.line) && isCount(value.offset);
}

function isRecords(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { data, rows, slices, identities } = value;
  return isBytes(data) && rows instanceof Int32Array && slices instanceof Int32Array && isBytes(identities);
}

function badMessage(expected: string, found: string): TracekitError<TailerMessageErrorCode> {
  return new TracekitError('bad_message', `tailer's socket: expected ${expected}, found ${found}`);
}
