import { phrases } from '../phrases.ts';
import { nounAt } from './noun-phrase.ts';
import { beginningWith, endsAt, type Found, hold, type Scene } from './scene.ts';
import { trailingAt } from './trailing.ts';

const SAME = phrases(
  '(the)? same (goes|holds|applies|is true|rule|thing)? (for|with|to)',
  '(this|that|the ban|the rule) (also)? (goes|holds|applies) (also|equally)? (for|to)',
  '(ditto|likewise) (for|with)?',
  '(is|are|does|do)',
);

/** "… so are the docs/ and infra/ folders", "same goes for b.py": what was said last, of more. */
export const againAt = beginningWith([SAME], (scene, i) => {
  const { tokens } = scene;
  const same = SAME.find(tokens, i);
  const last = scene.last();
  const so = !/^(?:is|are|does|do)$/.test(tokens[i]!.low) || tokens[i - 1]?.low === 'so';
  if (same === undefined || !so || last?.say !== 'hold' || last.targets.length === 0) return undefined;
  const noun = nounAt(tokens, same.next);
  const ends = endsAt(tokens, trailingAt(tokens, noun.next, true).next);
  return noun.is === 'targets' && ends
    ? { found: [hold(last.kind, noun.targets)], next: noun.next }
    : undefined;
});

/** Whether a clause that is spelled like a question goes on with what was said: "so are …". */
export function goesOn({ tokens }: Pick<Scene, 'tokens'>, i: number): boolean {
  return tokens[i - 1]?.low === 'so' && /^(?:is|are|does|do)$/.test(tokens[i]?.low ?? '');
}

/** The last hold of a list. */
export function lastHold(found: readonly Found[]): Found | undefined {
  return found.findLast((one) => one.say === 'hold');
}
