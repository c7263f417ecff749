import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { TracekitError } from '../model/error.ts';

export type SpawnTailerErrorCode = 'not_built';

/** A tailer's process that was started: `stop` ends it, `gone` is called when it has ended of itself. */
export type StartedTailer = { readonly stop: () => void };

/**
 * A tailer idles at a few megabytes; what a line leaves behind dies young. In MB, for each half of the young space: 4
 * take 10 MB more of memory, and about the same time.
 */
const YOUNG_MB = 1;

/**
 * Starts the tailer's process for the signer that listens at `socket`. `secret` goes in by standard input, where no
 * other process reads it. Throws `not_built` where its program is missing.
 */
export function spawnTailer(socket: string, secret: string, gone: () => void): StartedTailer {
  const args = [`--max-semi-space-size=${YOUNG_MB}`, program(), socket];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'ignore'], cwd: '/' });
  child.on('error', gone);
  child.on('exit', gone);
  child.stdin.on('error', () => undefined);
  child.stdin.end(`${secret}\n`);
  // It keeps nothing, and where it is stopped it hears no other signal.
  return { stop: () => child.kill('SIGKILL') };
}

/** The built program: beside the running bundle, or in `dist/` when run from source. */
function program(): string {
  for (const place of ['./tailer.js', '../../dist/tailer.js']) {
    const path = fileURLToPath(new URL(place, import.meta.url));
    if (existsSync(path)) return path;
  }
  throw new TracekitError<SpawnTailerErrorCode>(
    'not_built',
    'expected dist/tailer.js beside this program, found none; run: npm run build',
  );
}
