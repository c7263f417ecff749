import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fsckLog } from '../../src/log/fsck.ts';
import { homePaths } from '../../src/log/home.ts';
import { nameOfMarkKey } from '../../src/signer/mark-key.ts';
import { recordInline, recordsOf, scratch } from './inline-recording.ts';

const SESSION = '11111111-1111-4111-8111-111111111111';
const FORK = '22222222-2222-4222-8222-222222222222';

let place: ReturnType<typeof scratch>;
let folder: string;
beforeEach(() => {
  place = scratch();
  folder = join(place.dir, 'projects');
  mkdirSync(folder);
});
afterEach(() => place.remove());

function line(n: number, session: string): string {
  const uuid = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  return `${JSON.stringify({ parentUuid: null, type: 'user', message: { role: 'user', content: `prompt ${n}` }, uuid, timestamp: '2026-11-30T10:00:00.000Z', sessionId: session, version: '2.1.332' })}\n`;
}

const write = (session: string, ...lines: readonly number[]) =>
  writeFileSync(join(folder, `${session}.jsonl`), lines.map((n) => line(n, session)).join(''));
const recovered = () => recordsOf(place.home).filter(({ kind }) => kind === 'recovered');
const copies = () =>
  recordsOf(place.home).flatMap(({ data }) => (data.copy === undefined ? [] : [data.copy]));
const check = () => fsckLog({ home: place.home, seen: join(place.dir, 'state-home', 'tracekit', 'seen') });
const loseKey = () => rmSync(join(homePaths(place.home).keys, 'marks.key'));

it('is made with the home, and nothing said of it', async () => {
  write(SESSION, 1);
  await recordInline(place.home, [folder]);
  await recordInline(place.home, [folder]);
  expect(recovered()).toEqual([]);
});

it('is noted in the log when it was lost, once, and no line is called a changed copy for it', async () => {
  write(SESSION, 1, 2);
  await recordInline(place.home, [folder]);
  loseKey();
  write(FORK, 1, 2, 3);
  await recordInline(place.home, [folder]);
  await recordInline(place.home, [folder]);
  expect(recovered()).toMatchObject([{ source: 'signer', data: { what: 'mark_key' } }]);
  expect(copies()).toEqual([]);
  const { markKeys } = await check();
  expect(markKeys).toEqual(recovered().map(({ seq }) => seq));
});

it('is noted in the log when another one lies in its place, once', async () => {
  write(SESSION, 1, 2);
  await recordInline(place.home, [folder]);
  const before = (await check()).markKey;
  writeFileSync(join(homePaths(place.home).keys, 'marks.key'), new Uint8Array(32).fill(7));
  write(FORK, 1, 2, 3);
  await recordInline(place.home, [folder]);
  await recordInline(place.home, [folder]);
  expect(recovered()).toMatchObject([{ data: { what: 'mark_key' } }]);
  expect(copies()).toEqual([]);
  const { markKey, markKeys } = await check();
  expect(markKeys.length).toBe(1);
  expect(before).toMatch(/^[0-9a-f]{32}$/);
  expect(markKey).toBe(nameOfMarkKey(new Uint8Array(32).fill(7)));
});

it('is known as replaced to a start from a saved state too', async () => {
  write(SESSION, 1);
  await recordInline(place.home, [folder], 1);
  await recordInline(place.home, [folder], 1);
  expect(recovered()).toEqual([]);
  writeFileSync(join(homePaths(place.home).keys, 'marks.key'), new Uint8Array(32).fill(7));
  await recordInline(place.home, [folder], 1);
  await recordInline(place.home, [folder], 1);
  expect(recovered().length).toBe(1);
});

it('tells copies of lines from behind the loss, also after a start from a saved state', async () => {
  write(SESSION, 1);
  await recordInline(place.home, [folder], 1);
  loseKey();
  write(SESSION, 1, 2);
  await recordInline(place.home, [folder], 1);
  write(FORK, 1, 2);
  await recordInline(place.home, [folder], 1);
  expect(copies()).toMatchObject([{ line: 1, equal: true }]);
});
