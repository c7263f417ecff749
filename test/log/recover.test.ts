import {
  appendFileSync,
  cpSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readLog } from '../../src/log/read.ts';
import { listSegments } from '../../src/log/segments.ts';
import { walkLog } from '../../src/log/walk.ts';
import type { Draft } from '../../src/model/record.ts';
import { decodeRecord } from '../../src/proof/record.ts';
import { addUnsigned, draft, drafts, madeLog, openLog, type Scratch, scratch } from './scratch.ts';

function segment(place: Scratch): string {
  return listSegments(place.paths.segments).at(-1)!.path;
}

function kinds(place: Scratch): { readonly kind: string; readonly data: unknown }[] {
  return [...readLog(place.paths.segments)].map(({ bytes }) => {
    const decoded = decodeRecord(bytes);
    if (decoded.kind !== 'record') throw new Error(JSON.stringify(decoded));
    return { kind: decoded.record.kind, data: decoded.record.data };
  });
}

/** Changes one byte inside a digit of the record's data, which leaves the line canonical. */
function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  const digit = bytes.indexOf('"end":', at) + 6;
  bytes[digit] = bytes[digit] === 0x37 ? 0x38 : 0x37;
  writeFileSync(path, bytes);
}

const lineAt = (place: Scratch, seq: number) => [...readLog(place.paths.segments, seq)][0]!.offset;

it('refuses a log with a byte changed before the checkpoint, and says where', async () => {
  const place = scratch();
  await madeLog(place, drafts(20, 1));
  flip(segment(place), lineAt(place, 9));
  const where = `record 10 (segment 0, byte ${lineAt(place, 10)})`;
  await expect(openLog(place)).rejects.toMatchObject({
    code: 'tampered',
    message: expect.stringContaining(where),
  });
});

it('finds a record of no run that was changed', async () => {
  const place = scratch();
  const gap: Draft = {
    kind: 'gap',
    source: 'signer',
    data: { gap: 'tailer_lost', assurance: 'dev', line: 3, end: 70 },
  };
  await madeLog(place, [gap, gap, gap]);
  flip(segment(place), lineAt(place, 1));
  const where = `record 2 (segment 0, byte ${lineAt(place, 2)})`;
  await expect(openLog(place)).rejects.toMatchObject({
    code: 'tampered',
    message: expect.stringContaining(where),
  });
});

it('refuses a log whose last signed record was changed', async () => {
  const place = scratch();
  await madeLog(place, drafts(5, 1));
  flip(segment(place), lineAt(place, 5));
  await expect(openLog(place)).rejects.toMatchObject({ code: 'tampered' });
});

it('sets records aside from the first byte changed after the checkpoint on', async () => {
  const place = scratch();
  await madeLog(place, drafts(3, 1));
  await addUnsigned(place, drafts(6, 4));
  const offset = lineAt(place, 7);
  const size = statSync(segment(place)).size;
  flip(segment(place), lineAt(place, 6));
  const log = await openLog(place);
  await log.close();
  const recorded = kinds(place).slice(7);
  expect(recorded).toEqual([
    { kind: 'recovered', data: expect.objectContaining({ what: 'checkpoint_behind', segment: 0 }) },
    { kind: 'recovered', data: { what: 'torn_tail', bytes: size - offset, offset, segment: 0 } },
  ]);
  expect(readdirSync(place.paths.torn)).toEqual([`0-${offset}-0.recorded`]);
});

it('keeps the bytes that it set aside', async () => {
  const place = scratch();
  await madeLog(place, drafts(3, 1));
  const offset = statSync(segment(place)).size;
  appendFileSync(segment(place), 'half a rec');
  await (await openLog(place)).close();
  expect(readFileSync(join(place.paths.torn, `0-${offset}-0.recorded`), 'utf8')).toBe('half a rec');
  expect(kinds(place).at(-1)).toEqual({
    kind: 'recovered',
    data: { what: 'torn_tail', bytes: 10, offset, segment: 0 },
  });
});

it('records what was set aside by a start that ended before it could', async () => {
  const place = scratch();
  await madeLog(place, drafts(1, 1));
  writeFileSync(join(place.paths.torn, '0-400-0.pending'), 'left');
  await (await openLog(place)).close();
  expect(kinds(place).at(-1)).toEqual({
    kind: 'recovered',
    data: { what: 'torn_tail', bytes: 4, offset: 400, segment: 0 },
  });
  expect(readdirSync(place.paths.torn)).toEqual(['0-400-0.recorded']);
});

it('signs records that were durable when the signer was killed, and says so', async () => {
  const place = scratch();
  await madeLog(place, drafts(2, 1));
  await addUnsigned(place, drafts(4, 3));
  const log = await openLog(place);
  expect([log.size, log.signed]).toEqual([8, 8]);
  await log.close();
  expect(kinds(place).at(-1)).toMatchObject({ kind: 'recovered', data: { what: 'checkpoint_behind' } });
});

