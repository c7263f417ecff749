import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolders } from '../log/folders.ts';
import { type ProcessFacts, processChain } from './process-chain.ts';

/** The processes that are known to be harnesses. */
export type BoundHarnesses = {
  readonly has: (process: ProcessFacts) => boolean;
  readonly add: (process: ProcessFacts) => void;
};

/** So many are remembered; one is a window of an agent. */
const MOST = 1_000;

/**
 * Harnesses kept in a file, so that a signer which starts anew knows those of the one before: else what an agent left
 * running could answer before its next hook.
 */
export function boundHarnesses(path: string): BoundHarnesses {
  const known = new Set(readKeys(path).filter(isAlive));
  return {
    has: (process) => known.has(keyOf(process)),
    add: (process) => {
      const key = keyOf(process);
      if (known.has(key)) return;
      known.add(key);
      for (const oldest of known) {
        if (known.size <= MOST) break;
        known.delete(oldest);
      }
      write(path, known);
    },
  };
}

function readKeys(path: string): readonly string[] {
  try {
    return readFileSync(path, 'latin1')
      .split('\n')
      .filter((line) => /^[0-9]{1,10} [0-9]{1,20}$/.test(line));
  } catch {
    return [];
  }
}

/** The file says what is known anyway while this signer runs: that it can't be written is no reason not to decide. */
function write(path: string, known: ReadonlySet<string>): void {
  try {
    makeFolders(dirname(path));
    writeFileSync(path, `${[...known].join('\n')}\n`, { mode: 0o600 });
  } catch {}
}

function isAlive(key: string): boolean {
  const [first] = processChain(Number(key.split(' ')[0])).processes;
  return first !== undefined && keyOf(first) === key;
}

function keyOf({ pid, begun }: ProcessFacts): string {
  return `${pid} ${begun}`;
}
