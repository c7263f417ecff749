import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/bytes/hex.ts';
import { toUtf8 } from '../../src/bytes/utf8.ts';
import { type LogRecord, ZERO_HASH } from '../../src/model/record.ts';
import { decodeRecord, encodeRecord, leafHash } from '../../src/proof/record.ts';

const record: LogRecord = {
  v: 2,
  seq: 41,
  prev: ZERO_HASH,
  time: '2024-02-29T23:59:59.999Z',
  run: { id: '0123456789abcdef', seq: 7, prev: 'a'.repeat(64) },
  kind: 'run.ending',
  source: 'hook:codex',
  data: { why: 'idle' },
};
const { run: _, ...outsideRuns } = record;

function decoded(changes: object): unknown {
  return decodeRecord(encodeRecord({ ...record, ...changes }));
}

describe('a record', () => {
  it('comes back from its line', () => {
    expect(decodeRecord(encodeRecord(record))).toEqual({ kind: 'record', record });
  });

  it('may belong to no run', () => {
    expect(decodeRecord(encodeRecord(outsideRuns))).toEqual({ kind: 'record', record: outsideRuns });
  });

  it('has the leaf hash of RFC 6962: the known one of the empty leaf', () => {
    expect(toHex(leafHash(new Uint8Array(0)))).toBe(
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    );
  });

  it('of a later version is not judged', () => {
    expect(decoded({ v: 3, more: 1 })).toMatchObject({ kind: 'newer', version: 3, place: { seq: 41 } });
  });

  it.each([
    ['an earlier version', { v: 1 }, /^v: expected 2, found 1/],
    ['a negative seq', { seq: -1 }, /^seq: /],
    ['an upper-case hash', { prev: 'A'.repeat(64) }, /^prev: /],
    ['a short hash', { prev: 'a'.repeat(63) }, /^prev: /],
    ['a day that is none', { time: '2023-02-29T00:00:00.000Z' }, /^time: /],
    ['a leap second', { time: '2016-12-31T23:59:60.000Z' }, /^time: /],
    ['an hour 24', { time: '2016-12-31T24:00:00.000Z' }, /^time: /],
    ['a time without milliseconds', { time: '2016-12-31T23:59:59Z' }, /^time: /],
    ['an unknown kind', { kind: 'run.paused' }, /^kind: /],
    ['an unknown source', { source: 'hook:emacs' }, /^source: /],
    ['a list as data', { data: [] }, /^data: /],
    ['an unknown field', { more: 1 }, /unknown field "more"/],
    ['a missing field', { source: undefined }, /./],
    ['no object as run', { run: null }, /^run: /],
    ['a run id that is no run id', { run: { ...record.run, id: 'r1' } }, /^run\.id: /],
    ['an unknown field of run', { run: { ...record.run, x: 1 } }, /unknown field "x"/],
    ['data of no schema', { data: { why: 'bored' } }, /^run\.ending: data\.why: /],
    ['an unknown field of data', { data: { why: 'idle', x: 1 } }, /unknown field "x"/],
  ])('with %s is a fault', (_name, changes, what) => {
    const line = toUtf8(JSON.stringify(sorted({ ...record, ...changes })));
    expect(decodeRecord(line)).toMatchObject({ kind: 'fault', what: expect.stringMatching(what) });
  });

  it.each(['null', '[]', '1', '"v"', '{}', '{"__proto__":{"v":2}}'])('that is %s is a fault', (text) => {
    expect(decodeRecord(toUtf8(text)).kind).toBe('fault');
  });

  it('that is not canonical is a fault at its byte', () => {
    expect(decodeRecord(toUtf8('{"v":2,"seq":1}'))).toEqual({
      kind: 'fault',
      what: 'expected keys in the order of their UTF-16 code units',
      at: 7,
    });
  });

  it('beyond 60,000 bytes is neither written nor read', () => {
    const long = { ...record, data: { why: 'x'.repeat(60_000) } };
    expect(() => encodeRecord(long)).toThrow(expect.objectContaining({ code: 'record_too_long' }));
    expect(decodeRecord(toUtf8(`"${'x'.repeat(60_000)}"`))).toEqual({
      kind: 'fault',
      what: 'expected at most 60000 bytes, found 60002',
    });
  });
});

function sorted(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, of]) => [key, sorted(of)]),
  );
}
