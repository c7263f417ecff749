import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A signer that cannot start has no terminal to say so: it leaves its reason here, for the hook that waits for it. */
function startFailurePath(home: string): string {
  return join(home, 'state', 'start-failure');
}

/** Keeps the reason. Never throws: a full disk may be the reason. */
export function writeStartFailure(home: string, message: string): void {
  try {
    const path = startFailurePath(home);
    writeFileSync(`${path}.draft`, message.slice(0, 2_000), { mode: 0o600 });
    renameSync(`${path}.draft`, path);
  } catch {}
}

export function clearStartFailure(home: string): void {
  rmSync(startFailurePath(home), { force: true });
}

/** Why a start since `since` (ms since 1970) failed; undefined where none did. */
export function readStartFailure(home: string, since: number): string | undefined {
  try {
    const path = startFailurePath(home);
    return statSync(path).mtimeMs >= since ? readFileSync(path, 'utf8').slice(0, 2_000) : undefined;
  } catch {
    return undefined;
  }
}
