import { expect, it } from 'vitest';
import type { JsonObject, LogRecord } from '../../src/model/record.ts';
import { ZERO_HASH } from '../../src/model/record.ts';
import { RunBook } from '../../src/verify/run-book.ts';

const RUN = 'a'.repeat(16);
const LEAF = new Uint8Array(32);
const call = { kind: 'call', tool: 'Bash', link: { basis: 'none', lines: [] } };

/** How many calls a run's lines count as; each line has one call. */
function callsOf(...lines: readonly JsonObject[]): number | undefined {
  const book = new RunBook(false);
  lines.forEach((line, seq) => {
    const data = { transcript: 0, generation: 0, line: seq, offset: seq, bytes: 1, parts: [call], ...line };
    const place = { id: RUN, seq, prev: ZERO_HASH };
    const record: LogRecord = {
      ...{ v: 2, seq, prev: ZERO_HASH, time: '', run: place },
      ...{ kind: 'model.exchange', source: 'tailer:cursor', data },
    };
    book.add(record, LEAF);
  });
  return book.runs.get(RUN)?.calls;
}

const copy = { run: RUN, transcript: 0, generation: 0, line: 0 };

it('counts a call once where its line stands again in a rewritten transcript', () => {
  expect(callsOf({}, { copy: { ...copy, equal: true } })).toBe(1);
});

it('counts a call once where a second line says the same', () => {
  expect(callsOf({}, { twin: 0 })).toBe(1);
});

it('counts a line with a known id and other words for itself', () => {
  expect(callsOf({}, { copy: { ...copy, equal: false } })).toBe(2);
});
