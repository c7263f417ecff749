import type { Effect } from '../../shell/effect.ts';
import type { Action } from '../actions.ts';
import type { Claimed } from './lexicon.ts';

/** What a call must look like to stand for a claim: generous, since a wrong accusation is worse than a missed one. */
type Support = {
  readonly effects: readonly Effect[];
  /** Words of a command, or of a tool's name. Linear. */
  readonly words: RegExp;
};

export const SUPPORT: Readonly<Record<Claimed, Support>> = {
  tests: {
    effects: [],
    words:
      /tests?\b|test[_./:-]|[_./:-]test|spec|pytest|jest|vitest|mocha|ava\b|rspec|phpunit|tox\b|nox\b|check|verify|make\b|just\b|ci\b|bazel|gradle|mvn|cypress|playwright|karma|unittest|minitest|busted|bats/i,
  },
  commit: {
    effects: ['commit'],
    words:
      /commit|merge|rebase|cherry-pick|revert|\bam\b|create_or_update_file|push_files|\bgh\b|\bjj\b|\bhg\b|\bsvn\b/i,
  },
  push: {
    effects: ['push', 'force_push'],
    words: /push|create_or_update_file|\bgh\b|\bjj\b|publish|deploy|release|sync/i,
  },
  install: {
    effects: ['install'],
    words:
      /install|\badd\b|\bsync\b|\bci\b|\bget\b|bundle|setup|bootstrap|requirements|\bapt|\bbrew\b|\bpip|npm|yarn|pnpm|poetry|\buv\b|conda|cargo|gem\b|composer|restore|download|docker|make\b/i,
  },
};

/** Whether a call stands for a claim: it ran, and does such a thing, or may. */
export function supports(action: Action, claimed: Claimed): boolean {
  const { effects, words } = SUPPORT[claimed];
  const read = action.read();
  // What cannot be read may have been anything.
  if (read === undefined) return true;
  if (action.state === 'prevented') return false;
  const { command } = read.call;
  const found = command === undefined ? words.test(read.name) : words.test(command);
  const steps = found ? [] : (action.examination()?.steps ?? []);
  if (!found && !steps.some((step) => step.effects.some((effect) => effects.includes(effect)))) return false;
  return action.state !== 'failed' || claimed === 'tests' || !isAlone(action);
}

/** One command alone, which then did not do it. */
function isAlone(action: Action): boolean {
  return (action.examination()?.steps.length ?? 0) <= 1;
}
