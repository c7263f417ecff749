import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { toHex } from '../../src/bytes/hex.ts';
import type { Log } from '../../src/log/log.ts';
import { readLog } from '../../src/log/read.ts';
import { listSegments } from '../../src/log/segments.ts';
import { walkLog } from '../../src/log/walk.ts';
import type { Draft } from '../../src/model/record.ts';
import { decodeRecord, encodeRecord, leafHash } from '../../src/proof/record.ts';
import { draft, drafts, openLog, RUN, scratch } from './scratch.ts';

function recordsOf(place: { readonly paths: { readonly segments: string } }) {
  return [...readLog(place.paths.segments)].map(({ bytes }) => {
    const decoded = decodeRecord(bytes);
    if (decoded.kind !== 'record') throw new Error(JSON.stringify(decoded));
    return decoded.record;
  });
}

it('opens a new log with a signed first record that names origin, key, schema and assurance', async () => {
  const place = scratch();
  const log = await openLog(place, { assurance: 'system' });
  expect([log.size, log.signed]).toEqual([1, 1]);
  await log.close();
  const [first] = recordsOf(place);
  expect(first).toMatchObject({
    kind: 'log.opened',
    seq: 0,
    data: { assurance: 'system', schema: 1, origin: log.origin },
  });
  expect(log.origin).toMatch(/^tracekit\.local\/[0-9a-f]{16}$/);
});

it('writes the line that the record encoder writes', async () => {
  const place = scratch();
  const log = await openLog(place);
  await log.append([
    draft(1),
    { kind: 'gap', source: 'signer', data: { gap: 'late_activity', assurance: 'dev', run: RUN } },
  ]);
  await log.close();
  for (const { bytes } of readLog(place.paths.segments)) {
    const decoded = decodeRecord(bytes);
    expect(decoded.kind).toBe('record');
    if (decoded.kind === 'record')
      expect(Buffer.from(encodeRecord(decoded.record))).toEqual(Buffer.from(bytes));
  }
});

it('resolves with each record’s number and leaf hash', async () => {
  const place = scratch();
  const log = await openLog(place);
  const places = await log.append(drafts(3));
  await log.close();
  const lines = [...readLog(place.paths.segments, 1)];
  expect(places).toEqual(lines.map(({ seq, bytes }) => ({ seq, leaf: toHex(leafHash(bytes)) })));
});

it('joins calls of one turn into one batch and answers each with its own places', async () => {
  const place = scratch();
  const log = await openLog(place);
  const answers = await Promise.all([log.append(drafts(2)), log.append(drafts(3)), log.append(drafts(1))]);
  expect(answers.map((answer) => answer.map(({ seq }) => seq))).toEqual([[1, 2], [3, 4, 5], [6]]);
  await log.close();
});

it('chains each run, and late records of a run apart from it', async () => {
  const place = scratch();
  const log = await openLog(place);
  const other = 'ffffffffffffffff';
  const late: Draft = {
    kind: 'gap',
    source: 'signer',
    data: { gap: 'late_activity', assurance: 'dev', run: RUN },
  };
  await log.append([draft(0), draft(0, other), draft(1), late, late]);
  await log.close();
  const records = recordsOf(place).slice(1);
  expect(records.map(({ run, data }) => run?.seq ?? (data.late as { seq: number }).seq)).toEqual([
    0, 0, 1, 0, 1,
  ]);
  expect((await walkLog(place.paths.segments)).break).toBeUndefined();
});

it('goes on where it left off after it was closed', async () => {
  const place = scratch();
  const first = await openLog(place);
  await first.append(drafts(3));
  await first.close();
  const second = await openLog(place);
  expect(second.size).toBe(4);
  const [next] = await second.append([draft(3)]);
  expect(next?.seq).toBe(4);
  await second.close();
  expect(recordsOf(place).at(-1)?.run?.seq).toBe(3);
});

