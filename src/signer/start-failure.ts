import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolders } from '../log/folders.ts';
import { TracekitError } from '../model/error.ts';

/** A signer that cannot start has no terminal to say so: it leaves its reason here, for the hook that waits for it. */
function startFailurePath(home: string): string {
  return join(home, 'state', 'start-failure');
}

export type StartFailure = {
  /** The error's code; `locked` may mean that another signer is just starting. */
  readonly code: string;
  readonly message: string;
};

/** Keeps the reason. Never throws: a full disk may be the reason. */
export function writeStartFailure(home: string, error: unknown): void {
  const code = error instanceof TracekitError ? error.code : 'failed';
  const message = error instanceof Error ? error.message : String(error);
  try {
    const path = startFailurePath(home);
    makeFolders(dirname(path));
    writeFileSync(`${path}.draft`, `${code}\n${message.slice(0, 2_000)}`, { mode: 0o600 });
    renameSync(`${path}.draft`, path);
  } catch {}
}

export function clearStartFailure(home: string): void {
  rmSync(startFailurePath(home), { force: true });
}

/** Why a start since `since` (ms since 1970) failed; undefined where none did. */
export function readStartFailure(home: string, since: number): StartFailure | undefined {
  try {
    const path = startFailurePath(home);
    if (statSync(path).mtimeMs < since) return undefined;
    const [code = '', ...lines] = readFileSync(path, 'utf8').slice(0, 2_100).split('\n');
    return { code, message: lines.join(' ') };
  } catch {
    return undefined;
  }
}
