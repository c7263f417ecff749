import { HOLD_KINDS, type HoldKind } from '../hold.ts';
import { DEPENDENCIES, NETWORK } from '../lexicon/english-nouns.ts';
import { SOFT } from '../lexicon/english-phrases.ts';
import { type Act, VERBS } from '../lexicon/english-verbs.ts';
import { PhraseTable, phrases } from '../phrases.ts';
import type { Token } from '../token.ts';
import { type Noun, nounAt } from './noun-phrase.ts';
import { endsAt, type Found, hold, type Reader, type Reading, type Scene } from './scene.ts';
import { exceptionAt } from './scope.ts';
import { trailingAt } from './trailing.ts';

const ALLOW = phrases(
  "(you|u|ya|we) (can|may|could|are allowed to|'re allowed to|are free to|are permitted to|have permission to|are now allowed to|are now free to|have my (ok|okay|permission|blessing|approval|go-ahead) to) (now|also|again|finally|safely|then|go ahead and|of course|freely|still|as well)?",
  "(you're|youre) (now|again|also)? (allowed|free|permitted|cleared|clear|good|welcome) to (now|also|again)?",
  '(go ahead and|feel free to|go on and|please go ahead and|please feel free to|i allow you to|i now allow you to|i permit you to|free to|ok to|okay to|fine to|safe to|good to)',
  "(it's|it is|its|that's|now it's|it's now) (now|also|perfectly|totally)? (ok|okay|fine|alright|all right|safe|good) (now|again)? (for you)? to (now|also)?",
  "(i'm|i am) (ok|okay|fine|happy|good) (with you|for you to|if you)",
);
const CHANGING: readonly (readonly [Act, readonly HoldKind[]])[] = [
  ['force_push', ['no_push']],
  ['push', ['no_push']],
  ['commit', ['no_commit']],
  ['install', ['no_install']],
  ['delete', ['no_delete']],
  ['download', ['no_network']],
  ['go_online', ['no_network']],
  ['modify', ['no_modify', 'read_only']],
  ['write', ['no_modify', 'read_only']],
  ['carry_out', ['no_modify', 'read_only']],
];

/** "you may edit X now", "go ahead and push". */
export const allowedAt: Reader = (scene, i) => {
  const { tokens } = scene;
  const allow = ALLOW.find(tokens, i);
  if (allow === undefined) return undefined;
  const found: Found[] = [];
  let at = allow.next;
  let next = -1;
  for (let step = 0; step < 6; step++) {
    const one = deedAt(scene, at, 'base') ?? deedAt(scene, at, 'ing');
    if (one === undefined) break;
    found.push(...one.found);
    next = one.next;
    if (!/^(?:and|or|,)$/.test(tokens[next]?.low ?? '')) break;
    at = /^(?:and|or)$/.test(tokens[next + 1]?.low ?? '') ? next + 2 : next + 1;
  }
  return next < 0 ? undefined : withException(scene, found, next);
};

/** "You may edit anything except X" forbids X. */
function withException({ tokens }: Scene, found: readonly Found[], next: number): Reading {
  const except = exceptionAt(tokens, next);
  return except === undefined
    ? { found, next }
    : { found: [...found, hold('no_modify', except.targets)], next: except.next };
}

/** A deed that is allowed: its verb, and what it may be done to. */
function deedAt(scene: Scene, at: number, form: 'base' | 'ing'): Reading | undefined {
  const { tokens } = scene;
  for (const [act, kinds] of CHANGING) {
    const verb = VERBS.get(act)!.find(tokens, at);
    if (verb?.value !== form) continue;
    return {
      found: allowedObject(scene, kinds, verb.next),
      next: Math.max(verb.next, nounAt(tokens, verb.next).next),
    };
  }
  const use = VERBS.get('use')!.find(tokens, at);
  const network = use?.value === form ? NETWORK.find(tokens, use.next) : undefined;
  if (network !== undefined) return { found: [permission(['no_network'], [])], next: network.next };
  const add = VERBS.get('add')!.find(tokens, at);
  const dependency = add?.value === form ? DEPENDENCIES.find(tokens, add.next) : undefined;
  return dependency === undefined
    ? undefined
    : { found: [permission(['no_install'], [])], next: dependency.next };
}

function allowedObject(scene: Scene, kinds: readonly HoldKind[], at: number): readonly Found[] {
  const noun = nounAt(scene.tokens, at);
  const writes = kinds.includes('read_only');
  if (noun.is === 'targets') {
    const named: Found = { say: 'named', targets: noun.targets };
    return writes ? [permission(kinds, noun.targets), named] : [permission(kinds, noun.targets)];
  }
  if (noun.is === 'pronoun') {
    const targets = scene.refer(noun.pronoun!, at);
    return [permission(kinds, writes ? targets : [])];
  }
  if (!writes) return noun.is === 'content' && kinds[0] === 'no_delete' ? [] : [permission(kinds, [])];
  if (noun.is === 'all' || noun.is === 'else') return [permission([...kinds, 'scope'], [])];
  return [permission(['read_only'], [])];
}

