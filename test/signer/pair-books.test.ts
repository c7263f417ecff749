import { expect, test } from 'vitest';
import type { JsonObject, RecordKind } from '../../src/model/record.ts';
import { recordOf } from '../../src/signer/journal.ts';
import { PairBooks } from '../../src/signer/pair-books.ts';

const TIME = '2026-11-30T12:00:00.000Z';
const key = { bytes: 32, commitment: '0'.repeat(64) };
const decided = { tool: 'Bash', verdict: 'allow', name: key, input: key };
const told = { kind: 'call', call: 'c1', tool: 'Bash', name: key, input: key };

/** Books after these records, numbered from 0. */
function booksAfter(...records: readonly (readonly [string, RecordKind, JsonObject])[]): PairBooks {
  const books = new PairBooks();
  for (const [seq, [run, kind, data]] of records.entries())
    books.apply(recordOf({ run, kind, source: 'tailer:copilot', data }, seq, TIME));
  return books;
}

function opened(harness: string, more: JsonObject = {}): JsonObject {
  return { harness, session: 's1', part: 0, mode: 'hooks', key, ...more };
}

test('a run whose hooks name their calls, or that was recorded without hooks, has no book', () => {
  const books = booksAfter(
    ['r1', 'run.opened', opened('claude-code')],
    ['r2', 'run.opened', opened('gemini', { mode: 'record' })],
    ['r3', 'run.opened', opened('gemini')],
  );
  expect(['r1', 'r2', 'r3'].map((run) => books.of(run) !== undefined)).toEqual([false, false, true]);
});

test("a subagent's lines in its parent's file belong to the subagent's run, until that is closed", () => {
  const from = { run: 'r1', why: 'child' };
  const line: JsonObject = { transcript: 0, agent: 'k1', parts: [told] };
  const books = booksAfter(
    ['r1', 'run.opened', opened('copilot')],
    ['r2', 'run.opened', opened('copilot', { session: 'k1', from })],
    ['r1', 'model.exchange', line],
  );
  expect(books.of('r1')?.told).toEqual([]);
  expect(books.of('r2')?.told).toMatchObject([{ call: 'c1', lane: 'k1' }]);
  books.apply(recordOf({ run: 'r2', kind: 'run.closed', source: 'signer', data: {} }, 3, TIME));
  expect(books.runOf('r1', 'k1')).toBe('r1');
});

test("a file of a subagent is a lane of its own in its parent's run", () => {
  const books = booksAfter(
    ['r1', 'run.opened', opened('gemini')],
    ['r1', 'transcript.opened', { transcript: 1, generation: 0, role: 'subagent', agent: 'k1' }],
    ['r1', 'model.exchange', { transcript: 0, parts: [told] }],
    ['r1', 'model.exchange', { transcript: 1, parts: [told] }],
  );
  expect(books.of('r1')?.told.map(({ lane }) => lane)).toEqual(['', 'k1']);
});

test('what an aborted turn of Gemini decided is not waited for beyond the next turn', () => {
  const prompt: JsonObject = { ...key, origin: 'person' };
  const calls = (harness: string) =>
    booksAfter(
      ['r1', 'run.opened', opened(harness)],
      ['r1', 'call.decided', decided],
      ['r1', 'input.observed', prompt],
      ['r1', 'call.decided', decided],
      ['r1', 'input.observed', prompt],
    ).of('r1')!;
  expect([...calls('gemini').decided.keys()]).toEqual([3]);
  expect([...calls('copilot').decided.keys()]).toEqual([1, 3]);
});
