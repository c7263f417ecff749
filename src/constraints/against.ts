import { afterPrompt } from './fold.ts';
import type { Hold } from './hold.ts';

/** A hold of earlier prompts that a prompt takes back or narrows: what is left of it, if anything. */
export type Changed<Of> = { readonly of: Of; readonly rest: Hold | undefined };

/** What a prompt holds itself, and what it does to what holds already. */
export type ReadAgainst<Of> = { readonly own: readonly Hold[]; readonly changed: readonly Changed<Of>[] };

/**
 * hostile: a person's prompt, read where these holds stand. Whatever the prompt takes back of itself is no hold of its
 * own; what it takes back of earlier ones is for the caller to use, or not (`constraints.release`).
 */
export function readAgainst<Of>(
  standing: readonly { readonly of: Of; readonly hold: Hold }[],
  text: string,
  earlier: readonly string[],
): ReadAgainst<Of> {
  // The range is the mark by which what is left of a hold is known again.
  const marked = standing.map(({ of, hold }) => ({ of, hold: { ...hold, words: { ...hold.words } } }));
  const after = afterPrompt(
    marked.map(({ hold }) => hold),
    text,
    earlier,
  );
  const marks = new Set(marked.map(({ hold }) => hold.words));
  const changed = marked.flatMap(({ of, hold }): readonly Changed<Of>[] => {
    const rest = after.find(({ words }) => words === hold.words);
    return rest !== undefined && sameOf(rest, hold) ? [] : [{ of, rest }];
  });
  return { own: after.filter(({ words }) => !marks.has(words)), changed };
}

function sameOf(a: Hold, b: Hold): boolean {
  return a.targets.length === b.targets.length && a.except.length === b.except.length;
}
