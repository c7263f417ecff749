import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seenFolder } from '../../src/log/home.ts';
import type { Harness } from '../../src/model/harness.ts';
import type { LogRecord } from '../../src/model/record.ts';
import { verifyHomeFolder } from '../../src/verify/home-folder.ts';
import { recordInline, recordsOf } from './inline-recording.ts';
import { linesByFile } from './lines-by-file.ts';
import { LiveStand } from './live-stand.ts';
import { PlayedCalls } from './pairs-expected.ts';

const CAPTURES = '../shared/captures';
/** Times are compressed so much; two sessions of each harness go in real time in `test:large`. */
const SPEED = 10;
const AT_ONCE = 8;

/** Rollouts of sessions in which no hook fired: their hooks were not trusted yet (`codex/hooks-trust`). */
const NOT_FOLLOWED: Readonly<Record<string, readonly string[]>> = {
  'claude-code': [],
  gemini: [],
  copilot: [],
  codex: [
    '.codex/sessions/2026/11/30/rollout-2026-11-30T16-28-08-01a22d49-00f8-74f3-b531-a69cb6242406.jsonl 0',
    '.codex/sessions/2026/11/30/rollout-2026-11-30T16-28-09-01a22d49-04fd-7570-83ef-b504ccd76c42.jsonl 0',
  ],
};

/** Captures whose hooks replace a result, or add to it: what the model reads is not what the post hook was given. */
const CHANGED = new Set(['post-context', 'post-modified']);

function scenariosOf(harness: Harness): readonly string[] {
  const folder = join(CAPTURES, harness);
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => {
    const index = join(folder, name, 'hooks/index.json');
    return existsSync(index) && readFileSync(index, 'utf8').includes('"event"');
  });
}

/** Plays sessions, some at once, and waits for the ends of their runs. */
async function playAll(stand: LiveStand, harness: Harness): Promise<void> {
  const waiting = [...scenariosOf(harness)];
  const player = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
      await stand.play(harness, name, SPEED);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, player));
  await stand.settled();
}

describe.skipIf(!existsSync(CAPTURES)).each<Harness>(['claude-code', 'codex', 'gemini', 'copilot'])(
  '%s, played live',
  (harness) => {
    const stand = new LiveStand();
    let live: Map<string, Map<number, unknown>>;
    let records: readonly LogRecord[];

    beforeAll(async () => {
      await stand.start('settle_seconds: 4\nsettle_max_seconds: 20\n');
      await playAll(stand, harness);
      await stand.stop();
      records = recordsOf(stand.home);
      live = linesByFile(stand.home, stand.user);
    }, 240_000);
    afterAll(() => stand.remove());

    it('has each line that one reading of the finished files has, once', async () => {
      const once = join(stand.dir, 'once');
      await recordInline(once, [stand.user]);
      const whole = linesByFile(once, stand.user);
      const followed = new Map([...whole].filter(([file]) => live.has(file)));
      expect(live).toEqual(followed);
      expect([...whole.keys()].filter((file) => !live.has(file))).toEqual(NOT_FOLLOWED[harness]);
    });

    it('signs no gap but those of sessions that were killed', () => {
      const gaps = records.filter(({ kind }) => kind === 'gap').map(({ data }) => data.gap);
      expect(gaps.filter((gap) => gap !== 'decided_not_completed')).toEqual([]);
    });

    it.runIf(harness === 'gemini' || harness === 'copilot')('pairs no call with another one', () => {
      expect(new PlayedCalls(stand, harness as 'gemini' | 'copilot').wrong(CHANGED)).toEqual([]);
    });

    it('leaves a log that verifies, and no defect', async () => {
      expect(stand.defects).toEqual([]);
      const { verdicts } = await verifyHomeFolder({ home: stand.home, seen: seenFolder(process.env) });
      expect(verdicts.find(({ question }) => question === 'integrity')?.word).toBe('VALID');
    });
  },
);
