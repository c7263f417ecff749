import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { buildPage } from '../../scripts/build-page.mjs';
import type { ViewSource } from '../../src/view/api.ts';
import { readStaticFiles, type StaticFiles } from '../../src/view/server/static-files.ts';
import type { ViewServerOptions } from '../../src/view/server/view-server.ts';
import { ViewStand } from '../view/view-stand.ts';
import { startChromium } from '../view-html/chromium.ts';

/** How a page is looked at. */
export type Look = { readonly width?: number; readonly theme?: 'light' | 'dark'; readonly zone?: string };

/** What a page did that it must not do. */
export type Misdeeds = { readonly requests: string[]; readonly errors: string[] };

export type Opened = { readonly page: Page; readonly did: Misdeeds };

/** The built page, a browser, and servers that give the page their sources. */
export class PageBench {
  readonly #browser: Browser;
  readonly #files: StaticFiles;
  readonly #stands: ViewStand[] = [];

  private constructor(browser: Browser, files: StaticFiles) {
    this.#browser = browser;
    this.#files = files;
  }

  static async start(): Promise<PageBench> {
    const folder = mkdtempSync(join(tmpdir(), 'tracekit-page-'));
    const [browser] = await Promise.all([startChromium(), buildPage(folder)]);
    const files = readStaticFiles(folder);
    rmSync(folder, { recursive: true });
    return new PageBench(browser, files);
  }

  /** Serves a source, or a home that `fill` fills. */
  async serve(
    from: ViewSource | ((stand: ViewStand) => Promise<unknown>),
    options: Partial<ViewServerOptions> = {},
  ): Promise<ViewStand> {
    const stand = new ViewStand();
    this.#stands.push(stand);
    const files = this.#files;
    if (typeof from !== 'function') return stand.start({ ...options, files, source: from });
    await from(stand);
    return stand.start({ ...options, files });
  }

  /** The server that was started last. */
  last(): ViewStand {
    return this.#stands.at(-1)!;
  }

  /** Opens the page of a server at a route, as a person does who was given the printed address. */
  async open(stand: ViewStand, route = '#/', { width = 1280, theme = 'light' }: Look = {}): Promise<Opened> {
    const context = await this.#browser.newContext({
      viewport: { width, height: 800 },
      colorScheme: theme,
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    const did = watched(context, page, new URL(stand.server.url).origin);
    await page.goto(stand.server.url);
    await page.locator('main h1').waitFor();
    if (route !== '#/') await page.evaluate((hash) => Object.assign(globalThis, { location: hash }), route);
    return { page, did };
  }

  /** Closes the pages that are open: each holds a connection and memory. */
  async closePages(): Promise<void> {
    for (const context of this.#browser.contexts()) await context.close();
  }

  async close(): Promise<void> {
    await this.#browser.close();
    for (const stand of this.#stands) await stand.stop();
  }
}

function watched(context: BrowserContext, page: Page, origin: string): Misdeeds {
  const did: Misdeeds = { requests: [], errors: [] };
  context.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith('data:,'))
      did.requests.push(request.url());
  });
  context.on('page', (other) => {
    if (other !== page) did.errors.push('another page was opened');
  });
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') did.errors.push(message.text());
  });
  page.on('pageerror', (error) => did.errors.push(String(error)));
  page.on('dialog', (dialog) => {
    did.errors.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('framenavigated', (frame) => {
    if (!frame.url().startsWith(`${origin}/`)) did.errors.push(`went to ${frame.url()}`);
  });
  return did;
}
