import { readdirSync, statSync, watch as watchFs } from 'node:fs';
import { join } from 'node:path';
import { isTranscriptName, MAX_DEPTH } from './find.ts';
import type { Stop, TreeHints } from './watch-ports.ts';

/**
 * Watches a folder and those below it for transcripts, by one watch a folder: chokidar sets one for each file, which
 * for a folder of 20,000 old sessions is more than a system may have. Throws where the first watch cannot be had.
 */
export function folderTree(root: string, on: TreeHints): Stop {
  const tree = new FolderTree(on);
  tree.add(root, 0);
  return () => tree.close();
}

class FolderTree {
  private readonly on: TreeHints;
  private readonly stops = new Map<string, Stop>();

  constructor(on: TreeHints) {
    this.on = on;
  }

  /** The watch comes before the listing, so that nothing falls between them. */
  add(folder: string, depth: number): void {
    if (this.stops.has(folder) || depth > MAX_DEPTH) return;
    const watcher = watchFs(folder, (_event, name) => {
      if (name === null) this.list(folder, depth);
      else this.look(join(folder, name), depth);
    });
    watcher.on('error', (error) => {
      this.drop(folder);
      this.on.failed(error);
    });
    this.stops.set(folder, () => watcher.close());
    this.list(folder, depth);
  }

  close(): void {
    for (const stop of this.stops.values()) stop();
    this.stops.clear();
  }

  private drop(folder: string): void {
    this.stops.get(folder)?.();
    this.stops.delete(folder);
  }

  private list(folder: string, depth: number): void {
    let names: readonly string[];
    try {
      names = readdirSync(folder);
    } catch {
      return;
    }
    for (const name of names) this.look(join(folder, name), depth);
  }

  private look(path: string, depth: number): void {
    // A name that can be a transcript's is a file's, or refused when it is opened.
    if (isTranscriptName(path)) {
      this.on.found(path);
      this.on.changed(path);
      return;
    }
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) this.drop(path);
    else if (found.isDirectory()) this.below(path, depth + 1);
  }

  private below(folder: string, depth: number): void {
    try {
      this.add(folder, depth);
    } catch (error) {
      this.on.failed(error);
    }
  }
}
