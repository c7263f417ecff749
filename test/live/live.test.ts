import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Figures, measure } from './figures.ts';
import { claudeCode } from './harness/claude-code.ts';
import { codex } from './harness/codex.ts';
import { copilot } from './harness/copilot.ts';
import { gemini } from './harness/gemini.ts';
import type { LiveHarness } from './harness/live-harness.ts';
import { installed } from './packages.ts';
import { keepResult, type Watched } from './result.ts';
import { SCENARIOS } from './scenarios/all.ts';

const HARNESSES = [claudeCode, codex, gemini, copilot];

/** A copy of the built command, which no build that runs meanwhile takes away; beside what it imports. */
const dist = mkdtempSync(resolve('node_modules/.live-'));
cpSync('dist', dist, { recursive: true });
afterAll(() => rmSync(dist, { recursive: true }));

describe.each(HARNESSES)('$package.name@$package.version', (live) => {
  const found = installed(live.package);
  if (found.kind !== 'installed') {
    test('is installed', ({ skip }) => {
      // Without a network there is nothing to watch; in CI that is a failure.
      if (found.kind === 'no_such_version' || process.env.CI === undefined) skip(found.why);
      throw new Error(found.why);
    });
    return;
  }
  const stage = { live, bin: found.bin, dist };
  const cells: Record<string, 'live' | 'failed'> = {};
  const scenarios = SCENARIOS.filter(({ suits }) => suits?.(stage) !== false);
  let figures: Figures | undefined;
  for (const { name, play } of scenarios) {
    test(name, async () => {
      cells[name] = 'failed';
      await play(stage);
      cells[name] = 'live';
    });
  }
  test('what hooks cost is measured', async () => {
    figures = await measure(stage);
    expect(figures.with).toBeGreaterThan(0);
  });
  afterAll(() => keep(live, { cells, ...(figures && { figures }) }));
});

/** Keeps a whole run's result. CI looks and changes nothing. */
function keep(live: LiveHarness, seen: Pick<Watched, 'cells' | 'figures'>): void {
  if (process.env.CI !== undefined || Object.keys(seen.cells).length < SCENARIOS.length) return;
  keepResult([{ harness: live.harness, version: live.package.version, ...seen }]);
}
