import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { withoutChromium } from '../view-html/chromium.ts';
import { hostileSource } from './hostile-source.ts';
import { RUN } from './made-rows.ts';
import { PageBench } from './page-bench.ts';

const ESC = '\u001b';
/** What is put in every field, and what a reader must see of it. */
const TEXTS: readonly (readonly [string, string, string])[] = [
  [
    'markup, scripts and links to scripts',
    'javascript:alert(1)//"><img src=x onerror=alert(1)><script>alert(2)</script><svg onload=alert(3)><style>*{display:none}</style>',
    '<script>alert(2)</script>',
  ],
  ['routes of ours', '#/run/0123456789abcdef/timeline', '#/run/0123456789abcdef/timeline'],
  [
    'bidi and zero-width characters',
    'safe\u202egnp.exe\u2066\u200b\u200d\u2060\ufeff\u{e0041}',
    '\u27e8U+202E\u27e9',
  ],
  [
    'escapes, links and clipboard of terminals',
    `${ESC}[31mred${ESC}[2J\u009b1m\u0000${ESC}]8;;http://attacker.example${ESC}\\here${ESC}]8;;${ESC}\\ ${ESC}]52;c;cm0gLXJm\u0007`,
    '\u241b]52;c;',
  ],
  ['words of prototypes', '__proto__', '__proto__'],
  ['a word of 1,000,000 characters', 'W'.repeat(1_000_000), 'WWWW'],
  ['10,000 arrays within each other', '['.repeat(10_000) + ']'.repeat(10_000), '[[[['],
  ['a text of unseen characters alone', '\u202e\u0000'.repeat(4_000), '\u27e8U+202E\u27e9'],
];
const PAGES = [
  ['runs', '#/', 'table.runs tbody tr'],
  ['review', `#/run/${RUN}`, '.review .verdicts dd'],
  ['timeline', `#/run/${RUN}/timeline`, '[data-row="0"] .row-main'],
  ['record', '#/record/5', '.verdict'],
] as const;

describe.skipIf(withoutChromium())('hostile contents in every field', () => {
  let bench: PageBench;

  beforeAll(async () => {
    bench = await PageBench.start();
  });
  afterEach(() => bench.closePages());
  afterAll(() => bench?.close());

  it.each(TEXTS)('%s are shown as text, and do nothing', async (_what, text, seen) => {
    const { page, did } = await bench.open(await bench.serve(hostileSource(text)));
    // Tall enough for every row to be in the page.
    await page.setViewportSize({ width: 1280, height: 5_000 });
    for (const [name, route, inIt] of PAGES) {
      await page.evaluate(`location.hash = '${route}'`);
      await page.locator(inIt).first().waitFor();
      await openEverything(page);
      const { markup, links, unseen, words } = await contentsOf(page);
      expect({ name, markup, links, unseen }).toEqual({ name, markup: [], links: [], unseen: [] });
      expect(words).toContain(seen);
    }
    expect(did).toEqual({ requests: [], errors: [] });
  });

  it('a right-to-left text does not turn what stands beside it', async () => {
    const { page } = await bench.open(await bench.serve(hostileSource('שלום עולם')));
    const isolated = await page.evaluate(
      "[...document.querySelectorAll('.foreign')].every((one) => getComputedStyle(one).unicodeBidi === 'isolate')",
    );
    expect(isolated).toBe(true);
  });

  it('an address of no shape of ours leads nowhere', async () => {
    const { page, did } = await bench.open(await bench.serve(hostileSource('x')));
    for (const route of [
      '#/run/../../etc',
      '#/run/%00',
      '#/record/1e9',
      '#javascript:alert(1)',
      '#/run/x/timeline/-1',
    ]) {
      await page.evaluate("location.hash = '#/'");
      await page.locator('.filter').waitFor();
      await page.evaluate((hash) => Object.assign(globalThis, { location: hash }), route);
      await page.getByRole('heading', { name: 'There is nothing here' }).waitFor();
    }
    expect(did.errors).toEqual([]);
  });
});

/** Unfolds every part and every text. */
async function openEverything(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    for (let round = 0; round < 3; round++) {
      for (const one of document.querySelectorAll('details')) one.open = true;
      for (const one of document.querySelectorAll('button.quiet'))
        if (/arguments|Show more/.test(one.textContent)) one.click();
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
  })()`);
}

type Contents = {
  /** Elements that the page never makes. */
  readonly markup: readonly string[];
  /** Addresses of links that are none of the page's own. */
  readonly links: readonly string[];
  /** Characters that nobody would see, in texts and attributes. */
  readonly unseen: readonly string[];
  readonly words: string;
};

function contentsOf(page: Page): Promise<Contents> {
  return page.evaluate(`(() => {
    const own = new RegExp('^#/$|^#/record/[0-9]+$|^#/run/[0-9a-f]{16}(/timeline(/[0-9]+)?)?$');
    const bad = new RegExp(${JSON.stringify(
      '[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2069\\ufeff]|\\udb40',
    )});
    const all = [...document.querySelectorAll('*')];
    const texts = all.flatMap((one) => [
      ...[...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data),
      ...[...one.attributes].map((attribute) => attribute.value),
    ]);
    return {
      markup: [...document.querySelectorAll('img, svg, iframe, object, embed, body style, body script')].map((one) => one.outerHTML.slice(0, 80)),
      links: [...document.querySelectorAll('a')].map((one) => one.getAttribute('href')).filter((href) => !own.test(href)),
      unseen: texts.filter((text) => bad.test(text)).map((text) => text.slice(0, 40)),
      words: document.body.textContent,
    };
  })()`);
}
