import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AnswerRequest, ShownHold } from '../../src/view/api.ts';
import { withoutChromium } from '../view-html/chromium.ts';
import { callOf, RUN, summaryOf, timeOf } from './made-rows.ts';
import { type MadeSource, madeSource } from './made-source.ts';
import { type Opened, PageBench } from './page-bench.ts';

const COMMAND = 'git push --force origin main';

function holdOf(part: Partial<ShownHold> = {}): ShownHold {
  return {
    ...{ approval: 'approval-1', run: RUN, seq: 7, decided: 6, time: timeOf(7), row: 3, tool: 'Bash' },
    input: { text: `{"command":"${COMMAND}"}`, bytes: 40, commitment: 'c0'.repeat(32) },
    ...{ cwd: '/home/dev/project', rule: 'push', why: '[tracekit] you asked not to push' },
    ...{ constraint: 'c-1', until: Date.now() + 600_000, state: 'waiting', answers: [] },
    ...part,
  };
}

describe.skipIf(withoutChromium())('the page while a session goes on', () => {
  let bench: PageBench;
  let source: MadeSource;
  let answers: { readonly approval: string; readonly request: AnswerRequest }[];
  let refuse: Error | undefined;

  beforeAll(async () => {
    bench = await PageBench.start();
  });
  beforeEach(() => {
    source = madeSource(500);
    answers = [];
    refuse = undefined;
  });
  afterEach(() => bench.closePages());
  afterAll(() => bench?.close());

  const opened = async (route: string): Promise<Opened> => {
    const stand = await bench.serve(source, {
      answer: async (approval, request) => {
        if (refuse !== undefined) throw refuse;
        answers.push({ approval, request });
      },
    });
    const one = await bench.open(stand, route);
    await expect.poll(() => source.followers()).toBe(1);
    return one;
  };

  it('puts a new run first, and shows what changes of it', async () => {
    const { page, did } = await opened('#/');
    const run = summaryOf({
      run: 'f'.repeat(16),
      live: true,
      title: 'A new session',
      last: timeOf(0),
      calls: 3,
    });
    source.tell({ kind: 'runs', runs: [run] });
    await expect.poll(() => page.locator('a.run-title').first().textContent()).toBe('A new session');
    source.tell({ kind: 'runs', runs: [{ ...run, calls: 4 }] });
    await expect
      .poll(() => page.locator('tbody tr').first().locator('[data-of=Calls]').textContent())
      .toBe('4');
    expect(did).toEqual({ requests: [], errors: [] });
  });

  it('adds rows at the end without moving what is read, and says how many came', async () => {
    const { page } = await opened(`#/run/${RUN}/timeline/200`);
    await page.locator('[data-row="200"] .row-main').waitFor();
    await page.waitForTimeout(300);
    const before = await topOf(page, 200);
    source.total = 540;
    source.tell({ kind: 'rows', run: RUN, total: 540, from: 500 });
    await page.getByRole('button', { name: '40 new rows' }).waitFor();
    expect(await topOf(page, 200)).toBeCloseTo(before, 0);
    await page.getByRole('button', { name: '40 new rows' }).click();
    await page.locator('[data-row="539"] .row-main').waitFor();
  });

  it('follows what comes when asked to, until the reader scrolls up', async () => {
    const { page } = await opened(`#/run/${RUN}/timeline`);
    await page.locator('.row-main').first().waitFor();
    await page.keyboard.press('End');
    await page.locator('[data-row="499"] .row-main').waitFor();
    source.total = 510;
    source.tell({ kind: 'rows', run: RUN, total: 510, from: 500 });
    await page.locator('[data-row="509"] .row-main').waitFor();
    await page.mouse.move(600, 600);
    await page.mouse.wheel(0, -900);
    await page.locator('.pill-following').waitFor({ state: 'detached' });
    source.total = 520;
    source.tell({ kind: 'rows', run: RUN, total: 520, from: 510 });
    await page.getByRole('button', { name: '10 new rows' }).waitFor();
  });

  it('draws a row anew that changed', async () => {
    const { page } = await opened(`#/run/${RUN}/timeline`);
    await page.locator('[data-row="2"] .outcome-ok').waitFor();
    const { row } = source;
    source.row = (at) => (at === 2 ? callOf(2, { outcome: 'error' }) : row(at));
    source.tell({ kind: 'rows', run: RUN, total: 500, from: 2 });
    await page.locator('[data-row="2"] .outcome-error').waitFor();
  });

  it('shows a held call above every page and in its row, with all of its arguments', async () => {
    const text = `{"command":"${'x'.repeat(300_000)} THE END"}`;
    const input = {
      text: text.slice(0, 64_000),
      bytes: text.length,
      cut: true as const,
      commitment: 'c0'.repeat(32),
    };
    const asked: number[] = [];
    source = madeSource(500, {
      content: async (seq, commitment, from) => {
        asked.push(seq);
        const piece = text.slice(from, from + (1 << 18));
        const isCut = from + piece.length < text.length;
        return { text: piece, bytes: text.length, commitment, ...(isCut ? { cut: true } : {}) };
      },
    });
    const { row } = source;
    source.row = (at) => (at === 3 ? callOf(3, { verdict: 'ask', hold: holdOf({ input }) }) : row(at));
    const { page, did } = await opened(`#/run/${RUN}/timeline`);
    source.tell({ kind: 'holds', waiting: [holdOf({ input })] });
    for (const place of ['.banner', '[data-row="3"]']) {
      await page.locator(place).getByText('THE END').waitFor({ state: 'attached' });
      expect((await page.locator(`${place} .full-input`).textContent())?.replaceAll('\n', '')).toBe(text);
    }
    expect(new Set(asked)).toEqual(new Set([6]));
    await expect.poll(() => page.title()).toBe('(1) tracekit');
    expect(await page.locator('[aria-live=assertive]').textContent()).toContain(
      'A call waits for your answer: Bash',
    );
    expect(did).toEqual({ requests: [], errors: [] });
  });

  it('does not let a call be approved whose arguments are not there to their end', async () => {
    const input = { text: '{"command":"x', bytes: 900, cut: true as const, commitment: 'c0'.repeat(32) };
    const { page } = await opened('#/');
    source.tell({ kind: 'holds', waiting: [holdOf({ input })] });
    await page.locator('.banner .failure').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Reject…' }).isEnabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Approve…' }).isEnabled()).toBe(false);
  });

  it('approves in two steps, with a reason and a release, and by no Enter alone', async () => {
    const { page, did } = await opened('#/');
    source.tell({ kind: 'holds', waiting: [holdOf()] });
    const approve = page.getByRole('button', { name: 'Approve…' });
    await approve.waitFor();
    expect(await page.evaluate('document.activeElement.tagName')).not.toBe('BUTTON');
    await approve.click();
    expect(await page.evaluate('document.activeElement.type')).toBe('text');
    await page.keyboard.type('it is my own fork');
    await page.keyboard.press('Enter');
    await page.getByLabel('Release the constraint').check();
    expect(answers).toEqual([]);
    await page.getByRole('button', { name: 'Approve this call' }).click();
    await page.getByText('Your answer is recorded.').waitFor();
    const request = { answer: 'approve', reason: 'it is my own fork', release: true };
    expect(answers).toEqual([{ approval: 'approval-1', request }]);
    source.tell({ kind: 'holds', waiting: [] });
    await page.locator('.banner').waitFor({ state: 'detached' });
    await expect.poll(() => page.title()).toBe('tracekit');
    expect(did).toEqual({ requests: [], errors: [] });
  });

  it('rejects with a reason, by the keyboard alone', async () => {
    const { page } = await opened('#/');
    source.tell({ kind: 'holds', waiting: [holdOf()] });
    await page.locator('.banner').waitFor();
    await page.keyboard.press('w');
    await expect.poll(() => page.getByRole('button', { name: 'Reject…' }).isEnabled()).toBe(true);
    await page.getByRole('button', { name: 'Reject…' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('not today');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.getByRole('button', { name: 'Reject this call' }).isEnabled()).toBe(true);
    await page.getByRole('button', { name: 'Reject this call' }).focus();
    await page.keyboard.press('Enter');
    await expect
      .poll(() => answers)
      .toEqual([{ approval: 'approval-1', request: { answer: 'reject', reason: 'not today' } }]);
  });

  it('has buttons that do nothing when they have just come to where the pointer is', async () => {
    const { page } = await opened('#/');
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1_000);
    source.tell({ kind: 'holds', waiting: [holdOf()] });
    const approve = page.getByRole('button', { name: 'Approve…' });
    await approve.waitFor();
    expect(await approve.isEnabled()).toBe(false);
    await page.clock.runFor(500);
    expect(await approve.isEnabled()).toBe(true);
    // Another call comes in above: what was armed moved, and waits again.
    source.tell({ kind: 'holds', waiting: [holdOf({ approval: 'approval-0' }), holdOf()] });
    await expect.poll(() => approve.count()).toBe(2);
    expect(await approve.nth(1).isEnabled()).toBe(false);
    await page.clock.runFor(500);
    await approve.nth(1).click();
    expect(await page.getByRole('button', { name: 'Approve this call' }).isEnabled()).toBe(false);
  });

  it('says why an answer was refused, and lets it be given again', async () => {
    refuse = Object.assign(new Error('x'), { name: 'x' });
    const { page } = await opened('#/');
    source.tell({ kind: 'holds', waiting: [holdOf()] });
    await page.getByRole('button', { name: 'Reject…' }).click();
    await page.getByRole('button', { name: 'Reject this call' }).click();
    await page.locator('.answering .failure').waitFor();
    refuse = undefined;
    await page.getByRole('button', { name: 'Reject this call' }).click();
    await page.getByText('Your answer is recorded.').waitFor();
  });

  it('says that nothing comes any more when the server is gone', async () => {
    const { page } = await opened('#/');
    const stand = bench.last();
    await stand.server.close();
    await page.getByText('not connected: this may be old').waitFor();
  });
});

function topOf(page: Page, row: number): Promise<number> {
  return page.evaluate(`document.querySelector('[data-row="${row}"]').getBoundingClientRect().top`);
}
