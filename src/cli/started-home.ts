import { resolve } from 'node:path';

/**
 * The home in `tracekit signer run --home DIR`, as a hook starts it: such a process idles all day, and does without the
 * memory of what reads command lines. undefined: the arguments are to be read like all others.
 */
export function startedHome(argv: readonly string[]): string | undefined {
  const [command, below, option, home, ...more] = argv.slice(2);
  const isStart = command === 'signer' && below === 'run' && option === '--home' && more.length === 0;
  return isStart && home !== undefined && !home.startsWith('-') ? resolve(home) : undefined;
}
