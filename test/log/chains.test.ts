import { expect, it } from 'vitest';
import { Chains, lateRun } from '../../src/log/chains.ts';
import { type LogRecord, ZERO_HASH } from '../../src/model/record.ts';

const RUN = '0123456789abcdef';
const leaf = (n: number) => String(n).padStart(64, '0');

function late(place: unknown): LogRecord {
  const data = { run: RUN, ...(place === undefined ? {} : { late: place }) } as LogRecord['data'];
  return {
    v: 2,
    seq: 9,
    prev: ZERO_HASH,
    time: '2026-11-30T16:25:00.000Z',
    kind: 'finding',
    source: 'analyzer',
    data,
  };
}

it('gives a run’s first record the number 0 and 64 zeros', () => {
  expect(new Chains().run(RUN)).toEqual({ seq: 0, prev: ZERO_HASH });
});

it('counts a run’s records and its late records apart', () => {
  const chains = new Chains();
  chains.add({ run: RUN, data: {} }, leaf(1));
  chains.add({ data: { run: RUN } }, leaf(2));
  chains.add({ run: RUN, data: {} }, leaf(3));
  expect([chains.run(RUN), chains.late(RUN)]).toEqual([
    { seq: 2, prev: leaf(3) },
    { seq: 1, prev: leaf(2) },
  ]);
});

it('takes a record that names another run inside its own as no late record', () => {
  expect(lateRun({ run: RUN, data: { run: 'ffffffffffffffff' } })).toBeUndefined();
});

it('leaves the chains under a layer alone until it is settled', () => {
  const under = new Chains();
  const layer = new Chains(under);
  layer.add({ run: RUN, data: {} }, leaf(1));
  expect([under.run(RUN).seq, layer.run(RUN).seq]).toEqual([0, 1]);
  layer.settle();
  expect(under.run(RUN)).toEqual({ seq: 1, prev: leaf(1) });
});

it('comes back as it was saved', () => {
  const chains = new Chains();
  chains.add({ run: RUN, data: {} }, leaf(1));
  const again = new Chains(JSON.parse(JSON.stringify(chains.save())));
  expect(again.run(RUN)).toEqual(chains.run(RUN));
});

it('finds a late record out of its place, or without one', () => {
  const chains = new Chains();
  expect(chains.fault(late({ seq: 0, prev: ZERO_HASH }))).toBeUndefined();
  for (const wrong of [undefined, null, 7, {}, { seq: 1, prev: ZERO_HASH }, { seq: 0, prev: leaf(1) }]) {
    expect(chains.fault(late(wrong))).toMatch(/^data\.late/);
  }
});
