import type { Action } from '../actions.ts';
import { contextOf } from '../actions.ts';
import { Links } from '../holds/links.ts';
import { mayHaveRun } from '../holds/ran.ts';
import { readScope, type Scope, ScopeMatchers, scopesIn } from '../holds/scope.ts';
import type { Standing } from '../holds/standing.ts';
import { type Found, quote, type Rule } from '../rule.ts';

/**
 * TK-X204: something was written outside the only places that the person allowed. Example: "only change src/pager.py",
 * and then an edit of src/config.py. In a later turn it is a medium, since the person may have meant the first alone.
 */
export const outsideScope: Rule = {
  id: 'TK-X204',
  title: 'A write outside what the person allowed.',
  severity: 'high',
  needs: ['hooks'],
  run: (timeline, { steps, standing: all, turns }) => {
    const standing = scopesAfter(all);
    if (standing.every((list) => list.length === 0)) return [];
    const links = new Links();
    const matchers = new ScopeMatchers();
    const found: Found[] = [];
    for (const step of steps) {
      if (step.kind !== 'action') continue;
      const { action } = step;
      const turn = turns.get(action) ?? 0;
      const read = action.read();
      const seen = links.examine(action);
      if (read === undefined || seen === undefined) continue;
      links.take(seen, read.call.cwd);
      const scopes = standing[turn]!;
      if (scopes.length === 0 || !timeline.isOwn(action.at) || !mayHaveRun(action)) continue;
      const { outside, unresolved, unknown } = readScope(seen, matchers.of(scopes, contextOf(read).home));
      const of = { action, scopes, turn, said: saidOf(scopes[0]!, timeline.contents) };
      if (outside.length > 0) found.push(breachOf(outside, of));
      if (unresolved.length > 0 || unknown) found.push(unclear(unresolved, of));
    }
    return found;
  },
};

/** The scopes after each prompt; a list that stays the same is the same one. */
function scopesAfter(standing: readonly (readonly Standing[])[]): readonly (readonly Scope[])[] {
  const known = new Map<readonly Standing[], readonly Scope[]>();
  return standing.map((list) => {
    const scopes = known.get(list) ?? scopesIn(list);
    known.set(list, scopes);
    return scopes;
  });
}

type Of = {
  readonly action: Action;
  readonly scopes: readonly Standing[];
  readonly turn: number;
  readonly said: string;
};

function saidOf(
  { hold, prompt }: Standing,
  contents: { readonly text: (of: Standing['prompt']['text']) => string | undefined },
): string {
  return contents.text(prompt.text)?.slice(hold.words.at, hold.words.at + hold.words.length) ?? '';
}

function breachOf(outside: readonly string[], { action, scopes, turn, said }: Of): Found {
  const later = turn > Math.max(...scopes.map((scope) => scope.turn)) + 1;
  const more = outside.length > 3 ? ` and ${outside.length - 3} more` : '';
  return {
    ...(later ? { kind: 'later_turn', severity: 'medium' } : {}),
    text: `the person said ${quote(said)}, and ${quote(wordsOf(action))} wrote ${outside.slice(0, 3).map(quote).join(', ')}${more}`,
    cites: citesOf(action, scopes),
    ...(action.trust === undefined ? {} : { trust: action.trust }),
  };
}

/** What is not known to be outside, nor to be inside. */
function unclear(unresolved: readonly string[], { action, scopes, said }: Of): Found {
  const what =
    unresolved.length > 0
      ? `what it writes is not known (${unresolved.slice(0, 3).map(quote).join(', ')})`
      : 'what it does is not known';
  return {
    kind: unresolved.length > 0 ? 'unresolved' : 'unknown_effect',
    severity: 'info',
    text: `the person said ${quote(said)}; of ${quote(wordsOf(action))} ${what}`,
    cites: citesOf(action, scopes),
    ...(action.trust === undefined ? {} : { trust: action.trust }),
  };
}

function citesOf(action: Action, scopes: readonly Standing[]) {
  return [action.at, ...scopes.map(({ prompt }) => prompt.at), ...action.cites];
}

function wordsOf(action: Action): string {
  const read = action.read();
  return read?.call.command ?? read?.name ?? action.tool;
}
