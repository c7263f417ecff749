import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TracekitError } from '../../model/error.ts';

/** The folders of a demo: a user of its own, with a project and a tracekit home. */
export type DemoPlaces = {
  readonly folder: string;
  readonly user: string;
  readonly project: string;
  readonly home: string;
  /** Environment of everything that plays in it: nothing of the real user's is read or written. */
  readonly env: Readonly<Record<string, string>>;
};

export function demoPlaces(folder: string): DemoPlaces {
  const user = join(folder, 'user');
  const env = {
    ...{ PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`, HOME: user },
    ...{ XDG_STATE_HOME: join(folder, 'state'), XDG_RUNTIME_DIR: join(folder, 'run'), LC_ALL: 'C' },
  };
  return { folder, user, project: join(user, 'project'), home: join(user, '.tracekit'), env };
}

export function makePlaces({ folder, project, home }: DemoPlaces): void {
  for (const path of [project, home, join(folder, 'run')]) mkdirSync(path, { recursive: true, mode: 0o700 });
}

/** A file or folder of the captured sessions that ship with the package. Throws `no_fixture`. */
export function fixture(name: string): string {
  const up = ['../fixtures/', '../../fixtures/', '../../../fixtures/'];
  const found = up
    .map((place) => fileURLToPath(new URL(place + name, import.meta.url)))
    .find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new TracekitError(
    'no_fixture',
    `expected fixtures/${name} in the package, found none; install it again`,
  );
}
