import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { withoutChromium } from '../view-html/chromium.ts';
import { callOf } from './made-rows.ts';
import { madeSource, RUN } from './made-source.ts';
import { type Opened, PageBench } from './page-bench.ts';

/** Rows in the page at once: a screen of 800 pixels, and what is drawn beside it. */
const MOST_ROWS = 80;

describe.skipIf(withoutChromium())('the timeline of a long run', () => {
  let bench: PageBench;

  beforeAll(async () => {
    bench = await PageBench.start();
  });
  afterEach(() => bench.closePages());
  afterAll(() => bench?.close());

  const opened = async (total: number, row?: number): Promise<Opened & { asked: () => number }> => {
    const source = madeSource(total);
    const stand = await bench.serve(source);
    const route = `#/run/${RUN}/timeline${row === undefined ? '' : `/${row}`}`;
    const one = await bench.open(stand, route);
    await one.page.locator('.row-main').first().waitFor();
    return { ...one, asked: () => source.asked.length };
  };

  it('keeps few of 10,000 rows in the page from the first to the last, and asks for no page of them twice', async () => {
    const { page, did, asked } = await opened(10_000);
    const passed = await scrolledThrough(page, 12_000);
    expect(passed.at(-1)).toContain(9_999);
    expect(passed.length).toBeGreaterThan(50);
    for (const rows of passed) {
      expect(rows.length).toBeLessThan(MOST_ROWS);
      expect(rows).toEqual(rows.map((_, i) => rows[0]! + i));
    }
    expect(asked()).toBeLessThanOrEqual(200);
    expect(did).toEqual({ requests: [], errors: [] });
  });

  it.each([10_000, 1_000_000])(
    'comes to the last of %d rows by a key, and back to the first',
    async (total) => {
      const { page } = await opened(total);
      await page.keyboard.press('End');
      await expect.poll(() => rowsIn(page)).toContain(total - 1);
      await page.locator(`[data-row="${total - 1}"] .row-main`).waitFor();
      expect((await rowsIn(page)).length).toBeLessThan(MOST_ROWS);
      await page.keyboard.press('Home');
      await expect.poll(() => rowsIn(page)).toContain(0);
    },
  );

  it('comes to the last of 1,000,000 rows by the scroll bar', async () => {
    const { page } = await opened(1_000_000);
    await page.evaluate(
      "{ const box = document.querySelector('.scroll-box'); box.scrollTop = box.scrollHeight }",
    );
    await expect.poll(() => rowsIn(page)).toContain(999_999);
  });

  it('shows the row that the address names, and marks it', async () => {
    const { page } = await opened(1_000_000, 654_321);
    const row = page.locator('[data-row="654321"]');
    await row.locator('.row-main').waitFor();
    expect(await row.getAttribute('class')).toContain('active');
    expect(await topOf(page, 654_321)).toBeLessThan(800);
  });

  it('jumps to the next and the last deny and gap by keys', async () => {
    const { page } = await opened(10_000);
    await page.locator('.jump-denied button:enabled').first().waitFor();
    const active = () => page.locator('.row.active').getAttribute('data-row');
    await page.keyboard.press('d');
    await expect.poll(active).toBe('1');
    await page.keyboard.press('d');
    await expect.poll(active).toBe('251');
    await page.keyboard.press('g');
    await expect.poll(active).toBe('999');
    await page.keyboard.press('Shift+D');
    await expect.poll(active).toBe('751');
    await expect.poll(() => page.evaluate('document.activeElement.dataset.row')).toBe('751');
  });

  it('moves from row to row by keys, and the focus with it', async () => {
    const { page } = await opened(10_000);
    await page.locator('[data-row="0"]').focus();
    for (let row = 1; row <= 30; row++) {
      await page.keyboard.press(row % 2 === 0 ? 'j' : 'ArrowDown');
      await expect.poll(() => page.evaluate('document.activeElement.dataset.row')).toBe(String(row));
    }
  });

  it('comes back from a record to the row that it was opened from', async () => {
    const { page } = await opened(10_000, 5_000);
    await page.locator('[data-row="5002"] .row-records a').click();
    await page.getByRole('heading', { name: 'Record 5002' }).waitFor();
    await page.goBack();
    await page.locator('[data-row="5002"].active .row-main').waitFor();
  });

  it('finds words, and goes to their row', async () => {
    const { page } = await opened(10_000);
    await page.getByRole('searchbox').fill('echo 7777');
    await page.keyboard.press('Enter');
    await page.locator('[data-row="7777"] .row-main').waitFor();
  });

  it('keeps in place what is read while rows above turn out taller than thought', async () => {
    const { page } = await opened(10_000, 5_000);
    await page.locator('[data-row="5000"] .row-main').waitFor();
    await settled(page);
    const before = await topOf(page, 5_000);
    await page.mouse.move(600, 600);
    await page.mouse.wheel(0, -300);
    await expect.poll(() => topOf(page, 5_000)).toBeCloseTo(before + 300, -1);
    await settled(page);
    expect(await topOf(page, 5_000)).toBeCloseTo(before + 300, -1);
  });

  it('says what is wrong where rows do not come, and gets them when asked again', async () => {
    const source = madeSource(100);
    const rows = source.rows;
    let fails = true;
    const stand = await bench.serve({
      ...source,
      rows: (...args) => (fails ? Promise.reject(new Error('x')) : rows(...args)),
    });
    const { page } = await bench.open(stand, `#/run/${RUN}/timeline`);
    await page.locator('.failure').waitFor();
    fails = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('.row-main').first().waitFor();
    expect(await page.locator('.failure').count()).toBe(0);
  });

  it('keeps a text open that the reader opened, when its row comes back', async () => {
    const source = madeSource(1_000);
    source.row = (row) => callOf(row, { result: { text: 'word\n'.repeat(30), bytes: 150 } });
    const { page } = await bench.open(await bench.serve(source), `#/run/${RUN}/timeline`);
    await page.locator('[data-row="0"]').getByRole('button', { name: 'Show more' }).click();
    await page.keyboard.press('End');
    await page.locator('[data-row="999"]').waitFor();
    await page.keyboard.press('Home');
    await page.locator('[data-row="0"]').getByRole('button', { name: 'Show less' }).waitFor();
  });
});

async function rowsIn(page: Page): Promise<readonly number[]> {
  return page.evaluate("[...document.querySelectorAll('[data-row]')].map((row) => Number(row.dataset.row))");
}

function topOf(page: Page, row: number): Promise<number> {
  return page.evaluate(`document.querySelector('[data-row="${row}"]').getBoundingClientRect().top`);
}

/** Scrolls down to the end; gives the rows that stood in the page at each stop, once they had come. */
function scrolledThrough(page: Page, step: number): Promise<readonly (readonly number[])[]> {
  return page.evaluate(`(async () => {
    const box = document.querySelector('.scroll-box');
    const stops = [];
    for (let atEnd = false; !atEnd; ) {
      box.scrollTop += ${step};
      do await new Promise((resolve) => setTimeout(resolve, 10));
      while (document.querySelector('.row-coming') !== null);
      stops.push([...document.querySelectorAll('[data-row]')].map((row) => Number(row.dataset.row)));
      atEnd = stops.at(-1).at(-1) === 9999;
    }
    return stops;
  })()`);
}

/** Waits until nothing is put right any more. */
async function settled(page: Page): Promise<void> {
  await page.waitForTimeout(400);
}
