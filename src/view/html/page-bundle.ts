import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { toUtf8 } from '../../bytes/utf8.ts';
import { TracekitError } from '../../model/error.ts';
import { BUNDLE_ELEMENT, DATA_END, unescapeData } from './data-element.ts';
import { type PageCode, pageShell } from './page-shell.ts';

/** What a run's page holds. */
export type OpenPage = {
  /** The bundle, as it was exported. */
  readonly bundle: Uint8Array;
  /** Whether all but bundle and findings is byte for byte what this program would write. */
  readonly isOwn: boolean;
};

export type PageErrorCode = 'not_a_page' | 'page_too_large';

/** A page is read whole; a larger run is handed on as a bundle. */
export const MAX_PAGE_BYTES = 1 << 30;
/** The head of a page is not longer: its style sheet is the greater part. */
const MAX_HEAD = 1 << 20;

/** Whether a file is a run's page, as far as its beginning tells. Throws Node's error where it can't be read. */
export function isPageFile(path: string): boolean {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!fstatSync(fd).isFile()) return false;
    const bytes = Buffer.alloc(MAX_HEAD);
    const head = bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, 0));
    return (
      head.toString('latin1', 0, 15).toLowerCase() === '<!doctype html>' && head.includes(BUNDLE_ELEMENT)
    );
  } finally {
    closeSync(fd);
  }
}

/**
 * Takes the bundle out of a run's page. hostile: every byte; nothing in it is run. `code`: what this program would put
 * around it; undefined where it has no such code. Throws `not_a_page` where a bundle can't be taken out, and
 * `page_too_large`.
 */
export function openPage(path: string, code: PageCode | undefined): OpenPage {
  const page = readWhole(path);
  const start = page.indexOf(BUNDLE_ELEMENT);
  const from = start + BUNDLE_ELEMENT.length;
  const to = start < 0 ? -1 : page.indexOf(DATA_END, from);
  const bundle = to < 0 ? undefined : unescapeData(page.subarray(from, to));
  if (bundle === undefined)
    throw new TracekitError<PageErrorCode>(
      'not_a_page',
      `${path}: expected a run in it as tracekit export --html writes it, found ${to < 0 ? 'none' : `something else from byte ${from} on`}`,
      { exitCode: 1 },
    );
  return { bundle, isOwn: code !== undefined && isShellOf(page, from, to, code) };
}

/** Whether what is around bundle and findings is the shell of this code. */
function isShellOf(page: Buffer, from: number, to: number, code: PageCode): boolean {
  const shell = pageShell(code);
  const [head, middle, tail] = [toUtf8(shell.head), toUtf8(shell.middle), toUtf8(shell.tail)];
  const afterMiddle = to + middle.length;
  const beforeTail = page.length - tail.length;
  if (from !== head.length || afterMiddle > beforeTail) return false;
  const isData = unescapeData(page.subarray(afterMiddle, beforeTail)) !== undefined;
  return (
    isData &&
    page.subarray(0, from).equals(head) &&
    page.subarray(to, afterMiddle).equals(middle) &&
    page.subarray(beforeTail).equals(tail)
  );
}

function readWhole(path: string): Buffer {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const { size } = fstatSync(fd);
    if (size > MAX_PAGE_BYTES)
      throw new TracekitError<PageErrorCode>(
        'page_too_large',
        `${path}: expected at most ${MAX_PAGE_BYTES} bytes, found ${size}; ask for the run as a bundle`,
      );
    const bytes = Buffer.alloc(size);
    let read = 0;
    for (let more = -1; more !== 0 && read < size; read += more)
      more = readSync(fd, bytes, read, size - read, read);
    return bytes.subarray(0, read);
  } finally {
    closeSync(fd);
  }
}
