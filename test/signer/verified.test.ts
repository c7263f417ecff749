import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { homePaths } from '../../src/log/home.ts';
import { verifyHomeFolder } from '../../src/verify/home-folder.ts';
import { exitOf } from '../../src/verify/report.ts';
import { recordInline, scratch } from './inline-recording.ts';

let place: ReturnType<typeof scratch>;
beforeEach(async () => {
  place = scratch();
  await recordInline(place.home, [resolve('fixtures/claude-code/print-summarized')]);
});
afterEach(() => place.remove());

describe('a recorded home', () => {
  it('holds when it is verified, with a warning where its run is open', async () => {
    const report = await verifyHomeFolder({ home: place.home });
    expect(exitOf(report, { strict: false })).toBe(0);
    expect(report.verdicts[0]!.warnings).toEqual([]);
  });

  it('is told apart from one whose list of earlier checkpoints was removed', async () => {
    rmSync(homePaths(place.home).checkpoints);
    const report = await verifyHomeFolder({ home: place.home });
    expect(report.verdicts[0]!.warnings.join()).toContain('checkpoints.ndjson');
  });
});
