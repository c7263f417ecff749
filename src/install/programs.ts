import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import { HARNESSES, type Harness } from '../model/harness.ts';
import type { FoundVersion, Installer, Places } from './installer.ts';
import { INSTALLERS } from './installers.ts';

/** How long a harness may take to say its version, in ms. */
const VERSION_MS = 10_000;

/** The harnesses that this user has: by their program on PATH, or by the folder of their settings. */
export function detectedHarnesses(places: Places): readonly Harness[] {
  return HARNESSES.filter((harness) => {
    const installer = INSTALLERS[harness];
    return (
      existsSync(installer.userFolder(places)) ||
      installer.programs.some((program) => programPath(program, places.env) !== undefined)
    );
  });
}

/** Where a program lies on PATH; undefined where it does not. */
export function programPath(program: string, env: Places['env']): string | undefined {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', ''] : [''];
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    if (!isAbsolute(folder)) continue;
    const found = endings.map((ending) => join(folder, program + ending)).find(isProgram);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The versions that a harness's programs say of themselves (`--version`); none for one that says nothing in 10 s. */
export async function foundVersions(
  installer: Pick<Installer, 'programs'>,
  env: Places['env'],
): Promise<readonly FoundVersion[]> {
  const found = await Promise.all(
    installer.programs.map(async (program): Promise<readonly FoundVersion[]> => {
      const path = programPath(program, env);
      const version = path === undefined ? undefined : await versionOf(path, env);
      return version === undefined ? [] : [{ program, version }];
    }),
  );
  return found.flat();
}

async function versionOf(path: string, env: Places['env']): Promise<string | undefined> {
  try {
    const options = { timeout: VERSION_MS, env: { ...env }, windowsHide: true } as const;
    const { stdout } = await promisify(execFile)(path, ['--version'], options);
    // A sentence may end behind it.
    return /\b\d+(?:\.\d+)+[A-Za-z0-9.+-]{0,40}/
      .exec(stdout.slice(0, 1_000))?.[0]
      .replace(/[.+-]{1,40}$/, '');
  } catch {
    return undefined;
  }
}
