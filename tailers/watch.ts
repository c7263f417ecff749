import { dirname, join } from 'node:path';
import { isTranscriptName } from './find.ts';
import { type Stamp, sameFile, sameState } from './source.ts';
import { type Stop, systemPorts, type WatchPorts } from './watch-ports.ts';

/** `changed` is a hint: it may come more often than the file changed, never less often for long. */
export type WatchCallbacks = {
  readonly found: (path: string) => void;
  readonly changed: (path: string) => void;
  readonly gone: (path: string) => void;
  /** From now on files are found and read by the sweep alone. Comes once. */
  readonly degraded: (reason: string) => void;
};

export type WatchOptions = {
  /** The files that the sweep looks at: those of open runs and of the last day. Asked at each sweep. */
  readonly interest: () => Iterable<string>;
  /** Milliseconds between sweeps (2,000), and of quiet after which a burst is over (50). */
  readonly sweep?: number;
  readonly settle?: number;
  readonly ports?: WatchPorts;
};

export type Watch = {
  readonly close: Stop;
  /** Takes a file up now, without waiting for a hint, and roots that were added. */
  readonly look: (path: string, roots?: readonly string[]) => void;
  /** Watches no more what belongs to these files alone; their roots are no longer among the roots. */
  readonly forget: (paths: Iterable<string>) => void;
};

/** With the watches lost, every fifth sweep walks the roots for new files. */
const WALK_EACH = 5;
/** Where nothing was said to be lost: network and shared file systems have watches that never say anything. */
const WALK_AT_LEAST = 15;

/**
 * Watches the folders where transcripts appear. chokidar finds and loses files, `fs.watch` on their folders hints at
 * bytes, and neither is trusted: chokidar 5 loses the last append of a burst (measured 60 of 60), so each burst
 * ends with a look at the file, and a sweep looks at the files of interest whatever was hinted. `roots` may grow: the
 * next sweep or look takes up what is new.
 */
export function watchRoots(roots: readonly string[], on: WatchCallbacks, options: WatchOptions): Watch {
  const watch = new RootWatch(roots, on, options);
  watch.start();
  return {
    close: () => watch.close(),
    look: (path, more) => watch.look(path, more),
    forget: (paths) => watch.forget(paths),
  };
}

class RootWatch {
  readonly #roots: readonly string[];
  readonly #on: WatchCallbacks;
  readonly #options: WatchOptions;
  readonly #ports: WatchPorts;
  /** The state of each known file when it was last called changed. */
  readonly #told = new Map<string, Stamp | undefined>();
  /** Ends the wait for the end of a burst, by file. */
  readonly #bursts = new Map<string, Stop>();
  readonly #folders = new Map<string, Stop>();
  readonly #folderStamps = new Map<string, Stamp>();
  readonly #trees = new Map<string, Stop>();
  readonly #treeStamps = new Map<string, Stamp>();
  #stopSweep: Stop = () => {};
  #sweeps = 0;
  #degraded = false;
  #closed = false;

  constructor(roots: readonly string[], on: WatchCallbacks, options: WatchOptions) {
    this.#roots = roots;
    this.#on = on;
    this.#options = options;
    this.#ports = options.ports ?? systemPorts();
  }

  start(): void {
    this.#stopSweep = this.#ports.every(this.#options.sweep ?? 2000, () => this.#sweep());
    this.#watchTrees(this.#roots);
  }

  look(path: string, roots: readonly string[] = []): void {
    this.#watchTrees(roots);
    this.#take(path);
  }

