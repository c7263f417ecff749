import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type Command, Option } from 'commander';
import type { Program } from '../install/installation.ts';
import type { Places } from '../install/installer.ts';
import { TracekitError } from '../model/error.ts';
import { HARNESSES } from '../model/harness.ts';
import { projectOf } from '../policy/project.ts';
import { withHome } from './home-option.ts';

/** Adds what `init` and `uninstall` share. */
export function withInstallOptions(command: Command): Command {
  return withAgent(command).option(
    '--project',
    'the settings of the project that this folder lies in, instead of your own',
  );
}

/** Adds `--home` and `--agent`. */
export function withAgent(command: Command): Command {
  return withHome(command).addOption(agentOption('the harness'));
}

/** `--agent`, which takes a harness's name. */
export function agentOption(description: string): Option {
  return new Option('--agent <name>', description).choices(HARNESSES);
}

/** This process's places. */
export function placesHere(): Places {
  return { userHome: homedir(), env: process.env, cwd: process.cwd() };
}

/** What installed hooks run: beside the running bundle. */
export function programHere(): Program {
  return { node: process.execPath, fallback: fileURLToPath(new URL('./hook.cjs', import.meta.url)) };
}

/** The root of the project that `--project` means. Throws `no_project` in the home folder, whose settings are the user's. */
export function projectHere(places: Places): string {
  const root = projectOf(places.cwd, places.userHome, existsSync);
  if (root !== places.userHome) return root;
  throw new TracekitError('no_project', `${root}: is your home folder, and no project; leave --project out`);
}
