import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';

/** Adds `--home DIR`, which every command that reads or writes a home takes. */
export function withHome(command: Command): Command {
  return command.option('--home <dir>', 'the folder of the log (default: $TRACEKIT_HOME, else ~/.tracekit)');
}

/** The home's absolute path: the option, else TRACEKIT_HOME, else `~/.tracekit`. */
export function homeOf(option: string | undefined): string {
  return resolve(option ?? process.env.TRACEKIT_HOME ?? join(homedir(), '.tracekit'));
}
