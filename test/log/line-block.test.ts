import { describe, expect, it } from 'vitest';
import { canonicalize } from '../../src/bytes/canonical.ts';
import { BatchEncoder, Preparer } from '../../src/log/batch.ts';
import { Chains } from '../../src/log/chains.ts';
import { LineBlock } from '../../src/log/line-block.ts';
import { type JsonObject, ZERO_HASH } from '../../src/model/record.ts';

const RUN = '0123456789abcdef';
const data = (line: number): JsonObject => ({
  ...{ transcript: 0, generation: 0, line, offset: 7 * line, bytes: 7, form: 'json' },
  ...{ commitment: 'c'.repeat(64), chain: 'd'.repeat(64), type: 'user' },
});
const now = Date.parse('2026-11-30T16:25:28.017Z');
const head = () => ({
  seq: 5,
  prev: 'a'.repeat(64),
  chains: new Chains([[RUN, { run: { seq: 3, prev: 'b'.repeat(64) }, late: { seq: 0, prev: ZERO_HASH } }]]),
});

function add(block: LineBlock, text: string): void {
  block.begin('transcript.line', text.length);
  block.copy(Buffer.from(text), 0, text.length);
  block.end();
}

function blockOf(count: number): LineBlock {
  const block = new LineBlock(RUN, 'tailer:codex');
  for (let i = 0; i < count; i++) add(block, canonicalize(data(i)));
  return block;
}

describe('a block of lines', () => {
  it('comes to the same bytes, leaves and chains as its drafts one by one', () => {
    const preparer = new Preparer();
    const drafts = Array.from({ length: 300 }, (_, i) =>
      preparer.prepare({ run: RUN, kind: 'transcript.line', source: 'tailer:codex', data: data(i) }, now),
    );
    const one = new BatchEncoder().encode(drafts, head());
    const block = new BatchEncoder().encode([preparer.prepareBlock(blockOf(300), now)], head());
    expect(Buffer.from(block.bytes).toString()).toBe(Buffer.from(one.bytes).toString());
    expect(block.leaves).toEqual(one.leaves);
    expect(block.prev).toBe(one.prev);
    expect(block.chains.save()).toEqual(one.chains.save());
    expect(block.places).toEqual([]);
    expect(one.places).toHaveLength(300);
  });

  it('keeps its place among single drafts', () => {
    const preparer = new Preparer();
    const single = preparer.prepare(
      { run: RUN, kind: 'transcript.line', source: 'tailer:codex', data: data(9) },
      now,
    );
    const mixed = [single, preparer.prepareBlock(blockOf(2), now), single];
    const { bytes, places } = new BatchEncoder().encode(mixed, head());
    const records = Buffer.from(bytes)
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(records.map(({ seq }) => seq)).toEqual([5, 6, 7, 8]);
    expect(records.map(({ run }) => run.seq)).toEqual([3, 4, 5, 6]);
    expect(records.map((record) => record.data.line)).toEqual([9, 0, 1, 9]);
    expect(places.map(({ seq }) => seq)).toEqual([5, 8]);
  });

  it('refuses a line too long for a record, a run that is none, and an unknown source', () => {
    const block = new LineBlock(RUN, 'tailer:codex');
    expect(() => add(block, 'x'.repeat(59_700))).toThrow(/at most 60000/);
    expect(() => new Preparer().prepareBlock(new LineBlock('no run', 'tailer:codex'), now)).toThrow(/run/);
    expect(() => new Preparer().prepareBlock(new LineBlock(RUN, 'nobody'), now)).toThrow(/source/);
  });
});
