import type { LogRecord, RecordKind } from '../../model/record.ts';
import { dataFault } from '../../model/schema.ts';
import { envelopeFault } from '../../proof/envelope.ts';

/**
 * What a record's line says, read from its bytes where they have to stand in canonical JSON. Nothing is checked but
 * by `recordIn`: whoever asks for more than a number decodes the line.
 */
const KIND = '"kind":"';
const RUN = '"run":{"id":"';
const TIME = '"time":"';
/** Longer than all that follows `data`. */
const TAIL = 640;
const ID_DIGITS = 16;
const TIME_CHARS = 24;

export function kindOf(line: Buffer): string {
  const at = line.lastIndexOf(KIND);
  if (at < 0) return '';
  const from = at + KIND.length;
  const end = line.indexOf(0x22, from);
  return end < 0 || end - from > 40 ? '' : line.toString('latin1', from, end);
}

/** The run whose chain the record is in; undefined for one of no run, or about one. */
export function runIdIn(line: Buffer): string | undefined {
  const tail = line.subarray(Math.max(0, line.length - TAIL));
  const at = tail.lastIndexOf(RUN);
  if (at < 0) return undefined;
  const id = tail.toString('latin1', at + RUN.length, at + RUN.length + ID_DIGITS);
  return /^[0-9a-f]{16}$/.test(id) ? id : undefined;
}

export function timeIn(line: Buffer): string {
  const at = line.lastIndexOf(TIME);
  return at < 0 ? '' : line.toString('latin1', at + TIME.length, at + TIME.length + TIME_CHARS);
}

/** A line as a record of the shape that the schema says; undefined for another. Whether it is canonical is `verify`'s question. */
export function recordIn(line: Uint8Array): LogRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(line.buffer, line.byteOffset, line.byteLength).toString('utf8'));
  } catch {
    return undefined;
  }
  if (envelopeFault(value, 'all') !== undefined) return undefined;
  const record = value as LogRecord;
  return dataFault(record.kind as RecordKind, record.data) === undefined ? record : undefined;
}

/** How often `"kind":"call"` stands in an exchange: that many calls; none in a copy or a twin. */
export function callsIn(line: Buffer): number {
  if (!line.includes('"kind":"call"') || line.includes('"twin":') || line.includes('"equal":true')) return 0;
  let count = 0;
  for (let at = line.indexOf('"kind":"call"'); at >= 0; at = line.indexOf('"kind":"call"', at + 1)) count++;
  return count;
}

const SILENT = Buffer.from('},"kind":"transcript.line",');
const VERSION = '"version":"';
/** `version` is the last field of `data`, and this long at most. */
const VERSION_BYTES = 60;

/** Whether a line is of a transcript's line that says nothing and was read without a fault: most of them. */
export function isSilentLine(line: Buffer): boolean {
  const end = line.lastIndexOf(SILENT);
  if (end < 0) return false;
  if (line.toString('latin1', Math.max(0, end - VERSION_BYTES), end).includes(VERSION)) return false;
  return line.includes('"form":"json"');
}

const TOLD = Buffer.from('{"data":{"at":');

/** The harness's clock on a transcript's line, ms since 1970: the first field of its data. */
export function toldIn(line: Buffer): number | undefined {
  if (line.compare(TOLD, 0, TOLD.length, 0, Math.min(TOLD.length, line.length)) !== 0) return undefined;
  const told = Number.parseInt(line.toString('latin1', TOLD.length, TOLD.length + 16), 10);
  // The range of a Date.
  return told > 0 && told <= 8.64e15 ? told : undefined;
}