function permission(kinds: readonly HoldKind[], targets: readonly string[]): Found {
  return { say: 'release', kinds, targets, by: 'permission' };
}

const TOPICS = new PhraseTable<readonly HoldKind[]>([
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
const BAN = phrases(
  '(ban|freeze|restriction|restrictions|rule|rules|limit|limits|lock|constraint|constraints|hold|thing|part|stuff|prohibition|block|requirement)',
);

/** "forget what I said about the network", "never mind the freeze", "lift the ban on X". */
export const forgottenAt: Reader = (scene, i) => {
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
};

/** "the docs restriction": the noun before the word for a ban. */
function beforeBan(tokens: readonly Token[], at: number): Noun {
  for (let i = at + 1; i < at + 6 && i < tokens.length && tokens[i]!.kind !== 'mark'; i++)
    if (BAN.find(tokens, i) !== undefined) return nounAt(tokens.slice(0, i), at);
  return nounAt(tokens, at);
}

const FINE = phrases(
  "(is|are|'s) (now|again|totally|perfectly|absolutely|also|all)? (fine|ok|okay|allowed|permitted|good|alright|all right|fair game|unfrozen|editable|up for grabs|open|open again|back in scope|no longer off limits|no longer off-limits|no longer frozen|no longer a problem|in scope|safe to edit|safe to change|ok to edit|ok to change|fine to edit|fine to change|ok to touch|fine to touch|free to edit|writable|yours|yours now|back on|unlocked|available again|no longer locked|no longer read-only|lifted|over|off|gone|allowed again|fine again) (now|again|too|from now on|by me|with me|to edit|to change)?",
  '(can|may|could) (now|again)? be (changed|edited|touched|modified|updated|altered|used|pushed|made|deleted|removed|committed) (now|again|too)?',
  'no longer (apply|applies|matter|matters)',
);

/** "pushing is fine now", "billing.py may be changed again". */
export const fineAt: Reader = (scene, i) => {
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
  const noun = nounAt(tokens, verb?.value === 'ing' ? verb.next : i);
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
};

const OPENED = phrases('(unfreeze|unlock|re-open|reopen|unblock)');
const GO_AHEAD = phrases(
  "(go|go ahead|proceed|approved|go for it|lgtm|do it|you may proceed|you can proceed|green light|i approve|i've reviewed it|permission granted|go on then|make it so|yes go ahead|please proceed|please go ahead|looks good|looks good to me|you have my (ok|okay|approval|go-ahead|permission|blessing)|all yours|have at it|let's do it|let's go|you're good to go|good to go|i've approved it|ok approved|approved by me|carry on|fire away|you got my approval|plan approved|the plan is approved|plan looks good|i approve the plan|go with it|apply it|apply them|apply that|apply the changes|apply the fix|make the changes|make the change|make those changes|implement it|implement that|implement the plan|implement this|start implementing|start coding|write the code)",
);

/** "unfreeze X"; "approved, go ahead". */
export const goAheadAt: Reader = (scene, i) => {
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
};

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

export const openAt: Reader = ({ tokens }, i) => {
  const open = OPEN.find(tokens, i);
  return open === undefined ? undefined : { found: [permission(open.value, [])], next: open.next };
};

/** An instruction to do what was held: "now push", "fix billing.py". Such words end a hold of an earlier prompt. */
export function instructedAt(scene: Scene, i: number): readonly Found[] {
  const { tokens } = scene;
  for (const [act, kinds] of CHANGING) {
    const verb = VERBS.get(act)!.find(tokens, i);
    if (verb?.value !== 'base') continue;
    const noun = nounAt(tokens, verb.next);
    const targets = noun.is === 'pronoun' ? scene.refer(noun.pronoun!, i) : noun.targets;
    if (kinds.includes('read_only'))
      return [
        instruction(['read_only'], []),
        ...(targets.length > 0 ? [instruction(['no_modify'], targets)] : []),
      ];
    if (act === 'delete') return targets.length > 0 ? [instruction(kinds, targets)] : [];
    if (act === 'download') return [];
    return deedEnds(tokens, verb.next) ? [instruction(kinds, [])] : [];
  }
  return [];
}

/** "push", "push it", "commit and push", "install lodash": not "commit messages should …". */
function deedEnds(tokens: readonly Token[], at: number): boolean {
  const low = tokens[at]?.low ?? '';
  return (
    endsAt(tokens, at) ||
    /^(?:it|this|that|them|to|the|your|all|everything|with|now|please|again|my|what|these|those|and|as|-m|origin|--force|dependencies|packages)$/.test(
      low,
    ) ||
    tokens[at - 1]!.low.startsWith('install') ||
    SOFT.find(tokens, at) !== undefined
  );
}

function instruction(kinds: readonly HoldKind[], targets: readonly string[]): Found {
  return { say: 'release', kinds, targets, by: 'instruction' };
}
