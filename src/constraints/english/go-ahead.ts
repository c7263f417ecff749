import { HOLD_KINDS } from '../hold.ts';
import { phrases } from '../phrases.ts';
import { nounAt } from './noun-phrase.ts';
import { permission } from './permit.ts';
import { beginningWith, endsAt } from './scene.ts';
import { trailingAt } from './trailing.ts';

const OPENED = phrases('(unfreeze|unlock|re-open|reopen|unblock)');

const GO_AHEAD = phrases(
  "(go|go ahead|proceed|approved|go for it|lgtm|do it|you may proceed|you can proceed|green light|i approve|i've reviewed it|permission granted|go on then|make it so|yes go ahead|please proceed|please go ahead|looks good|looks good to me|you have my (ok|okay|approval|go-ahead|permission|blessing)|all yours|have at it|let's do it|let's go|you're good to go|good to go|i've approved it|ok approved|approved by me|carry on|fire away|you got my approval|plan approved|the plan is approved|plan looks good|i approve the plan|go with it|apply it|apply them|apply that|apply the changes|apply the fix|make the changes|make the change|make those changes|implement it|implement that|implement the plan|implement this|start implementing|start coding|write the code)",
);

/** "unfreeze X"; "approved, go ahead". */
export const goAheadAt = beginningWith([OPENED, GO_AHEAD], (scene, i) => {
  const { tokens } = scene;
  const opened = OPENED.find(tokens, i);
  if (opened !== undefined) {
    const noun = nounAt(tokens, opened.next);
    return noun.is === 'targets'
      ? { found: [permission(['no_modify', 'read_only', 'no_delete'], noun.targets)], next: noun.next }
      : undefined;
  }
  const go = GO_AHEAD.find(tokens, i);
  if (go === undefined) return undefined;
  const trailing = trailingAt(tokens, go.next, true);
  const ends = endsAt(tokens, trailing.next) || /^(?:with|and|now)$/.test(tokens[go.next]?.low ?? '');
  return ends
    ? { found: [{ say: 'release', kinds: HOLD_KINDS, targets: [], by: 'go_ahead' }], next: go.next }
    : undefined;
});
