import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';

/** A program that is not ours. `missing` says what to install, where it is not there. */
export type ForeignTool = { readonly name: string; readonly missing?: string };

type Run = {
  readonly input?: string | Uint8Array;
  readonly env?: { readonly [name: string]: string };
};

/** Go with Debian's packages only: nothing is fetched, and no module file is wanted. */
export const GO_ENV = { GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOPROXY: 'off', GOFLAGS: '' };
/** Debian's own Python, which sees Debian's packages; another `python3` may come first in PATH. */
export const PYTHON = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';

export const GO = tool('Go with golang.org/x/mod', 'golang-go golang-golang-x-mod-dev', () =>
  works('go', ['list', 'golang.org/x/mod/sumdb/note', 'golang.org/x/mod/sumdb/tlog'], { env: GO_ENV }),
);
export const OPENSSL = tool('OpenSSL', 'openssl', () => works('openssl', ['version']));
export const CRYPTOGRAPHY = tool("Python's cryptography", 'python3-cryptography', () =>
  works(PYTHON, ['-c', 'import cryptography']),
);

/** Runs a program; gives its exit code and what it wrote. */
export function run(
  command: string,
  args: readonly string[],
  { input, env }: Run = {},
): { readonly code: number | null; readonly out: string; readonly err: string } {
  const done = spawnSync(command, args, {
    ...(input === undefined ? {} : { input }),
    env: { ...process.env, ...env },
    maxBuffer: 1 << 28,
    timeout: 300_000,
  });
  return { code: done.status, out: done.stdout?.toString() ?? '', err: done.stderr?.toString() ?? '' };
}

/**
 * A test that needs a foreign tool: without it, it fails in CI, where `.ci/run` installs it, and elsewhere is
 * skipped under a name that says so.
 */
export function itNeeds({ missing }: ForeignTool, name: string, test: () => void): void {
  if (missing === undefined) it(name, test);
  else if (process.env.CI === 'true') it(name, () => expect.fail(missing));
  else it.skip(`${name} (skipped: ${missing})`, test);
}

function tool(name: string, packages: string, isThere: () => boolean): ForeignTool {
  return isThere() ? { name } : { name, missing: `${name} is not installed; Debian: ${packages}` };
}

function works(command: string, args: readonly string[], options: Run = {}): boolean {
  return run(command, args, options).code === 0;
}
