import { HOLD_KINDS, type HoldKind } from '../hold.ts';
import { VERBS } from '../lexicon/english-verbs.ts';
import { PhraseTable, phrases } from '../phrases.ts';
import type { Token } from '../token.ts';
import { type Noun, nounAt } from './noun-phrase.ts';
import { permission } from './permit.ts';
import { beginningWith } from './scene.ts';

export const TOPICS = new PhraseTable<readonly HoldKind[]>([
  [
    ['no_push'],
    [
      '(the)? (no)? (push|pushing|pushes|push ban|push freeze)',
      '(not|never) (to)? push',
      'not pushing',
      "(don't|do not) push",
    ],
  ],
  [
    ['no_commit'],
    [
      '(the)? (no)? (commit|commits|committing|commit ban)',
      '(not|never) (to)? commit',
      'not committing',
      "(don't|do not) commit",
    ],
  ],
  [
    ['no_network'],
    [
      '(the)? (no)? (network|internet|network access|web|offline|offline mode|network ban|net|network calls|network thing|internet access|downloads|downloading)',
      'being offline',
      'staying offline',
      'working offline',
      'not using the (network|internet)',
    ],
  ],
  [
    ['no_install'],
    [
      '(the)? (no)? (new)? (install|installs|installing|installation|dependencies|packages|deps|installing packages|installing things|adding dependencies|adding packages|dependency|new packages|installations)',
      'not (to install|installing) (anything|packages|dependencies)?',
    ],
  ],
  [
    ['no_delete'],
    [
      '(the)? (no)? (deletes|deletions|deleting|deleting files|removing files|deletion|removals|removing)',
      'not (to delete|deleting) (anything|files)?',
    ],
  ],
  [
    ['read_only', 'no_modify'],
    ['(the)? (code)? freeze', 'not (to change|changing|to touch|touching|to edit|editing) (anything)?'],
  ],
  [
    ['read_only'],
    [
      '(the)? (no)? (read-only|readonly|read only) (mode|thing|rule|restriction|limit|constraint|stuff|instruction)?',
      '(the)? (no changes|no edits|no write) (rule|restriction|thing)?',
      '(edits|editing|changes|writes|writing|code changes|making changes)',
    ],
  ],
  [
    ['scope'],
    [
      '(the)? (scope|scope limit|scope restriction|file limit|limit to one file)',
      'the (limit|restriction) (to|on) (one|the|that) (file|folder|files)',
    ],
  ],
  [
    HOLD_KINDS,
    [
      '(all|any|every|each)? (of)? (the|my|our|those|these|this|that|your|any)? (earlier|previous|prior|old|other|above|initial|former|existing|current)? (restrictions|restriction|constraints|constraint|limits|limitations|bans|ban|rules|prohibitions|holds|prohibition)',
      '(everything|all) (i said before|i said earlier|i forbade|i banned|i said not to do)',
    ],
  ],
]);

const FORGET = phrases(
  "(forget|never mind|nevermind|nvm|disregard|ignore|drop|scrap|lift|cancel|undo|revoke|withdraw|waive|remove|you can ignore|you can forget|you may ignore|you can drop|i'm lifting|i lift|i take back|i hereby lift|i withdraw|i revoke|let's drop|let's lift|scratch|i'm dropping|end|let's end|lifting|we can drop|we can lift|we can forget|you can disregard) (about)?",
);

const SAID = phrases(
  '(what|everything|all|the thing|the part|the bit|that|the stuff|that thing|that part|that bit) (that)? (i|we) (said|told you|wrote|asked|mentioned|requested|say) (earlier|before|previously)? (about|on|regarding|concerning|re)? (the)?',
  '(my|the|that|this|the earlier|my earlier|my previous|the previous|my last|our|my old|the old) (instruction|rule|restriction|ban|request|constraint|limit|comment|remark|note|warning|hold|freeze|instructions|rules|block|prohibition|order|bit|part|thing) (about|on|regarding|concerning|not to touch|not to edit|not to change|not to modify|against|for|not to) (touching|editing|changing|modifying|the)?',
);

export const BAN = phrases(
  '(ban|freeze|restriction|restrictions|rule|rules|limit|limits|lock|constraint|constraints|hold|thing|part|stuff|prohibition|block|requirement)',
);

/** "forget what I said about the network", "never mind the freeze", "lift the ban on X". */
export const forgottenAt = beginningWith([FORGET], (scene, i) => {
  const { tokens } = scene;
  const forget = FORGET.find(tokens, i);
  if (forget === undefined) return undefined;
  const said = SAID.find(tokens, forget.next);
  const sure =
    said !== undefined ||
    /^(?:forget|never|nevermind|nvm|disregard|lift|i|revoke|waive|withdraw)$/.test(tokens[i]!.low);
  const at = said?.next ?? forget.next;
  const topic = TOPICS.find(tokens, at);
  if (topic !== undefined) {
    const ban = BAN.find(tokens, topic.next);
    const noun = /^(?:on|of|for|about)$/.test(tokens[ban?.next ?? topic.next]?.low ?? '')
      ? nounAt(tokens, (ban?.next ?? topic.next) + 1)
      : undefined;
    if (noun?.is === 'targets')
      return {
        found: [permission(['no_modify', 'no_delete', 'no_commit', 'read_only'], noun.targets)],
        next: noun.next,
      };
    return sure || ban !== undefined || topic.value === HOLD_KINDS
      ? { found: [permission(topic.value, [])], next: ban?.next ?? topic.next }
      : undefined;
  }
  const noun = beforeBan(tokens, VERBS.get('modify')!.find(tokens, at)?.next ?? at);
  if (noun.is !== 'targets') return undefined;
  const ban = BAN.find(tokens, noun.next);
  return sure || ban !== undefined
    ? {
        found: [permission(['no_modify', 'no_delete', 'no_commit', 'read_only'], noun.targets)],
        next: ban?.next ?? noun.next,
      }
    : undefined;
});

/** "the docs restriction": the noun before the word for a ban. */
function beforeBan(tokens: readonly Token[], at: number): Noun {
  for (let i = at + 1; i < at + 6 && i < tokens.length && tokens[i]!.kind !== 'mark'; i++)
    if (BAN.find(tokens, i) !== undefined) return nounAt(tokens.slice(0, i), at);
  return nounAt(tokens, at);
}
