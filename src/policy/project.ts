import { isWithin, joinPath, normalPath } from '../shell/path.ts';

/** What a project's root has in it. */
const MARKS = ['.git', '.tracekit'] as const;

/**
 * The root of the project that `cwd` lies in: the nearest folder upward with `.git` or `.tracekit`, else `cwd` itself.
 * The home, and what it lies in, is nobody's project: `~/.tracekit` is the signer's own, and a home kept in git would
 * make everything in it the project's. `exists` never throws.
 */
export function projectOf(cwd: string, home: string, exists: (path: string) => boolean): string {
  const start = normalPath(cwd);
  for (let folder = start; folder !== '/' && !isWithin(folder, normalPath(home)); ) {
    if (MARKS.some((mark) => exists(joinPath(folder, mark)))) return folder;
    folder = folder.slice(0, folder.lastIndexOf('/')) || '/';
  }
  return start;
}