  forget(paths: Iterable<string>): void {
    const folders = new Set<string>();
    for (const path of paths) {
      this.#told.delete(path);
      this.#bursts.get(path)?.();
      this.#bursts.delete(path);
      folders.add(dirname(path));
    }
    for (const path of this.#options.interest()) folders.delete(dirname(path));
    for (const folder of folders) this.#dropFolder(folder);
    const roots = new Set(this.#roots);
    for (const root of [...this.#trees.keys()]) if (!roots.has(root)) this.#dropTree(root);
  }

  close(): void {
    this.#closed = true;
    this.#stopSweep();
    for (const stops of [this.#bursts, this.#folders, this.#trees]) {
      for (const stop of stops.values()) stop();
      stops.clear();
    }
  }

  /** A root may come to be later (the harness's first start), or anew: each sweep looks for it. */
  #watchTrees(roots: readonly string[]): void {
    for (const root of roots) {
      if (this.#degraded) return;
      const [stamp, before] = [this.#ports.stamp(root), this.#treeStamps.get(root)];
      if (before !== undefined && (stamp === undefined || !sameFile(before, stamp))) this.#dropTree(root);
      if (stamp === undefined || this.#trees.has(root)) continue;
      this.#treeStamps.set(root, stamp);
      const failed = (error: unknown) => this.#failed(error);
      const on = {
        found: (path: string) => this.#found(path),
        lost: (path: string) => this.#lost(path),
        changed: (path: string) => this.#hint(path),
        ended: () => this.#dropTree(root),
        failed,
      };
      this.#trying(() => this.#trees.set(root, this.#ports.tree(root, on)));
    }
  }

  #found(path: string): void {
    if (this.#closed || !isTranscriptName(path)) return;
    if (this.#told.has(path)) {
      this.#hint(path);
      return;
    }
    this.#watchFolder(dirname(path));
    this.#told.set(path, this.#ports.stamp(path));
    this.#on.found(path);
  }

  #lost(path: string): void {
    if (this.#closed || !this.#told.has(path)) return;
    if (this.#ports.stamp(path) !== undefined) {
      this.#hint(path);
      return;
    }
    this.#told.delete(path);
    this.#bursts.get(path)?.();
    this.#bursts.delete(path);
    this.#on.gone(path);
  }

  #watchFolder(folder: string): void {
    const stamp = this.#ports.stamp(folder);
    const before = this.#folderStamps.get(folder);
    if (this.#degraded || stamp === undefined) return;
    // A folder made anew under the same name needs a watch of its own.
    if (this.#folders.has(folder) && before !== undefined && sameFile(before, stamp)) return;
    this.#dropFolder(folder);
    this.#folderStamps.set(folder, stamp);
    const hint = (name: string | undefined) => {
      if (name === undefined) return;
      const path = join(folder, name);
      if (this.#told.has(path)) this.#hint(path);
      else if (isTranscriptName(path) && this.#ports.stamp(path) !== undefined) this.#found(path);
    };
    // A folder that goes away ends its watch; that is no reason to fall back.
    const failed = (error: unknown) => (isLimit(error) ? this.#failed(error) : this.#dropFolder(folder));
    this.#trying(() => this.#folders.set(folder, this.#ports.folder(folder, { hint, failed })));
  }

  #dropTree(root: string): void {
    this.#trees.get(root)?.();
    this.#trees.delete(root);
    this.#treeStamps.delete(root);
  }

  #dropFolder(folder: string): void {
    this.#folders.get(folder)?.();
    this.#folders.delete(folder);
    this.#folderStamps.delete(folder);
  }

  /** The first hint of a burst is passed on at once, its end after a look. */
  #hint(path: string): void {
    if (this.#closed || !this.#told.has(path)) return;
    const waiting = this.#bursts.get(path);
    waiting?.();
    const settled = () => {
      this.#bursts.delete(path);
      this.#look(path);
    };
    this.#bursts.set(path, this.#ports.after(this.#options.settle ?? 50, settled));
    this.#look(path);
  }

  /** Says so where the file is another than when it was last called changed. */
  #look(path: string): void {
    const now = this.#ports.stamp(path);
    if (now === undefined) {
      this.#lost(path);
      return;
    }
    const told = this.#told.get(path);
    if (told !== undefined && sameState(told, now)) return;
    this.#told.set(path, now);
    this.#on.changed(path);
  }

  #sweep(): void {
    this.#watchTrees(this.#roots);
    const each = this.#degraded ? WALK_EACH : WALK_AT_LEAST;
    if (this.#sweeps++ % each === (this.#degraded ? 0 : each - 1)) {
      for (const path of this.#ports.walk(this.#roots)) if (!this.#told.has(path)) this.#found(path);
    }
    for (const path of this.#options.interest()) this.#take(path);
  }

  #take(path: string): void {
    if (this.#told.has(path)) this.#look(path);
    else if (this.#ports.stamp(path) !== undefined) this.#found(path);
    // It may come yet, and others beside it.
    else this.#watchFolder(dirname(path));
  }

  #trying(start: () => void): void {
    try {
      start();
    } catch (error) {
      this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    if (this.#degraded || this.#closed || !isLimit(error)) return;
    this.#degraded = true;
    for (const stops of [this.#folders, this.#trees]) {
      for (const stop of stops.values()) stop();
      stops.clear();
    }
    this.#on.degraded(
      `${codeOf(error)}: no more file watches to be had; files are looked at every 2 seconds instead`,
    );
  }
}

function isLimit(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'ENOSPC' || code === 'EMFILE' || code === 'ENFILE';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
