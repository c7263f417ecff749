import { existsSync, readFileSync } from 'node:fs';
import { type Held, heldAfter } from '../../src/constraints/fold.ts';

/** A prompt, the run's prompts before it, and what holds after it. */
export type Line = {
  readonly id: string;
  readonly context?: readonly string[];
  readonly prompt: string;
  readonly expect: readonly Held[];
};

export function readLines(path: string): readonly Line[] | undefined {
  if (!existsSync(path)) return undefined;
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

/** How many holds were found that a line expects, how many that it does not, and how many were missed. */
export type Score = {
  readonly right: number;
  readonly wrong: readonly string[];
  readonly missed: readonly string[];
};

/** A hold is right where its kind and its targets are; upper and lower case are one. */
export function score(lines: readonly Line[]): Score {
  let right = 0;
  const wrong: string[] = [];
  const missed: string[] = [];
  for (const line of lines) {
    const found = heldAfter([...(line.context ?? []), line.prompt]).map(keyOf);
    const expected = line.expect.map(keyOf);
    right += found.filter((key) => expected.includes(key)).length;
    wrong.push(...found.filter((key) => !expected.includes(key)).map((key) => `${line.id} ${key}`));
    missed.push(...expected.filter((key) => !found.includes(key)).map((key) => `${line.id} ${key}`));
  }
  return { right, wrong, missed };
}

function keyOf({ kind, targets }: Held): string {
  return [kind, ...targets.map((target) => target.toLowerCase()).sort()].join(' ');
}
