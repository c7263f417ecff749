import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { startChromium } from '../view-html/chromium.ts';
import { recordedHome } from './recorded-home.ts';
import type { Measure, Row } from './row.ts';

const FILES = ['index.html', 'page.js', 'page.css'];
/** So many frames are scrolled: by a wheel's steps, then by pulls at the scroll bar. */
const FRAMES = 400;

/** P8, in a browser: how soon a long run is there, how smoothly it is scrolled, and what the page weighs. */
export const measure: Measure = async ({ work, large }) => {
  const rows: Row[] = [weight()];
  const browser = await startChromium();
  try {
    for (const records of large ? [10_000, 100_000, 1_000_000] : [10_000, 100_000])
      rows.push(...(await measured(browser, recordedHome(`${work}/${records}`, records), records)));
  } finally {
    await browser.close();
  }
  return rows;
};

function weight(): Row {
  const files = FILES.map((name) => `dist/page/${name}`);
  const bytes = files.reduce((sum, path) => sum + statSync(path).size, 0);
  const packed = files.reduce((sum, path) => sum + gzipSync(readFileSync(path)).length, 0);
  return {
    ...{ id: 'P8', what: 'bytes of the page', value: bytes / 1_000, unit: 'kB' },
    detail: `${(packed / 1_000).toFixed(0)} kB if compressed, ${files.length} files`,
  };
}

async function measured(browser: Browser, home: string, records: number): Promise<readonly Row[]> {
  const server = spawn(process.execPath, ['dist/tracekit.js', 'view', '--dev', '--no-open', '--home', home], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, XDG_STATE_HOME: `${home}-state` },
  });
  try {
    const [printed] = (await once(server.stdout!, 'data')) as [Buffer];
    return await measuredIn(browser, printed.toString().trim(), { server, records });
  } finally {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
}

async function measuredIn(
  browser: Browser,
  url: string,
  { server, records }: { readonly server: ChildProcess; readonly records: number },
): Promise<readonly Row[]> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(url);
  const href = await page.locator('a.run-title').first().getAttribute('href');
  const open = async (): Promise<number> => {
    // The same tab: it keeps the token, and the page is loaded anew.
    await page.goto('about:blank');
    await page.goto(`${url.slice(0, url.indexOf('#'))}${href}/timeline`);
    return page.evaluate(PAINTED);
  };
  const cold = await open();
  const warm = await open();
  await page.waitForTimeout(2_000);
  const frames = (await page.evaluate(scrolled(FRAMES))) as number[];
  const of = `of ${records} records`;
  const rows: Row[] = [
    {
      ...{ id: 'P8', what: `first paint of a run ${of}`, value: cold, unit: 'ms', target: 1_000 },
      detail: `${warm.toFixed(0)} ms when the server has read it`,
    },
    {
      ...{
        id: 'P8',
        what: `longest frame while scrolling a run ${of}`,
        value: Math.max(...frames),
        unit: 'ms',
      },
      target: 50,
      detail: `${frames.length} frames, median ${median(frames).toFixed(0)} ms, ${frames.filter((ms) => ms > 50).length} over 50 ms`,
    },
    {
      ...{ id: 'P8', what: `memory of the page on a run ${of}`, value: await heapOf(page), unit: 'MB' },
      detail: `${await page.evaluate("document.querySelectorAll('*').length")} elements; server ${residentOf(server.pid!)} MB`,
    },
  ];
  await context.close();
  return rows;
}

/** When the first row was drawn, in ms since the page began to load. */
const PAINTED = `new Promise((resolve) => {
  const look = () => document.querySelector('.row-main') === null
    ? requestAnimationFrame(look)
    : requestAnimationFrame(() => resolve(performance.now()));
  look();
})`;

/** Scrolls a frame at a time: steps of 120 to 600 pixels, and each 40th frame to another part of the run. Gives how long each took. */
function scrolled(frames: number): string {
  return `new Promise((resolve) => {
    const box = document.querySelector('.scroll-box');
    const took = [];
    let last = performance.now();
    const step = (now) => {
      took.push(now - last);
      last = now;
      if (took.length > ${frames}) return resolve(took.slice(1));
      if (took.length % 40 === 0) box.scrollTop = (box.scrollHeight * ((took.length * 7919) % 1000)) / 1000;
      else box.scrollTop += 120 * (1 + took.length % 5);
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  })`;
}

async function heapOf(page: Page): Promise<number> {
  const client = await page.context().newCDPSession(page);
  await client.send('HeapProfiler.collectGarbage');
  const { usedSize } = await client.send('Runtime.getHeapUsage');
  return usedSize / 2 ** 20;
}

function residentOf(pid: number): string {
  const kilobytes = /VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0';
  return (Number(kilobytes) / 1_024).toFixed(0);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
