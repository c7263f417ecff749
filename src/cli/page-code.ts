import { readFileSync } from 'node:fs';
import { TracekitError } from '../model/error.ts';
import type { PageCode } from '../view/html/page-shell.ts';

/** The code of a run's page, which lies beside the running program; undefined where that runs from its source. */
export function pageCode(): PageCode | undefined {
  try {
    const read = (name: string) => readFileSync(new URL(`./run-page/${name}`, import.meta.url), 'utf8');
    return { script: read('page.js'), style: read('page.css') };
  } catch {
    return undefined;
  }
}

/** The same where there must be one. Throws `no_page_code`. */
export function neededPageCode(): PageCode {
  const code = pageCode();
  if (code !== undefined) return code;
  throw new TracekitError(
    'no_page_code',
    'expected the code of run pages beside the program, found none; run: npm run build',
  );
}
