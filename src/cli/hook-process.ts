import type { StartedSigner } from '../signer/spawn-signer.ts';
import { runHook } from './hook.ts';
import { readStdin, writeTo } from './hook-streams.ts';

/**
 * Runs `tracekit hook` as this process and ends it. The exit code is always one that the dialect means. `program` gives
 * the path of `tracekit.js`, which runs a signer.
 */
export async function runHookProcess(argv: readonly string[], program: () => string): Promise<never> {
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop.abort());
  const exit = await runHook(argv, {
    env: process.env,
    cwd: currentFolder(),
    platform: process.platform,
    clock: Date.now,
    readStdin,
    write: writeTo,
    start: (home) => start(home, program()),
    signal: stop.signal,
  });
  process.exit(exit);
}

/** Empty where the folder has been removed. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return '';
  }
}

/** Only a hook that finds no signer pays for node:child_process. */
async function start(home: string, program: string): Promise<StartedSigner> {
  const { signerProgram, startSigner } = await import('../signer/spawn-signer.ts');
  return startSigner(home, signerProgram(program, home));
}
