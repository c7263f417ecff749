import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A Chromium of this machine: `CHROMIUM`, else one on the PATH; undefined where there is none. */
export function chromiumPath(): string | undefined {
  if (process.env.CHROMIUM !== undefined) return process.env.CHROMIUM;
  return (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find((path) => existsSync(path));
}

/** Whether tests in a browser are left out: where there is none, but never in CI. Says so once. */
export function withoutChromium(): boolean {
  if (chromiumPath() !== undefined) return false;
  if (process.env.CI !== undefined)
    throw new Error('expected a Chromium on the PATH, or CHROMIUM to name one; found none');
  process.stderr.write('no Chromium on the PATH (CHROMIUM names one): tests in a browser are left out\n');
  return true;
}

export function startChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath()!, headless: true, args: ARGUMENTS });
}
