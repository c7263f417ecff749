import { existsSync, readFileSync } from 'node:fs';
import { heldAfter } from '../../src/constraints/fold.ts';
import type { Score } from './score.ts';

type Entry = {
  readonly id: string;
  readonly prompt: string;
  readonly context?: readonly string[];
  readonly expect: readonly { readonly kind: string; readonly targets?: readonly string[] }[];
};

/** The grammar against prompts and what they hold: a hold is right with its kind and all of its targets. */
export function grammarScore(path: string): Score {
  const score = { found: 0, missed: 0, wrong: 0 };
  if (!existsSync(path)) return score;
  for (const line of readFileSync(path, 'utf8').trim().split('\n')) {
    const { prompt, context = [], expect } = JSON.parse(line) as Entry;
    const want = expect.map(spelled);
    const got = heldAfter([...context, prompt]).map(spelled);
    score.found += got.filter((one) => want.includes(one)).length;
    score.wrong += got.filter((one) => !want.includes(one)).length;
    score.missed += want.filter((one) => !got.includes(one)).length;
  }
  return score;
}

function spelled({ kind, targets = [] }: Entry['expect'][number]): string {
  return `${kind} ${[...targets]
    .map((target) => target.replace(/\/$/, '').toLowerCase())
    .sort()
    .join('|')}`;
}
