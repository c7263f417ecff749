import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openHome } from '../../src/signer/open-home.ts';
import { Recorder } from '../../src/signer/recorder.ts';
import { mayHaveExpired } from '../../src/signer/retention.ts';
import { recordInline, recordsOf, scratch } from './inline-recording.ts';

const DAY = 86_400_000;
const PATH = '/home/dev/.claude/projects/-work/s.jsonl';

describe('a transcript that is gone', () => {
  const removed = (days: number, settings?: string) =>
    mayHaveExpired(PATH, 0, {
      now: days * DAY,
      settingsAt: (path) => (path === '/home/dev/.claude/settings.json' ? settings : undefined),
    });

  it('may have been removed by Claude Code 30 days after it was changed, and no sooner', () => {
    expect([removed(29.9), removed(30)]).toEqual([false, true]);
  });

  it('has as many days as the settings say, where these are more', () => {
    const settings = '{"cleanupPeriodDays":365}';
    expect([removed(300, settings), removed(365, settings)]).toEqual([false, true]);
  });

  it('has no fewer than 30 days, whatever the settings say', () => {
    for (const settings of ['{"cleanupPeriodDays":0}', '{"cleanupPeriodDays":"1"}', '{', '[]', ''])
      expect([removed(29.9, settings), removed(30, settings)]).toEqual([false, true]);
  });

  it('is not Claude Code’s to remove outside of its folder', () => {
    expect(mayHaveExpired('/home/dev/s.jsonl', 0, { now: 1000 * DAY, settingsAt: () => undefined })).toBe(
      false,
    );
  });
});

describe('the gap of a transcript that is gone', () => {
  let place: ReturnType<typeof scratch>;
  let file: string;
  beforeEach(async () => {
    place = scratch();
    file = join(place.dir, '.claude', 'projects', 'p', '11111111-1111-4111-8111-111111111111.jsonl');
    mkdirSync(dirname(file), { recursive: true });
    const line = {
      type: 'user',
      message: { role: 'user', content: 'go on' },
      uuid: '00000000-0000-4000-8000-000000000001',
    };
    writeFileSync(
      file,
      `${JSON.stringify({ ...line, sessionId: '11111111-1111-4111-8111-111111111111' })}\n`,
    );
    await recordInline(place.home, [file]);
    rmSync(file);
  });
  afterEach(() => place.remove());

  async function missing(days: number): Promise<readonly unknown[]> {
    const open = await openHome(place.home);
    const recorder = new Recorder({ ...open, assurance: 'dev' });
    const retention = { now: Date.now() + days * DAY, settingsAt: () => undefined };
    await recorder.missing((path) => path === file, retention);
    await open.close();
    return recordsOf(place.home).flatMap(({ kind, data }) =>
      kind === 'gap' ? [[data.gap, data.explained]] : [],
    );
  }

  it('is explained by retention long after its last recorded line', async () => {
    expect(await missing(31)).toEqual([['transcript_deleted', 'retention']]);
  });

  it('is not explained before that', async () => {
    expect(await missing(29)).toEqual([['transcript_deleted', undefined]]);
  });
});
