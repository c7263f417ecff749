import { readFileSync } from 'node:fs';

/** The version in package.json, which lies beside `dist/` and, from source, two folders up. */
export function version(): string {
  for (const path of ['../package.json', '../../package.json']) {
    try {
      const { version: found } = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as {
        version?: unknown;
      };
      if (typeof found === 'string') return found;
    } catch {}
  }
  return 'unknown';
}
