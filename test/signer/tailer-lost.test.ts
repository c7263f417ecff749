import { expect, it, vi } from 'vitest';
import { TracekitError } from '../../src/model/error.ts';
import { followed, foundAgain, integrityOf, linesIn, WAIT } from './followed.ts';
import { recordsOf } from './inline-recording.ts';
import { type TailerStand, tailerStand } from './tailer-stand.ts';

const FAST = { beat: 20, firstRetry: 10, lastRetry: 200, steady: 60_000, wait: 100, last: 100 };
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

it('goes on where the log stands, when a full disk refused lines', async () => {
  const stand = await tailerStand('{}', { tailerTimes: { ...FAST, beat: 10_000, wait: 100 } });
  const { tailer, lines } = await followed(stand);
  const { log } = stand.open;
  const refuse = vi.spyOn(log, 'appendLines').mockRejectedValue(new TracekitError('disk_full', 'no room'));
  const opened = vi.spyOn(log, 'append').mockRejectedValue(new TracekitError('disk_full', 'no room'));
  tailer.send(lines);
  await vi.waitFor(() => expect(tailer.closed).toBe(true), WAIT);
  refuse.mockRestore();
  opened.mockRestore();
  const next = await foundAgain(stand, 2);
  expect(next.last('start')).toMatchObject({ at: { line: 0, offset: 0 }, resume: false });
  next.send(lines);
  await vi.waitFor(() => expect(next.last('ack')).toBeDefined(), WAIT);
  expect(linesIn(stand)).toBe(2);
  const ofLines = recordsOf(stand.home).filter(({ kind }) => kind === 'model.exchange');
  expect(ofLines.map(({ data }) => data.copy)).toEqual([undefined, undefined]);
  next.stream.destroy();
  await stand.hook('SessionEnd', { reason: 'other' });
  expect(await integrityOf(stand)).toBe('VALID');
  const closed = recordsOf(stand.home).find(({ kind }) => kind === 'run.closed');
  expect(closed?.data.last).toBe(closed?.run?.seq);
});

it('signs one gap for writes to a closed run by a tailer that knows of the close', async () => {
  const stand = await tailerStand('settle_seconds: 0.01\nsettle_max_seconds: 0.02\n');
  const { tailer, lines } = await followed(stand);
  tailer.send(lines);
  await vi.waitFor(() => expect(tailer.last('ack')).toBeDefined(), WAIT);
  await stand.hook('SessionEnd', { reason: 'other' });
  const answer = (): void => {
    for (const one of tailer.got.splice(0)) if ('id' in one) tailer.send({ kind: 'caught', id: one.id });
  };
  // The close waits for the comparison.
  await vi.waitFor(() => expect(tailer.last('check')).toBeDefined(), WAIT);
  answer();
  await vi.waitFor(() => expect(tailer.last('ping')).toBeDefined(), WAIT);
  const more = { ...lines, first: 2, offset: lines.bytes.length };
  tailer.send(more);
  await vi.waitFor(() => expect(tailer.last('ack')).toBeDefined(), WAIT);
  expect(stand.gapWords()).toEqual([]);
  answer();
  tailer.send(more);
  tailer.send(more);
  await vi.waitFor(() => expect(stand.gapWords()).toEqual(['late_activity']), WAIT);
  await pause(50);
  const [gap, ...others] = stand.gaps();
  expect(others).toEqual([]);
  const run = recordsOf(stand.home).find(({ kind }) => kind === 'run.closed')?.run?.id;
  expect(gap).toMatchObject({ data: { run, late: { seq: 0 } } });
  expect(linesIn(stand)).toBe(2);
  expect(await integrityOf(stand)).toBe('VALID');
});

it('lets a run that ends wait for the tailer that comes after one that was lost', async () => {
  const times = { ...FAST, beat: 10_000, wait: 10_000 };
  const stand = await tailerStand('settle_seconds: 0.01\nsettle_max_seconds: 0.02\n', { tailerTimes: times });
  const { tailer, lines } = await followed(stand);
  await stand.hook('SessionEnd', { reason: 'other' });
  await vi.waitFor(() => expect(tailer.last('check')).toBeDefined(), WAIT);
  tailer.stream.destroy();
  const next = await foundAgain(stand, 2);
  await vi.waitFor(() => expect(next.last('check')).toBeDefined(), WAIT);
  next.send(lines);
  next.send({ kind: 'caught', id: next.last('check')!.id });
  const kinds = (): readonly string[] => recordsOf(stand.home).map(({ kind }) => kind);
  await vi.waitFor(() => expect(kinds()).toContain('run.closed'), WAIT);
  expect(linesIn(stand)).toBe(2);
  expect(kinds().at(-1)).toBe('run.closed');
});

