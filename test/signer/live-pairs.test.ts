import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LiveStand } from './live-stand.ts';
import { PlayedCalls } from './pairs-expected.ts';

const CAPTURES = '../shared/captures';
const SPEED = 10;
const GEMINI = ['identical', 'parallel', 'sequential', 'subagent', 'files', 'fail'];
const COPILOT = ['identical', 'parallel', 'sequential', 'files'];

async function play(
  stand: LiveStand,
  harness: 'gemini' | 'copilot',
  all: readonly string[],
): Promise<PlayedCalls> {
  await stand.start('settle_seconds: 2\nsettle_max_seconds: 20\n');
  await Promise.all(all.map((scenario) => stand.play(harness, scenario, SPEED)));
  await stand.settled();
  await stand.stop();
  return new PlayedCalls(stand, harness);
}

describe.skipIf(!existsSync(CAPTURES))('calls of Gemini, played live', () => {
  const stand = new LiveStand();
  let played: PlayedCalls;

  beforeAll(async () => {
    played = await play(stand, 'gemini', GEMINI);
  }, 120_000);
  afterAll(() => stand.remove());

  it.each(GEMINI)('%s has the pairs that were measured (gemini-cli 17996)', (scenario) => {
    const hooks = readdirSync(join(CAPTURES, 'gemini', scenario, 'hooks')).sort();
    const before = hooks.filter((file) => file.endsWith('-BeforeTool.json'));
    const found = played.callsOf(scenario).map(({ call, result }, i) => [call, before[i], result]);
    const expected = played
      .pairsOf(scenario)
      .map(({ callId, before: hook, after }) => [
        callId,
        hook,
        after === null ? undefined : played.resultIn(scenario, after),
      ]);
    expect(found.sort()).toEqual(expected.sort());
  });

  it('equal calls are told apart by their results, against the order of their hooks', () => {
    const [first, second] = played.callsOf('identical');
    expect([first?.paired, second?.paired]).toEqual(['result', 'result']);
    expect(first?.completed).toBeGreaterThan(second!.completed!);
  });
});

describe.skipIf(!existsSync(CAPTURES))('calls of Copilot, played live', () => {
  const stand = new LiveStand();
  let played: PlayedCalls;

  beforeAll(async () => {
    played = await play(stand, 'copilot', COPILOT);
  }, 120_000);
  afterAll(() => stand.remove());

  it.each(COPILOT)('%s completes in the order that was measured', (scenario) => {
    const done = played.callsOf(scenario).filter(({ completed }) => completed !== undefined);
    const order = done.sort((a, b) => a.completed! - b.completed!).map(({ call }) => call);
    expect(order).toEqual(played.expectedOf(scenario).completionOrder);
  });

  it('equal calls are told apart by their results, against the order of their hooks', () => {
    const [first, second] = played.callsOf('identical');
    expect([first?.call, first?.paired]).toEqual(['call_mock_0001', 'result']);
    expect([second?.call, second?.paired]).toEqual(['call_mock_0002', 'result']);
    expect(first?.completed).toBeGreaterThan(second!.completed!);
  });
});
