import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RunSummary } from '../../src/view/api.ts';
import type { ViewStand } from '../view/view-stand.ts';
import { withoutChromium } from '../view-html/chromium.ts';
import { axeFaults } from './axe.ts';
import { type Opened, PageBench } from './page-bench.ts';

const CAPTURES = '../shared/captures';
const SCENARIOS = [
  ...['claude-code/print-subagent', 'claude-code/tools', 'codex/apply-patch', 'codex/codemode'],
  ...['gemini', 'cursor', 'copilot'],
];
const WIDTHS = [1280, 400];
const THEMES = ['light', 'dark'] as const;

describe.skipIf(withoutChromium() || !existsSync(CAPTURES))('the page on captured sessions', () => {
  let bench: PageBench;
  let stand: ViewStand;
  let run: RunSummary;

  beforeAll(async () => {
    bench = await PageBench.start();
    stand = await bench.serve((one) => one.record(SCENARIOS.map((name) => join(CAPTURES, name))));
    const runs = await stand.source.runs();
    run = runs.filter(({ harness }) => harness === 'claude-code').sort((a, b) => b.calls - a.calls)[0]!;
  });
  afterEach(() => bench.closePages());
  afterAll(() => bench?.close());

  const opened = async (route: string, inIt: string): Promise<Opened> => {
    const one = await bench.open(stand, route);
    await one.page.locator(inIt).first().waitFor();
    return one;
  };
  const nothing = { requests: [], errors: [] };

  it('lists every run, and finds one by its words', async () => {
    const { page, did } = await opened('#/', 'table.runs tbody tr');
    const count = (await stand.source.runs()).length;
    expect(await page.locator('.runs-page > p[role=status]').textContent()).toBe(`${count} runs`);
    await page.getByRole('searchbox').fill(run.session);
    await expect.poll(() => page.locator('table.runs tbody tr').count()).toBe(1);
    expect(did).toEqual(nothing);
  });

  it('gives the focus to the heading of the page that was gone to', async () => {
    const { page } = await opened('#/', 'table.runs tbody tr');
    await page.locator('a.run-title').first().click();
    await page.locator('.review').waitFor();
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
  });

  it('keeps the secret out of the address, and knows it when it is loaded again', async () => {
    const { page } = await opened('#/', 'table.runs tbody tr');
    expect(page.url()).toMatch(/\/#\/$/);
    await page.reload();
    await page.locator('table.runs tbody tr').first().waitFor();
  });

  it('shows what the transcripts say, row by row', async () => {
    const { page, did } = await opened(`#/run/${run.run}/timeline`, '.row-main');
    const { total, rows } = await stand.source.rows(run.run, 0, 20);
    expect(await page.locator('[role=feed] article').first().getAttribute('aria-setsize')).toBe(
      String(total),
    );
    const call = rows.find((row) => row.kind === 'call');
    if (call?.kind !== 'call') throw new Error('expected a call among the first 20 rows');
    const gist = await page.locator(`[data-row="${call.row}"] .call-head`).textContent();
    expect(gist).toBe(`${call.name}${call.gist}`);
    // Nothing came since it was opened.
    expect(await page.locator('.pill').count()).toBe(0);
    expect(did).toEqual(nothing);
  });

  it("checks a record's proof in the browser, and everything holds", async () => {
    const { page, did } = await opened('#/record/3', '.steps .result');
    await expect.poll(() => page.locator('.verdict').textContent()).toMatch(/^\d+ checks hold\./);
    expect(await page.locator('.result-differs').count()).toBe(0);
    expect(await page.locator('.step-equal').count()).toBeGreaterThanOrEqual(5);
    expect(did).toEqual(nothing);
  });

  it.each([
    ['runs', '#/', 'table.runs tbody tr'],
    ['review', '#/run/RUN', '.verdicts dd'],
    ['timeline', '#/run/RUN/timeline', '.row-call'],
    ['record', '#/record/3', '.verdict'],
  ])(
    '%s: nothing that axe knows, and nothing wider than the window, in both themes',
    async (name, route, inIt) => {
      const { page, did } = await opened(route.replace('RUN', run.run), inIt);
      if (name === 'runs') await page.getByRole('searchbox').fill('codex');
      for (const width of WIDTHS)
        for (const colorScheme of THEMES) {
          await page.setViewportSize({ width, height: 800 });
          await page.emulateMedia({ colorScheme });
          expect({ width, colorScheme, faults: await axeFaults(page) }).toEqual({
            width,
            colorScheme,
            faults: [],
          });
          expect(await widestOf(page)).toBeLessThanOrEqual(width);
        }
      expect(did).toEqual(nothing);
    },
  );
});

function widestOf(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth');
}
