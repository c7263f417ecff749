import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seenFolder } from '../../src/log/home.ts';
import { verifyHomeFolder } from '../../src/verify/home-folder.ts';
import { recordInline, recordsOf } from '../signer/inline-recording.ts';
import { linesByFile } from '../signer/lines-by-file.ts';
import { LiveStand } from '../signer/live-stand.ts';

const SCENARIO = 'print-default';
const WHO = ['tailer', 'signer', 'both'] as const;
/** The hooks of the session before which somebody is killed, twice. */
const MOMENTS = [
  [2, 9],
  [5, 20],
  [8, 14],
  [16, 23],
] as const;

describe.skipIf(!existsSync('../shared/captures'))('a session whose recorder is killed', () => {
  let stand: LiveStand;

  beforeEach(async () => {
    stand = new LiveStand();
    await stand.start('settle_seconds: 2\nsettle_max_seconds: 20\n', 'process');
  });
  afterEach(() => stand.remove());

  async function kill(who: (typeof WHO)[number]): Promise<void> {
    if (who !== 'signer') stand.killTailer();
    if (who === 'tailer') return;
    await stand.killSigner();
    await stand.spawn();
  }

  describe.each(WHO)('%s', (who) => {
    it.each(MOMENTS)(
      'before hooks %i and %i goes on, with each line once, and a gap',
      async (first, second) => {
        const session = stand.session('claude-code', SCENARIO);
        await session.steps(0, first);
        await kill(who);
        await session.steps(first, second);
        await kill(who);
        await session.steps(second, session.moments.length);
        session.finish();
        await stand.until(() => recordsOf(stand.home).some(({ kind }) => kind === 'run.closed'));
        await stand.stop();
        const once = join(stand.dir, 'once');
        await recordInline(once, [stand.user]);
        expect(linesByFile(stand.home, stand.user)).toEqual(linesByFile(once, stand.user));
        const gaps = recordsOf(stand.home).filter(({ kind }) => kind === 'gap');
        expect(gaps.map(({ data }) => data.gap)).toContain('tailer_redelegated');
        const { verdicts } = await verifyHomeFolder({ home: stand.home, seen: seenFolder(process.env) });
        expect(verdicts.find(({ question }) => question === 'integrity')?.word).toBe('VALID');
      },
    );
  });
});
