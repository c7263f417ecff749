import { lstatSync, readdirSync, watch as watchFs } from 'node:fs';
import { basename, join } from 'node:path';
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

/** A folder that is watched, and which: one made anew under the same name needs a watch of its own. */
type Watched = { readonly identity: string; readonly stop: Stop };

class FolderTree {
  private readonly on: TreeHints;
  private readonly watched = new Map<string, Watched>();

  constructor(on: TreeHints) {
    this.on = on;
  }

  /** The watch comes before the listing, so that nothing falls between them. */
  add(folder: string, depth: number): void {
    const identity = folderAt(folder);
    if (identity === undefined || depth > MAX_DEPTH) return;
    if (this.watched.get(folder)?.identity === identity) return;
    this.drop(folder);
    const watcher = watchFs(folder, (_event, name) => {
      // A folder's own end comes under its own name.
      if (name === basename(folder) && folderAt(folder) !== identity) this.ended(folder, depth);
      else if (name === null) this.list(folder, depth);
      else this.look(join(folder, name), depth);
    });
    watcher.on('error', (error) => {
      this.drop(folder);
      this.on.failed(error);
    });
    this.watched.set(folder, { identity, stop: () => watcher.close() });
    this.list(folder, depth);
  }

  close(): void {
    for (const { stop } of this.watched.values()) stop();
    this.watched.clear();
  }

  private ended(folder: string, depth: number): void {
    this.drop(folder);
    if (depth === 0) this.on.ended?.();
  }

  private drop(folder: string): void {
    this.watched.get(folder)?.stop();
    this.watched.delete(folder);
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
    if (folderAt(path) === undefined) this.drop(path);
    else this.below(path, depth + 1);
  }

  private below(folder: string, depth: number): void {
    try {
      this.add(folder, depth);
    } catch (error) {
      this.on.failed(error);
    }
  }
}

/** hostile: a link to `/` would have all there is watched. Links are not followed; undefined for what is no folder. */
function folderAt(path: string): string | undefined {
  try {
    const found = lstatSync(path);
    // Inodes are given again at once.
    return found.isDirectory() ? `${found.dev}:${found.ino}:${found.birthtimeMs}` : undefined;
  } catch {
    return undefined;
  }
}
