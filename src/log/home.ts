import { lstatSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { TracekitError } from '../model/error.ts';
import { makeFolders } from './folders.ts';

/** What `makeHome` throws. */
export type HomeErrorCode = 'unsafe_home';

/** Where a home keeps what (docs/log-format.md). Absolute paths. */
export type HomePaths = {
  readonly home: string;
  readonly keys: string;
  readonly log: string;
  readonly segments: string;
  readonly checkpoint: string;
  readonly checkpoints: string;
  readonly tiles: string;
  /** Bytes after the last record that a crash left, moved aside. */
  readonly torn: string;
  /** Held free for the record of a full disk. */
  readonly ballast: string;
  readonly lock: string;
  readonly state: string;
  readonly vault: string;
  readonly spool: string;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** The user's home of tracekit: `TRACEKIT_HOME`, else `~/.tracekit`. */
export function homeFolder(env: Environment, userHome: string = homedir()): string {
  return resolve(env.TRACEKIT_HOME || join(userHome, '.tracekit'));
}

/**
 * Where the newest checkpoint of each origin is remembered, outside of any home:
 * `XDG_STATE_HOME` (XDG Base Directory: relative paths are ignored), else `~/.local/state`, then `tracekit/seen`.
 */
export function seenFolder(env: Environment, userHome: string = homedir()): string {
  const state = env.XDG_STATE_HOME;
  const root = state?.startsWith('/') ? state : join(userHome, '.local', 'state');
  return join(root, 'tracekit', 'seen');
}

/** The places of the home at `home`, an absolute path; nothing is made. */
export function homePaths(home: string): HomePaths {
  const at = (...names: string[]) => join(home, ...names);
  return {
    home,
    keys: at('keys'),
    log: at('log'),
    segments: at('log', 'seg'),
    checkpoint: at('log', 'checkpoint'),
    checkpoints: at('log', 'checkpoints.ndjson'),
    tiles: at('log', 'tile'),
    torn: at('log', 'torn'),
    ballast: at('log', 'ballast'),
    lock: at('lock'),
    state: at('state'),
    vault: at('vault'),
    spool: at('spool'),
  };
}

/** Makes the folders of a home, 0700. Throws `unsafe_home` where one is a link, another user's, or open to others. */
export function makeHome(paths: HomePaths): void {
  makeFolders(paths.home);
  for (const folder of [
    paths.home,
    paths.keys,
    paths.log,
    paths.segments,
    paths.torn,
    paths.lock,
    paths.state,
    paths.vault,
    paths.spool,
  ]) {
    makeFolders(folder);
    checkFolder(folder);
  }
}

function checkFolder(folder: string): void {
  const found = lstatSync(folder);
  if (!found.isDirectory()) throw unsafe(`${folder}: expected a folder, found a link or a file`);
  const user = process.getuid?.();
  if (user === undefined) return;
  if (found.uid !== user) throw unsafe(`${folder}: expected user ${user} as its owner, found ${found.uid}`);
  // Group read is what system mode gives reviewers; a write by others is never right.
  if ((found.mode & 0o022) !== 0) {
    throw unsafe(
      `${folder}: others may write it (mode ${(found.mode & 0o777).toString(8)}); run: chmod go-w ${folder}`,
    );
  }
}

function unsafe(message: string): TracekitError<HomeErrorCode> {
  return new TracekitError('unsafe_home', message);
}
