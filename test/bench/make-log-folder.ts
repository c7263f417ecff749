import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LogSink } from './make-log.ts';

/** Writes a made log into `folder`, which becomes a home's `log` folder. */
export function folderSink(folder: string): LogSink {
  mkdirSync(join(folder, 'seg'), { recursive: true });
  return {
    append: (name, bytes) => appendFileSync(join(folder, name), bytes),
    replace: (name, bytes) => writeFileSync(join(folder, name), bytes),
  };
}