it('begins a new segment when one is full, named by its first record', async () => {
  const place = scratch();
  const log = await openLog(place, { segmentBytes: 1_500 });
  for (let i = 0; i < 12; i++) await log.append([draft(i)]);
  await log.close();
  const firsts = listSegments(place.paths.segments).map(({ first }) => first);
  expect(firsts.length).toBeGreaterThan(2);
  expect(await walkLog(place.paths.segments)).toMatchObject({ end: { segment: firsts.at(-1) } });
  const again = await openLog(place, { segmentBytes: 1_500 });
  expect(again.size).toBe(13);
  await again.close();
});

const realTimeout = setTimeout;

/** Waits in real time: `expect.poll` would set the timers that stand still forward. */
async function signedTo(log: Log, size: number): Promise<void> {
  for (let tries = 0; log.signed < size; tries++) {
    if (tries === 500) throw new Error(`expected ${size} signed records, found ${log.signed}`);
    await new Promise((resolve) => realTimeout(resolve, 10));
  }
}

it('signs an urgent record at once, and any other when a timer of 250 ms at most is over', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const log = await openLog(scratch());
    await log.append(drafts(1), { urgent: true });
    await signedTo(log, 2);
    await log.append(drafts(1));
    expect(log.signed).toBe(2);
    vi.advanceTimersByTime(250);
    await signedTo(log, 3);
    await log.close();
  } finally {
    vi.useRealTimers();
  }
});

it('refuses a draft that breaks the schema, and writes nothing of its call', async () => {
  const place = scratch();
  const log = await openLog(place);
  const bad: Draft = { run: RUN, kind: 'run.ending', source: 'signer', data: { why: 'tired' } };
  await expect(log.append([draft(0), bad])).rejects.toMatchObject({ code: 'bad_draft' });
  await expect(log.append([{ ...draft(0), run: 'RUN' }])).rejects.toMatchObject({ code: 'bad_draft' });
  await expect(log.append([{ ...draft(0), source: 'me' }])).rejects.toMatchObject({ code: 'bad_draft' });
  expect(log.size).toBe(1);
  await log.close();
});

it('refuses a record longer than the format allows', async () => {
  const place = scratch();
  const log = await openLog(place);
  const target = { bytes: 1, commitment: 'a'.repeat(64) };
  const data = {
    transcript: 0,
    generation: 0,
    line: 0,
    offset: 0,
    bytes: 1,
    commitment: 'a'.repeat(64),
    chain: 'a'.repeat(64),
    form: 'json',
  };
  const parts = Array.from({ length: 20 }, () => ({
    kind: 'call',
    tool: 'Bash',
    link: { basis: 'none', lines: Array.from({ length: 190 }, () => 9_007_199_254_740_991) },
    input: target,
  }));
  const long: Draft = {
    run: RUN,
    kind: 'model.exchange',
    source: 'tailer:codex',
    data: { ...data, role: 'assistant', reasoning: 'none', parts },
  };
  await expect(log.append([long])).rejects.toMatchObject({ code: 'record_too_long' });
  await log.close();
});

it('waits for the vault before a batch is written', async () => {
  const place = scratch();
  const seen: number[] = [];
  const beforeSync = async () => {
    seen.push(existsSync(place.paths.segments) ? [...readLog(place.paths.segments)].length : 0);
  };
  const log = await openLog(place, { beforeSync });
  await log.append(drafts(2));
  await log.close();
  expect(seen).toEqual([0, 1]);
});

it('refuses records once it is closed', async () => {
  const log = await openLog(scratch());
  await log.close();
  await expect(log.append(drafts(1))).rejects.toMatchObject({ code: 'closed' });
});

it('makes files and folders that only their owner reads', async () => {
  const place = scratch();
  const log = await openLog(place);
  await log.close();
  const { home, keys, log: folder, checkpoint, segments } = place.paths;
  expect([home, keys, folder].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700, 0o700]);
  expect(
    [checkpoint, join(segments, '000000000000.ndjson')].map((path) => statSync(path).mode & 0o777),
  ).toEqual([0o600, 0o600]);
  expect(readFileSync(checkpoint, 'utf8')).toContain(log.origin);
});