it('refuses a log that ends before its checkpoint', async () => {
  const place = scratch();
  await madeLog(place, drafts(5, 1));
  truncateSync(segment(place), lineAt(place, 4));
  await expect(openLog(place)).rejects.toMatchObject({ code: 'truncated' });
});

it('refuses a log with a segment removed, or with its records in another one', async () => {
  for (const harm of [rmSync, (path: string) => renameSync(path, path.replace(/\d{12}/, '000000000099'))]) {
    const place = scratch();
    const log = await openLog(place, { segmentBytes: 900 });
    for (let i = 0; i < 8; i++) await log.append([draft(i)]);
    await log.close();
    harm(listSegments(place.paths.segments)[1]!.path);
    await expect(openLog(place)).rejects.toMatchObject({ code: 'tampered' });
  }
});

it('refuses an older copy of the home put back', async () => {
  const place = scratch();
  await madeLog(place, drafts(3, 1));
  const copy = join(place.root, 'copy');
  cpSync(place.home, copy, { recursive: true, filter: (path) => !path.endsWith('.sock') });
  const log = await openLog(place);
  await log.append(drafts(3, 4));
  await log.close();
  rmSync(place.home, { recursive: true });
  renameSync(copy, place.home);
  await expect(openLog(place)).rejects.toMatchObject({ code: 'rolled_back' });
});

it('refuses a copy of the home that went on by itself', async () => {
  const place = scratch();
  await madeLog(place, drafts(3, 1));
  const copy = join(place.root, 'copy');
  cpSync(place.home, copy, { recursive: true, filter: (path) => !path.endsWith('.sock') });
  const away = { ...place, home: copy, seen: join(place.root, 'elsewhere') };
  const other = await openLog(away);
  await other.append(drafts(3, 40));
  await other.close();
  const log = await openLog(place);
  await log.append(drafts(3, 4));
  await log.close();
  await expect(openLog({ ...away, seen: place.seen })).rejects.toMatchObject({ code: 'forked' });
});

it('stops signing when another copy has gone on meanwhile', async () => {
  const place = scratch();
  await madeLog(place, drafts(3, 1));
  const copy = join(place.root, 'copy');
  cpSync(place.home, copy, { recursive: true, filter: (path) => !/\.sock$|lock.name$/.test(path) });
  const log = await openLog(place);
  const other = await openLog({ ...place, home: copy });
  await other.append(drafts(5, 40));
  await other.close();
  await log.append(drafts(1, 4));
  await expect(log.sign()).rejects.toMatchObject({ code: 'rolled_back' });
  await expect(log.append(drafts(1, 5))).rejects.toMatchObject({ code: 'broken' });
  await log.close();
});

it('refuses a log whose checkpoint is gone, or is not its key’s', async () => {
  const place = scratch();
  await madeLog(place, drafts(3, 1));
  const note = readFileSync(place.paths.checkpoint, 'utf8');
  writeFileSync(place.paths.checkpoint, note.replace(/(— \S+ ).*\n$/, `$1${'A'.repeat(90)}=\n`));
  await expect(openLog(place)).rejects.toMatchObject({
    code: expect.stringMatching(/bad_signature|tampered/),
  });
  rmSync(place.paths.checkpoint);
  await expect(openLog(place)).rejects.toMatchObject({ code: 'no_signature' });
});

it('refuses a home whose log was emptied', async () => {
  const place = scratch();
  await madeLog(place, drafts(3, 1));
  rmSync(place.paths.segments, { recursive: true });
  rmSync(place.paths.checkpoint);
  await expect(openLog(place)).rejects.toMatchObject({ code: 'rolled_back' });
});

it('begins again where a crash ended the making of a log', async () => {
  const place = scratch();
  const log = await openLog(place);
  const { origin } = log;
  await log.close();
  const first = readFileSync(segment(place));
  rmSync(place.seen, { recursive: true });
  rmSync(place.paths.checkpoint);
  writeFileSync(segment(place), first.subarray(0, 100));
  const again = await openLog(place);
  expect(again.origin).toBe(origin);
  await again.close();
  expect(kinds(place).map(({ kind }) => kind)).toEqual(['log.opened', 'recovered']);
});

it('refuses to judge a log of a later schema', async () => {
  const place = scratch();
  await madeLog(place, []);
  const text = readFileSync(segment(place), 'utf8');
  writeFileSync(segment(place), text.replace('"schema":1', '"schema":9'));
  await expect(walkLog(place.paths.segments, { unsignedFrom: 1 })).rejects.toThrow(/newer tracekit/);
});