it('waits longer before each start of a tailer that ends at once', async () => {
  const stand = await tailerStand('{}', { tailerTimes: FAST });
  await stand.hook('SessionStart', { source: 'startup' });
  const end = Date.now() + 1_500;
  let seen = 0;
  while (Date.now() < end) {
    if (stand.starts.length > seen) {
      seen = stand.starts.length;
      const tailer = await stand.connect();
      if (typeof tailer !== 'number') tailer.stream.destroy();
    }
    await pause(5);
  }
  // 10, 20, 40, 80, 160, then 200 ms each.
  expect(seen).toBeGreaterThan(3);
  expect(seen).toBeLessThan(14);
});

it('takes a tailer that answers nothing for lost', async () => {
  const stand = await tailerStand('{}', { tailerTimes: FAST });
  await stand.hook('SessionStart', { source: 'startup' });
  const tailer = await stand.tailer();
  await vi.waitFor(() => expect(tailer.closed).toBe(true), WAIT);
  expect(stand.starts[0]?.stopped).toBe(true);
  await vi.waitFor(() => expect(stand.gapWords()).toEqual(['tailer_lost']), WAIT);
});

it.each([
  ['answers nothing', true],
  ['never comes', false],
])(
  'stops within its time when the tailer of a session that ends %s, and signs the loss',
  async (_, comes) => {
    const times = { ...FAST, beat: 600_000, wait: 600_000 };
    const stand = await tailerStand('settle_seconds: 600\nsettle_max_seconds: 600\n', { tailerTimes: times });
    if (comes) await followed(stand);
    else await stand.hook('SessionStart', { source: 'startup' });
    await stand.hook('SessionEnd', { reason: 'other' });
    expect(await integrityOf(stand)).toBe('VALID');
    const kinds = recordsOf(stand.home).map(({ kind, data }) => data.gap ?? kind);
    expect(kinds.slice(-2)).toEqual(['tailer_lost', 'run.closed']);
    expect(stand.starts.length).toBe(1);
  },
);

it('keeps a tailer that answers', async () => {
  const stand = await tailerStand('{}', { tailerTimes: FAST });
  await stand.hook('SessionStart', { source: 'startup' });
  const tailer = await stand.tailer();
  for (let i = 0; i < 40; i++) {
    await pause(10);
    for (const one of tailer.got.splice(0)) if ('id' in one) tailer.send({ kind: 'caught', id: one.id });
  }
  expect(tailer.closed).toBe(false);
  expect(stand.gapWords()).toEqual([]);
});

it('gives a tailer up that reads nothing', async () => {
  const stand = await tailerStand();
  await stand.hook('SessionStart', { source: 'startup' });
  const tailer = await stand.tailer();
  tailer.stream.pause();
  // Each is answered by a `skip`.
  const description = { harness: 'claude-code', session: 'other', role: 'main' };
  const found = { source: 1, path: '/x', file: '1:1', changed: 0, description };
  for (let i = 0; i < 400 && !tailer.closed; i++) {
    for (let n = 0; n < 1_000; n++) tailer.send({ kind: 'found', found: { ...found, source: n } });
    await pause(1);
  }
  await vi.waitFor(() => expect(stand.gapWords()).toEqual(['tailer_lost']), WAIT);
});

it('passes over what can be no transcript’s path', async () => {
  const stand: TailerStand = await tailerStand();
  for (const path of ['relative/s.jsonl', '', 'a\0b', '/a\0b.jsonl', `/${'x/'.repeat(5_000)}s.jsonl`]) {
    await stand.hook('SessionStart', { transcript_path: path, source: 'startup' });
  }
  const tailer = await stand.tailer();
  await vi.waitFor(() => expect(tailer.last('session')).toBeDefined(), WAIT);
  expect(tailer.got.filter(({ kind }) => kind === 'session').map((one) => 'path' in one)).toEqual([false]);
});
