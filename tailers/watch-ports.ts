import { type FSWatcher, lstatSync, watch as watchFs } from 'node:fs';
import { watch as watchTree } from 'chokidar';
import { findTranscripts, isTranscriptName, MAX_DEPTH } from './find.ts';
import { type Stamp, stampOf } from './source.ts';

/** What undoes a watch or a timer. */
export type Stop = () => void;

/** The outside world as `watchRoots` needs it; tests pass their own. */
export type WatchPorts = {
  readonly after: (milliseconds: number, run: () => void) => Stop;
  readonly every: (milliseconds: number, run: () => void) => Stop;
  /** The file's state now, or undefined where there is none. */
  readonly stamp: (path: string) => Stamp | undefined;
  /** Hints about the files of one folder: the name that changed, where the system says. May throw. */
  readonly folder: (path: string, on: FolderHints) => Stop;
  /** Files found and lost below a folder that exists. */
  readonly tree: (path: string, on: TreeHints) => Stop;
  /** The transcripts below these folders, by walking them. */
  readonly walk: (roots: readonly string[]) => Iterable<string>;
};

export type FolderHints = {
  readonly hint: (name: string | undefined) => void;
  readonly failed: (error: unknown) => void;
};
export type TreeHints = {
  readonly found: (path: string) => void;
  readonly lost: (path: string) => void;
  readonly changed: (path: string) => void;
  /** The folder itself is gone, or another: nothing more comes. */
  readonly ended?: () => void;
  readonly failed: (error: unknown) => void;
};

/** Node's timers, `fs.watch` and chokidar. */
export function systemPorts(): WatchPorts {
  return { after, every, stamp, folder, tree, walk };
}

function after(milliseconds: number, run: () => void): Stop {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
}

function every(milliseconds: number, run: () => void): Stop {
  const timer = setInterval(run, milliseconds);
  return () => clearInterval(timer);
}

function stamp(path: string): Stamp | undefined {
  try {
    return stampOf(lstatSync(path, { bigint: true }));
  } catch {
    return undefined;
  }
}

function folder(path: string, on: FolderHints): Stop {
  const watcher: FSWatcher = watchFs(path, (_event, name) => on.hint(name ?? undefined));
  watcher.on('error', on.failed);
  return () => watcher.close();
}

function tree(path: string, on: TreeHints): Stop {
  const watcher = watchTree(path, {
    followSymlinks: false,
    depth: MAX_DEPTH,
    ignorePermissionErrors: true,
    atomic: false,
    ignored: (entry, stats) => stats?.isFile() === true && !isTranscriptName(entry),
  });
  watcher.on('add', on.found).on('change', on.changed).on('unlink', on.lost).on('error', on.failed);
  return () => void watcher.close();
}

function* walk(roots: readonly string[]): Generator<string> {
  for (const found of findTranscripts(roots)) if (found.kind === 'transcript') yield found.path;
}
