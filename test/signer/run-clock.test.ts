import { expect, it, vi } from 'vitest';
import { gateStand } from './gate-stand.ts';

const HOUR = 3_600_000;
const WAIT = { timeout: 5_000, interval: 10 };

it.each([
  ['back an hour', -HOUR],
  ['forward a day', 24 * HOUR],
])('closes no run early or late when the clock jumps %s', async (_, jump) => {
  let up = 5;
  const stand = await gateStand({ uptime: () => up });
  await stand.claude('SessionStart', { source: 'startup' });
  stand.now += jump;
  await stand.gate.closeIdle();
  expect(stand.kinds()).not.toContain('run.closed');
  await stand.bash('c1', 'ls');
  up += HOUR + 1;
  await stand.gate.closeIdle();
  expect(stand.kinds()).toContain('run.closed');
});

it.each([
  ['back an hour', -HOUR],
  ['forward a day', 24 * HOUR],
])('settles for as long as it should when the clock jumps %s', async (_, jump) => {
  const config = 'settle_seconds: 0.3\nsettle_max_seconds: 0.6\n';
  const stand = await gateStand({ config, uptime: () => performance.now() });
  await stand.claude('SessionStart', { source: 'startup' });
  await stand.claude('SessionEnd', { reason: 'other' });
  const begun = performance.now();
  stand.now += jump;
  // What comes late puts the close off, up to the longest wait.
  let closed = 0;
  while (closed === 0 && performance.now() - begun < 5_000) {
    await stand.claude('Stop', {});
    await new Promise((resolve) => setTimeout(resolve, 20));
    if (stand.kinds().includes('run.closed')) closed = performance.now() - begun;
  }
  expect(closed).toBeGreaterThan(250);
  expect(closed).toBeLessThan(4_000);
  await vi.waitFor(() => expect(stand.kinds()).toContain('run.closed'), WAIT);
});
