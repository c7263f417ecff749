import { isHex } from '../bytes/hex.ts';
import { HARNESSES, isSafeId, promptSource } from '../model/harness.ts';
import { type LogRecord, RECORD_KINDS, RECORD_VERSION } from '../model/record.ts';
import { isTime } from './time.ts';

const KINDS: ReadonlySet<unknown> = new Set(RECORD_KINDS);
const SOURCES: ReadonlySet<unknown> = new Set([
  'signer',
  'record',
  'analyzer',
  'cli',
  ...HARNESSES.flatMap((harness) => [`tailer:${harness}`, `hook:${harness}`, promptSource(harness)]),
]);
const FIELDS = ['data', 'kind', 'prev', 'run', 'seq', 'source', 'time', 'v'];

type Foreign = { readonly [field: string]: unknown };

/**
 * The first fault of a record's envelope, or undefined: exactly the fields of the format, each of its shape.
 * `check` `envelope` takes any safe id as a run's id. hostile: `value` is any parsed JSON.
 */
export function envelopeFault(value: unknown, check: 'all' | 'envelope'): string | undefined {
  if (!isObject(value)) return fault('record', 'an object', value);
  const hasRun = Object.hasOwn(value, 'run');
  if (value.v !== RECORD_VERSION) return fault('v', String(RECORD_VERSION), value.v);
  if (!isCount(value.seq)) return fault('seq', 'an integer from 0', value.seq);
  if (!isHash(value.prev)) return fault('prev', '64 lower-case hex digits', value.prev);
  if (!isTime(value.time)) return fault('time', 'a UTC time with milliseconds', value.time);
  if (!KINDS.has(value.kind)) return fault('kind', 'a known kind', value.kind);
  if (!SOURCES.has(value.source)) return fault('source', 'a known source', value.source);
  if (!isObject(value.data)) return fault('data', 'an object', value.data);
  const inRun = hasRun ? runFault(value.run, check) : undefined;
  if (inRun !== undefined) return inRun;
  return Object.keys(value).length === (hasRun ? 8 : 7) ? undefined : unknownField(value, FIELDS);
}

/** A record's number and its links, which every version has where this one has them. */
export type StatedPlace = Pick<LogRecord, 'seq' | 'prev' | 'run'>;

/** The place that a record states which can't be read otherwise, or undefined. hostile: `value` is any parsed JSON. */
export function statedPlace(value: unknown): StatedPlace | undefined {
  if (!isObject(value) || !isCount(value.seq) || !isHash(value.prev)) return undefined;
  if (value.run !== undefined && runFault(value.run, 'all') !== undefined) return undefined;
  return value as StatedPlace;
}

function runFault(run: unknown, check: 'all' | 'envelope'): string | undefined {
  if (!isObject(run)) return fault('run', 'an object', run);
  const { id } = run;
  if (!isSafeId(id) || (check === 'all' && (id.length !== 16 || !isHex(id))))
    return fault('run.id', '16 lower-case hex digits', id);
  if (!isCount(run.seq)) return fault('run.seq', 'an integer from 0', run.seq);
  if (!isHash(run.prev)) return fault('run.prev', '64 lower-case hex digits', run.prev);
  return Object.keys(run).length === 3 ? undefined : unknownField(run, ['id', 'seq', 'prev']);
}

function isObject(value: unknown): value is Foreign {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isHash(value: unknown): boolean {
  return typeof value === 'string' && value.length === 64 && isHex(value);
}

function fault(path: string, expected: string, found: unknown): string {
  return `${path}: expected ${expected}, found ${found === undefined ? 'nothing' : JSON.stringify(found).slice(0, 60)}`;
}

function unknownField(value: Foreign, known: readonly string[]): string {
  const extra = Object.keys(value).find((key) => !known.includes(key));
  return `record: unknown field ${JSON.stringify(extra ?? '').slice(0, 60)}`;
}
