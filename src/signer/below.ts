import { readdirSync } from 'node:fs';

/** So many names are looked at for one call: a person waits for the answer. */
const MOST_NAMES = 5_000;

/**
 * Looks for a wanted file below folders, the upper ones first; 5,000 names in all are looked at, links not followed, and
 * git's own files passed over.
 */
export function belowReader(): (folder: string, wanted: (path: string) => boolean) => boolean {
  let left = MOST_NAMES;
  return (folder, wanted) => {
    const folders = [folder];
    for (let at = 0; at < folders.length && left > 0; at++) {
      for (const entry of entriesOf(folders[at]!)) {
        if (--left < 0) return false;
        const path = `${folders[at] === '/' ? '' : folders[at]}/${entry.name}`;
        if (wanted(path)) return true;
        if (entry.isDirectory() && entry.name !== '.git') folders.push(path);
      }
    }
    return false;
  };
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
