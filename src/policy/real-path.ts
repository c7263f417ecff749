import { normalPath } from '../shell/path.ts';

/** What finding a real path needs of the file system. */
export type PathReader = {
  /** The text of a symbolic link, or undefined where the path is none (or isn't there). Never throws. */
  readonly readLink: (path: string) => string | undefined;
  /** Whether names differing only by case, or by Unicode form, are the same file there. */
  readonly folds: (path: string) => boolean;
};

/** A file system with nothing in it: paths are what they say. */
export const NO_FILES: PathReader = { readLink: () => undefined, folds: () => false };

const MAX_LINKS = 40;
const MAX_COMPONENTS = 4096;

/**
 * The absolute `path` with every symbolic link on its way followed, `..` taken after that, as the kernel does. What
 * isn't there is kept as written. undefined where the links go round.
 */
export function realPath(path: string, files: PathReader): string | undefined {
  const open = path.split('/').reverse();
  if (open.length > MAX_COMPONENTS) return undefined;
  let at = '';
  let links = 0;
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (part === '' || part === '.') continue;
    if (part === '..') {
      at = at.slice(0, Math.max(0, at.lastIndexOf('/')));
      continue;
    }
    const next = `${at}/${part}`;
    const to = files.readLink(next);
    if (to === undefined) {
      at = next;
      continue;
    }
    if (++links > MAX_LINKS) return undefined;
    if (to.startsWith('/')) at = '';
    open.push(...to.split('/').reverse());
  }
  return at === '' ? '/' : at;
}

/**
 * The names that one path goes by: its real path, and the path as written without links followed, since a link itself
 * can be replaced. Both in Unicode NFC.
 */
export function namesOf(path: string, files: PathReader): readonly string[] {
  if (files === NO_FILES) return [normalPath(path).normalize('NFC')];
  const written = normalPath(path).normalize('NFC');
  const real = (realPath(path, files) ?? written).normalize('NFC');
  return real === written ? [written] : [real, written];
}

/**
 * Where the file of a path lies, and the link that names it where that is one: as `namesOf`, but with the links on the
 * way to the last component followed, so that a folder reached through a link is where it is.
 */
export function placesOf(path: string, files: PathReader): readonly string[] {
  if (files === NO_FILES) return namesOf(path, files);
  const written = normalPath(path);
  const at = written.lastIndexOf('/');
  const folder = realPath(written.slice(0, at) || '/', files) ?? written.slice(0, at);
  const link = `${folder === '/' ? '' : folder}/${written.slice(at + 1)}`.normalize('NFC');
  const real = (realPath(path, files) ?? written).normalize('NFC');
  return real === link ? [real] : [real, link];
}

/** A path as it is compared: case folded where the file system folds it. Full folding, so that `ß` is `SS`. */
export function folded(path: string, fold: boolean): string {
  return fold ? path.normalize('NFC').toUpperCase().toLowerCase() : path;
}
