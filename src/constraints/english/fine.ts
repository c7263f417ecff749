import { VERBS } from '../lexicon/english-verbs.ts';
import { phrases } from '../phrases.ts';
import { BAN, TOPICS } from './forget.ts';
import { nounAt } from './noun-phrase.ts';
import { permission, withException } from './permit.ts';
import { exceptionAt } from './place.ts';
import { beginningWithNoun, endsAt } from './scene.ts';
import { trailingAt } from './trailing.ts';

const FINE = phrases(
  "(is|are|'s) (now|again|totally|perfectly|absolutely|also|all)? (fine|ok|okay|allowed|permitted|good|alright|all right|fair game|unfrozen|editable|up for grabs|open|open again|back in scope|no longer off limits|no longer off-limits|no longer frozen|no longer a problem|in scope|safe to edit|safe to change|ok to edit|ok to change|fine to edit|fine to change|ok to touch|fine to touch|free to edit|writable|yours|yours now|back on|unlocked|available again|no longer locked|no longer read-only|lifted|over|off|gone|allowed again|fine again) (now|again|too|from now on|by me|with me|to edit|to change)?",
  '(can|may|could) (now|again)? be (changed|edited|touched|modified|updated|altered|used|pushed|made|deleted|removed|committed) (now|again|too)?',
  'no longer (apply|applies|matter|matters)',
);

/** "pushing is fine now", "billing.py may be changed again". */
export const fineAt = beginningWithNoun((scene, i) => {
  const { tokens } = scene;
  if (/^(?:nothing|no|none|neither|only|not)$/.test(tokens[i]?.low ?? '')) return undefined;
  const topic = TOPICS.find(tokens, i);
  if (topic !== undefined) {
    const ban = BAN.find(tokens, topic.next)?.next ?? topic.next;
    const on = /^(?:on|for|of)$/.test(tokens[ban]?.low ?? '') ? nounAt(tokens, ban + 1) : undefined;
    const fine = FINE.find(tokens, on?.is === 'targets' ? on.next : ban);
    if (fine === undefined) return undefined;
    return {
      found: [
        on?.is === 'targets'
          ? permission(['no_modify', 'no_delete', 'no_commit', 'read_only'], on.targets)
          : permission(topic.value, []),
      ],
      next: fine.next,
    };
  }
  const verb = VERBS.get('modify')!.find(tokens, i);
  const noun = scene.noun(verb?.value === 'ing' ? verb.next : i);
  const behind = noun.is === 'pronoun' || noun.is === 'targets' ? FINE.find(tokens, noun.next) : undefined;
  if (behind === undefined) return undefined;
  const targets = noun.is === 'pronoun' ? scene.refer(noun.pronoun!, i) : noun.targets;
  const fine = targets.length === 0 ? undefined : behind;
  const ends =
    fine !== undefined &&
    (endsAt(tokens, trailingAt(tokens, fine.next, true).next) ||
      exceptionAt(tokens, fine.next) !== undefined);
  if (fine === undefined || !ends) return undefined;
  return withException(
    scene,
    [permission(['no_modify', 'no_delete', 'no_commit', 'read_only'], targets), { say: 'named', targets }],
    fine.next,
  );
});
