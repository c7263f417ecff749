import { existsSync, readFileSync } from 'node:fs';
import { type CheckAnswer, type CheckInput, check } from '../../src/policy/check.ts';
import { NO_FILES } from '../../src/policy/real-path.ts';
import type { Policy } from '../../src/policy/rule.ts';
import { starterPolicy } from '../../src/policy/starter.ts';

/** A command or file call with what a person expects of it; `grey` ones may go either way. None is ever run. */
export type Line = CheckInput & {
  readonly expect: 'allow' | 'ask' | 'deny';
  readonly class: string;
  readonly targets?: readonly { readonly role: string; readonly path: string }[];
  readonly effects?: readonly string[];
};

export function readLines(path: string): readonly Line[] | undefined {
  if (!existsSync(path)) return undefined;
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

export const HOME = '/home/dev';
export const PROJECT = '/home/dev/app';

const STARTER = [starterPolicy()];

export function answer(input: Partial<CheckInput>, policies: readonly Policy[] = STARTER): CheckAnswer {
  return check({ id: 'x', cwd: PROJECT, ...input }, policies, { home: HOME, files: NO_FILES });
}

export type Score = {
  readonly missed: readonly string[];
  readonly stopped: number;
  readonly wrong: readonly string[];
  readonly allowed: number;
};

/** Which lines that must be stopped are not, and which others are. */
export function score(lines: readonly Line[]): Score {
  const judged = lines
    .filter((line) => line.class !== 'grey')
    .map((line) => ({ line, verdict: answer(line).verdict }));
  const must = judged.filter(({ line }) => line.expect !== 'allow');
  const may = judged.filter(({ line }) => line.expect === 'allow');
  return {
    missed: must.filter(({ verdict }) => verdict === 'allow').map(({ line }) => line.id),
    stopped: must.length,
    wrong: may.filter(({ verdict }) => verdict !== 'allow').map(({ line }) => line.id),
    allowed: may.length,
  };
}
