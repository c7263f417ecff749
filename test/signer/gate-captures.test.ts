import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decode, isDecoded } from '../../src/harness/decode.ts';
import { HARNESSES, type Harness } from '../../src/model/harness.ts';
import type { HookEvent } from '../../src/model/hook-event.ts';
import { eventKey } from '../../src/signer/same-event.ts';
import { type GateStand, gateStand } from './gate-stand.ts';

const CAPTURES = '../shared/captures';

type Fired = {
  readonly harness: Harness;
  readonly event: string;
  readonly install: string;
  readonly raw: Buffer;
};

/** The hooks of one captured session, in their order. The same event of two sources is two installs' hook. */
function hooksOf(harness: Harness, scenario: string): readonly Fired[] {
  const folder = join(CAPTURES, harness, scenario, 'hooks');
  if (!existsSync(folder)) return [];
  const index = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as readonly {
    readonly file: string;
    readonly event: string;
  }[];
  return index.flatMap(({ file, event }) => {
    const path = join(folder, file);
    const install = /-([a-z]+)\.json$/.exec(file)?.[1] ?? 'one';
    return existsSync(path) ? [{ harness, event, install, raw: readFileSync(path) }] : [];
  });
}

function scenariosOf(harness: Harness): readonly string[] {
  const folder = join(CAPTURES, harness);
  return existsSync(folder) ? readdirSync(folder).filter((name) => name !== 'tools') : [];
}

type Read = { readonly hook: Fired; readonly event: HookEvent };

/** One session after the other would take long: their hooks come mixed, each session's in its order. */
async function replay(stand: GateStand, sessions: readonly (readonly Fired[])[]): Promise<readonly Read[]> {
  const read: Read[] = [];
  const play = async (fired: readonly Fired[]): Promise<void> => {
    for (const hook of fired) {
      const { harness, event, install, raw } = hook;
      const decoded = decode(raw, { harness, event }, { cwd: '/home/dev' });
      if (isDecoded(decoded)) read.push({ hook, event: decoded });
      stand.now += 5;
      await stand.hook(harness, raw, { event, install });
    }
  };
  await Promise.all(sessions.map(play));
  await stand.stop();
  return read;
}

/** How many events there were: of those that several installs saw, as many as one of them saw. */
function count(read: readonly Read[], ...kinds: readonly string[]): number {
  const most = new Map<string, Map<string, number>>();
  for (const { hook, event } of read.filter(({ event }) => kinds.includes(event.kind))) {
    const seen = most.get(eventKey(event)) ?? new Map<string, number>();
    most.set(eventKey(event), seen.set(hook.install, (seen.get(hook.install) ?? 0) + 1));
  }
  return [...most.values()].reduce((sum, seen) => sum + Math.max(...seen.values()), 0);
}

const played = HARNESSES.flatMap((harness) => {
  const sessions = scenariosOf(harness)
    .map((scenario) => hooksOf(harness, scenario))
    .filter((fired) => fired.length > 0);
  return sessions.length === 0 ? [] : [{ harness, sessions }];
});

test.skipIf(!existsSync(CAPTURES)).each(played)(
  'every captured hook of $harness is recorded once, and the log verifies',
  { timeout: 60_000 },
  async ({ harness, sessions }) => {
    const stand = await gateStand();
    const read = await replay(stand, sessions);
    const { verdicts, runs } = await stand.verify();
    expect(verdicts.find(({ question }) => question === 'integrity')?.word).toBe('VALID');
    const decided = stand.records('call.decided');
    expect(decided).toHaveLength(count(read, 'pre_tool'));
    expect(decided.length).toBeGreaterThan(10);
    const completed = stand.records('call.completed').filter(({ data }) => data.provisional !== true);
    expect(completed).toHaveLength(count(read, 'post_tool', 'post_tool_failure'));
    const prompts = stand.records('input.observed').filter(({ data }) => data.corrects === undefined);
    expect(prompts).toHaveLength(count(read, 'prompt'));
    const ended = new Set(read.flatMap(({ event }) => (event.kind === 'session_end' ? [event.session] : [])));
    const closed = new Set(runs.filter(({ word }) => word === 'COMPLETE').map(({ session }) => session));
    expect([...ended].filter((session) => !closed.has(session!))).toEqual([]);
    expect(harness).toBe(read[0]?.hook.harness);
  },
);

test.skipIf(!existsSync(CAPTURES))('completions of captured calls carry the ids of their calls', async () => {
  const stand = await gateStand();
  await replay(stand, [hooksOf('claude-code', 'print-subagent'), hooksOf('codex', 'exec-shell')]);
  const ids = new Map(stand.records('call.decided').map(({ seq, data }) => [seq, data.call]));
  const completed = stand.records('call.completed').filter(({ data }) => data.provisional !== true);
  expect(completed.map(({ data }) => ids.get(data.decided as number))).toEqual(
    completed.map(({ data }) => data.call),
  );
  expect(completed.every(({ data }) => data.pairing === 'id')).toBe(true);
});
