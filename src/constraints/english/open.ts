import { HOLD_KINDS, type HoldKind } from '../hold.ts';
import { PhraseTable } from '../phrases.ts';
import { permission } from './permit.ts';
import { beginningWith } from './scene.ts';

/** "nothing is off limits any more", "no restrictions any more", "we are no longer offline". */
const OPEN = new PhraseTable<readonly HoldKind[]>([
  [
    HOLD_KINDS,
    [
      '(no longer any|there are no longer any|there are no) (restrictions|constraints|limits) (now|anymore|any more)?',
      '(no more|no|without any) (restrictions|constraints|limits) (anymore|any more|any longer|now|from now on|apply)',
      '(nothing|none) is (off limits|off-limits|frozen|forbidden|restricted) (anymore|any more|any longer|now)',
      'anything goes (now)?',
      'all bets are off',
    ],
  ],
  [['no_network'], ["(we're|we are|you're|you are) (no longer offline|back online|online again|online now)"]],
  [
    ['read_only'],
    [
      "(we're|we are|you're|you are|this is|it's|the session is) (no longer|not) (in)? (read-only|readonly|read only) (mode)? (anymore|any more|any longer|now)?",
      '(leave|exit|end|stop|switch off) read-only (mode)?',
      'read-only (mode)? (is)? (off|over)',
    ],
  ],
]);

export const openAt = beginningWith([OPEN], ({ tokens }, i) => {
  const open = OPEN.find(tokens, i);
  return open === undefined ? undefined : { found: [permission(open.value, [])], next: open.next };
});
