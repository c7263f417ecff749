import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type HomePaths, homeFolder, homePaths } from '../log/home.ts';
import { TracekitError } from '../model/error.ts';

/** Adds `--home DIR`, which every command that reads or writes a home takes. */
export function withHome(command: Command): Command {
  return command.option('--home <dir>', 'the folder of the log (default: $TRACEKIT_HOME, else ~/.tracekit)');
}

/** The home's absolute path: the option, else TRACEKIT_HOME, else `~/.tracekit`. */
export function homeOf(option: string | undefined): string {
  return option === undefined ? homeFolder(process.env) : resolve(option);
}

/** The paths of a home that has a log. Throws `no_log` where it has none. */
export function logHome(option: string | undefined): HomePaths {
  const paths = homePaths(homeOf(option));
  if (existsSync(paths.segments)) return paths;
  throw new TracekitError(
    'no_log',
    `${paths.home}: expected a log in it, found none; run: tracekit record, or name another --home`,
  );
}
