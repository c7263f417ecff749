import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { buildRunPage } from '../../scripts/run-page.mjs';
import { toUtf8 } from '../../src/bytes/utf8.ts';
import type { Finding } from '../../src/model/finding.ts';
import { pageBytes } from '../../src/view/html/page-file.ts';
import type { PageCode } from '../../src/view/html/page-shell.ts';

/** What a page did that it must not do. */
export type Misdeeds = { readonly requests: string[]; readonly errors: string[] };

/** Builds the code of pages once, and opens pages from files that go when it is closed. */
export class PageBench {
  readonly code: PageCode;
  readonly folder = mkdtempSync(join(tmpdir(), 'tracekit-page-'));
  readonly #browser: Browser;
  #count = 0;

  private constructor(code: PageCode, browser: Browser) {
    this.code = code;
    this.#browser = browser;
  }

  static async start(browser: Browser): Promise<PageBench> {
    return new PageBench(await buildRunPage(), browser);
  }

  async pageOf(bundle: string, findings: readonly Finding[] = []): Promise<string> {
    const parts: Uint8Array[] = [];
    for await (const bytes of pageBytes(this.code, { bundle: [toUtf8(bundle)], findings })) parts.push(bytes);
    return Buffer.concat(parts).toString('utf8');
  }

  write(html: string): string {
    const path = join(this.folder, `${this.#count++}.html`);
    writeFileSync(path, html);
    return path;
  }

  /** Opens a page from disk; `before` runs in it before its own script. */
  async open(path: string, before?: () => void): Promise<{ readonly page: Page; readonly did: Misdeeds }> {
    const context = await this.#browser.newContext();
    const page = await context.newPage();
    const did: Misdeeds = { requests: [], errors: [] };
    const url = pathToFileURL(path).href;
    page.on('request', (request) => {
      if (request.url() !== url) did.requests.push(request.url());
    });
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') did.errors.push(message.text());
    });
    page.on('pageerror', (error) => did.errors.push(String(error)));
    page.on('dialog', (dialog) => {
      did.errors.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    if (before !== undefined) await page.addInitScript(before);
    await page.goto(url);
    await page.locator('#tracekit-check:not([data-state="checking"])').waitFor();
    return { page, did };
  }

  async closePages(): Promise<void> {
    for (const context of this.#browser.contexts()) await context.close();
  }

  async close(): Promise<void> {
    await this.#browser.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The panel's state and its first line, and the lines of its report. */
export async function panelOf(page: Page): Promise<{ state: string; headline: string; lines: string[] }> {
  const state = (await page.getAttribute('#tracekit-check', 'data-state')) ?? '';
  const headline = (await page.textContent('.tk-headline')) ?? '';
  const lines = await page.locator('.tk-line').allTextContents();
  return { state, headline, lines };
}
