/** Lexical paths, POSIX: nothing here looks at a disk (src/policy/real-path.ts does). */

/** `path` seen from `cwd`: absolute, `..` kept, since a symlink before it changes what it means. */
export function joinPath(cwd: string, path: string): string {
  if (path.startsWith('/')) return path;
  if (path === '' || path === '.') return cwd;
  return cwd.endsWith('/') ? cwd + path : `${cwd}/${path}`;
}

/** The absolute `path` without `.`, `..`, doubled and final slashes. */
export function normalPath(path: string): string {
  const out: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') out.pop();
    else out.push(part);
  }
  return `/${out.join('/')}`;
}

/** `path` relative to `folder` where it lies in it (`.` for the folder itself), else as it is; both normal. */
export function relativeTo(folder: string, path: string): string {
  if (path === folder) return '.';
  const prefix = folder === '/' ? '/' : `${folder}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : path;
}

/** Whether the normal absolute `path` is `folder` or lies in it. */
export function isWithin(folder: string, path: string): boolean {
  return path === folder || folder === '/' || path.startsWith(`${folder}/`);
}

/** The last component, without final slashes; empty for a root. */
export function baseName(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end--;
  return path.slice(path.lastIndexOf('/', end - 1) + 1, end);
}

/** `path` with a leading `~` as the home. Another user's (`~root/x`) stays as it is. */
export function untilde(path: string, home: string): string {
  if (path === '~') return home;
  return path.startsWith('~/') ? home + path.slice(1) : path;
}
