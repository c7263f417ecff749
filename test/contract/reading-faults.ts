import { isDeepStrictEqual } from 'node:util';
import { isSafeId } from '../../src/model/harness.ts';
import type { LineReading, Part, Slice } from '../../src/model/reading.ts';

/** What is wrong with a reading of a line, whatever the line: empty where it keeps the contract of `LineReading`. */
export function faultsOf(line: Uint8Array, number: number, reading: LineReading): readonly string[] {
  const faults: string[] = [];
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(reading)), reading)) faults.push('changed by JSON');
  for (const [name, id] of idsOf(reading)) if (!isSafeId(id)) faults.push(`unsafe ${name}`);
  if (reading.type !== undefined && !/^[a-zA-Z_./-]{1,80}$/.test(reading.type))
    faults.push('type of the line’s own');
  if (reading.at !== undefined && !(Number.isSafeInteger(reading.at) && reading.at >= 0)) faults.push('time');
  if (reading.identity !== undefined && !/^[0-9a-f]{64}$/.test(reading.identity.digest))
    faults.push('digest');
  if (reading.notes !== undefined && new Set(reading.notes).size !== reading.notes.length)
    faults.push('doubled note');
  if (reading.notes?.length === 0) faults.push('empty notes');
  const { exchange } = reading;
  if (exchange === undefined) return faults;
  if ((exchange.role === 'user') !== (exchange.origin !== undefined)) faults.push('origin');
  if (exchange.twin !== undefined && !isEarlier(exchange.twin, number)) faults.push('twin');
  return [...faults, ...exchange.parts.flatMap((part) => partFaults(line, number, part))];
}

function idsOf(reading: LineReading): readonly (readonly [string, string])[] {
  const { exchange } = reading;
  const calls = (exchange?.parts ?? []).flatMap((part) => {
    if (part.kind === 'call') return [part.call, part.within];
    return part.kind === 'result' ? [part.call] : [];
  });
  const named = {
    id: reading.id,
    version: reading.version,
    session: reading.session,
    agent: reading.agent,
    message: exchange?.message,
    turn: exchange?.turn,
  };
  return [...Object.entries(named), ...calls.map((call) => ['call', call] as const)].flatMap(([name, id]) =>
    id === undefined ? [] : [[name, id] as const],
  );
}

function partFaults(line: Uint8Array, number: number, part: Part): readonly string[] {
  const faults = Object.values(part)
    .filter((value): value is Slice => typeof value === 'object' && value !== null && 'at' in value)
    .filter((slice) => !isValue(line, slice))
    .map(({ at, bytes }) => `slice ${at}+${bytes} of ${part.kind}`);
  if (part.kind !== 'call') return faults;
  const { basis, lines } = part.link;
  if ((basis === 'none') !== (lines.length === 0)) faults.push('basis');
  if (!lines.every((at) => at === number || isEarlier(at, number))) faults.push('linked line');
  return faults;
}

function isEarlier(line: number, number: number): boolean {
  return Number.isSafeInteger(line) && line >= 0 && line < number;
}

function isValue(line: Uint8Array, { at, bytes }: Slice): boolean {
  if (!(Number.isSafeInteger(at) && at >= 0 && bytes > 0 && at + bytes <= line.length)) return false;
  try {
    JSON.parse(Buffer.from(line).toString('utf8', at, at + bytes));
    return true;
  } catch {
    return false;
  }
}
