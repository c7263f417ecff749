import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** A file of the page. */
export type StaticFile = { readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> };

/** What is served, by the path of its address. */
export type StaticFiles = ReadonlyMap<string, StaticFile>;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};
const MAX_FILES = 200;

/**
 * Reads the page's files once. What is asked for later is looked up in this table by its whole address: no path of a
 * request ever reaches the file system. Empty where there is no such folder.
 */
export function readStaticFiles(folder: string): StaticFiles {
  const files = new Map<string, StaticFile>();
  for (const path of pathsIn(folder, '')) {
    const type = TYPES[extname(path)];
    if (type === undefined) continue;
    files.set(`/${path}`, { type, bytes: new Uint8Array(readFileSync(join(folder, path))) });
  }
  const index = files.get('/index.html');
  if (index !== undefined) files.set('/', index);
  return files;
}

function pathsIn(folder: string, within: string): readonly string[] {
  let entries: ReturnType<typeof entriesOf>;
  try {
    entries = entriesOf(join(folder, within));
  } catch {
    return [];
  }
  return entries
    .flatMap((entry) => {
      const path = within === '' ? entry.name : `${within}/${entry.name}`;
      if (entry.isDirectory()) return pathsIn(folder, path);
      return entry.isFile() ? [path] : [];
    })
    .slice(0, MAX_FILES);
}

function entriesOf(folder: string) {
  return readdirSync(folder, { withFileTypes: true });
}
