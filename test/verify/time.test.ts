import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fsckLog } from '../../src/log/fsck.ts';
import { listSegments } from '../../src/log/segments.ts';
import type { Draft } from '../../src/model/record.ts';
import { verifyHomeFolder } from '../../src/verify/home-folder.ts';
import { exitOf } from '../../src/verify/report.ts';
import { openLog, type Scratch, scratch } from '../log/scratch.ts';
import { wordOf } from './made-home.ts';

const GAP: Draft = { kind: 'gap', source: 'signer', data: { gap: 'tailer_lost', assurance: 'dev' } };
const NOON = Date.parse('2026-11-30T12:00:00.000Z');

/** A log with a record at each of these times, opened anew for each list of them. */
async function logAt(place: Scratch, ...starts: readonly (readonly number[])[]): Promise<void> {
  for (const times of starts) {
    let now = times[0]!;
    const log = await openLog(place, { clock: () => now, segmentBytes: 600 });
    for (now of times) await log.append([GAP]);
    await log.close();
  }
}

const verified = ({ home, seen }: Scratch) => verifyHomeFolder({ home, seen });
const timeOf = async (place: Scratch) =>
  (await verified(place)).verdicts.find(({ question }) => question === 'time')!;

describe('a clock that goes back', () => {
  it('between two records is said with the record and both times, and breaks nothing', async () => {
    const place = scratch();
    await logAt(place, [NOON, NOON + 1000, NOON - 60_000, NOON - 59_000]);
    const time = await timeOf(place);
    expect(time).toMatchObject({ word: 'HOST CLOCK, set back 1 times', standing: 'warning' });
    expect(time.warnings).toEqual([
      'the clock goes back at record 3: 2026-11-30T12:00:01.000Z → 2026-11-30T11:59:00.000Z',
    ]);
    const report = await verified(place);
    expect(wordOf(report)).toBe('VALID');
    expect([exitOf(report, { strict: false }), exitOf(report, { strict: true })]).toEqual([0, 3]);
  });

  it('between two starts, and by years, is said too, and the log goes on and is signed', async () => {
    const place = scratch();
    const year = 365 * 86_400_000;
    await logAt(place, [NOON], [NOON - 30 * year, NOON - 30 * year + 1], [NOON + 30 * year], [NOON]);
    const report = await verified(place);
    expect(report.signed).toBe(report.records);
    expect((await timeOf(place)).word).toBe('HOST CLOCK, set back 2 times');
    expect(wordOf(report)).toBe('VALID');
  });

  it('is not said of a clock that stands still', async () => {
    const place = scratch();
    await logAt(place, [NOON, NOON, NOON]);
    expect(await timeOf(place)).toMatchObject({ word: 'HOST CLOCK', warnings: [] });
  });
});

describe('segments that were swapped on the disk', () => {
  it('are found by verify, and refused by fsck and the next start', async () => {
    const place = scratch();
    await logAt(place, [NOON, NOON, NOON, NOON, NOON, NOON]);
    const [, one, two] = listSegments(place.paths.segments);
    const aside = join(place.root, 'aside');
    renameSync(one!.path, aside);
    renameSync(two!.path, one!.path);
    renameSync(aside, two!.path);
    const report = await verified(place);
    expect(wordOf(report)).toContain(`TAMPERED at record ${one!.first}, byte 0 of`);
    expect(exitOf(report, { strict: false })).toBe(1);
    await expect(fsckLog(place)).rejects.toMatchObject({ code: 'tampered' });
    await expect(openLog(place)).rejects.toMatchObject({ code: 'tampered' });
  });
});
