import { type Act, IMPERATIVES, VERBS } from '../lexicon/english-verbs.ts';
import { phrases } from '../phrases.ts';
import { ended } from './ending.ts';
import { behindPreamble } from './frame.ts';
import { nominalAt } from './nominal.ts';
import { nounAt } from './noun-phrase.ts';
import { elseScope, OUTSIDE, scoped } from './outside.ts';
import { beginningWith, endsAt, type Scene } from './scene.ts';
import { trailingAt } from './trailing.ts';

/** Deeds that the person keeps to do, or wants to be asked about. */
const RESERVED = [
  [
    'no_push',
    phrases(
      '(leave|leaving) (the|all|all the|any)? (pushing|push|pushes) (to|for) me',
      "(i'll|i will|ill|i want to|i'd like to|i'd rather|i am going to|i'm going to|i prefer to) (do|handle|take care of|be doing)? (all)? (the|any)? (push|pushing|pushes) (it|this|that|everything|them|the branch)? (myself|by hand|later|on my own|manually)",
      '(keep|leave) (it|everything|this|that|all of this|all of it|your work|the commits|your commits|all commits|the changes|the branch|things|all changes|all your changes|commits|the work) (strictly|purely|on)? (local|locally|local only|my machine|local for now|unpushed)',
      '(commit|commits|everything|work) (locally|local) only',
      '(only commit|commit only|just commit) locally',
      'local (commits|branch|changes|work) only',
      'pushing (still)? (needs|requires) my (ok|approval|sign-off|go-ahead|permission|review)',
      'let me (do|handle|take care of) (the|all the)? (push|pushing|pushes)',
      'leave it to me to push',
      'let me push',
    ),
  ],
  [
    'no_commit',
    phrases(
      '(leave|leaving) (the|all|all the|any)? (committing|commit|commits|staging) (to|for) me',
      "(i'll|i will|ill|i want to|i'd like to|i'd rather|i am going to|i'm going to|i prefer to) (do|handle|take care of|be doing|make)? (all)? (the|any)? (commit|committing|commits) (it|this|that|everything|them|the changes)? (myself|by hand|later|on my own|manually)",
      '(leave|keep) (it|everything|this|that|all of this|all of it|your work|the changes|your changes|all changes|changes|the working tree|things|my changes|all your changes|the work|the result|the diff) (uncommitted|unstaged|un-committed|in the working tree|in the working tree only|dirty)',
      'committing (still)? (needs|requires) my (ok|approval|sign-off|go-ahead|permission|review)',
      'let me (do|handle|take care of) (the|all the)? (commit|committing|commits)',
      'leave it to me to commit',
      'let me commit',
    ),
  ],
] as const;

const WRITTEN_BY_ME = phrases(
  "(i'll|i will|let me|i want to|i'd like to) (make|do|apply|write|implement) (all)? (the|any)? (changes|change|edits|fix|fixes|coding|code|editing|patch) (myself|by hand|on my own|later)?",
  'leave the (changes|edits|fix|fixes|coding|editing) to me',
);

/** "I'll commit myself", "keep it local", "ask me before you push". */
export const reservedAt = beginningWith(
  [WRITTEN_BY_ME, ...RESERVED.map(([, table]) => table)],
  (scene, i) => {
    for (const [kind, table] of RESERVED) {
      const found = table.find(scene.tokens, i);
      if (found !== undefined) return ended(scene, { kind, targets: [], at: found.next });
    }
    const written = scene.writing ? undefined : WRITTEN_BY_ME.find(scene.tokens, i);
    return written !== undefined && endsAt(scene.tokens, written.next)
      ? ended(scene, { kind: 'read_only', targets: [], at: written.next })
      : undefined;
  },
);

const MAKE_NO = phrases(
  '(make|do|perform|introduce|write|create|use|add|install|leave|allow|have|issue) (no|zero)',
);

/** "make no changes to X", "add no dependencies". */
export const makeNoAt = beginningWith([MAKE_NO], (scene, i) => {
  const no = MAKE_NO.find(scene.tokens, i);
  return no === undefined ? undefined : nominalAt(scene, no.next);
});

const NOTHING = phrases('nothing');

const NOTHING_KINDS: readonly (readonly [
  Act,
  'read_only' | 'no_push' | 'no_commit' | 'no_install' | 'no_delete' | 'no_network',
])[] = [
  ['modify', 'read_only'],
  ['write', 'read_only'],
  ['push', 'no_push'],
  ['commit', 'no_commit'],
  ['install', 'no_install'],
  ['delete', 'no_delete'],
  ['download', 'no_network'],
];

const NEITHER_KINDS = [
  ['modify', 'no_modify'],
  ['delete', 'no_delete'],
  ['commit', 'no_commit'],
] as const;

/** "touch neither a.py nor b.py". */
export const neitherAt = beginningWith([...NEITHER_KINDS.map(([act]) => VERBS.get(act)!)], (scene, i) => {
  const { tokens } = scene;
  for (const [act, kind] of NEITHER_KINDS) {
    const verb = VERBS.get(act)!.find(tokens, i);
    if (verb?.value !== 'base' || tokens[verb.next]?.low !== 'neither') continue;
    const noun = nounAt(tokens, verb.next + 1);
    if (noun.is === 'targets') return ended(scene, { kind, targets: noun.targets, at: noun.next });
  }
  return undefined;
});

const WRITES = ['write', 'modify', 'carry_out'] as const;

/** "write nowhere else": the paths that were to be worked on are the scope. */
export const nowhereElseAt = beginningWith([...WRITES.map((act) => VERBS.get(act)!)], (scene, i) => {
  const { tokens } = scene;
  for (const act of WRITES) {
    const verb = VERBS.get(act)!.find(tokens, i);
    if (
      verb?.value === 'base' &&
      tokens[verb.next]?.low === 'nowhere' &&
      tokens[verb.next + 1]?.low === 'else'
    )
      return elseScope(scene, verb.next + 2);
  }
  return undefined;
});

/** What "nothing in X" forbids of a place. */
const PLACED: ReadonlyMap<Act, 'no_modify' | 'no_delete'> = new Map([
  ['modify', 'no_modify'],
  ['delete', 'no_delete'],
]);

/** "audit it, changing nothing": how it is to be done, unless it writes. */
function isManner({ tokens, writing, making }: Scene, i: number): boolean {
  const instructs = IMPERATIVES.has(tokens[behindPreamble(tokens, 0)]?.low ?? '');
  return instructs && !writing && !making && tokens[i - 1]?.low === ',';
}

/** "commit nothing", "touch nothing outside docs/". */
export const verbNothingAt = beginningWith([...NOTHING_KINDS.map(([act]) => VERBS.get(act)!)], (scene, i) => {
  const { tokens } = scene;
  for (const [act, kind] of NOTHING_KINDS) {
    const verb = VERBS.get(act)!.find(tokens, i);
    const says = verb?.value === 'base' || (verb?.value === 'ing' && isManner(scene, i));
    const nothing = says ? NOTHING.find(tokens, verb!.next) : undefined;
    if (nothing === undefined) continue;
    const placed = PLACED.get(act);
    const noun = placed === undefined ? undefined : nounAt(tokens, verb!.next);
    if (noun?.is === 'targets') return ended(scene, { kind: placed!, targets: noun.targets, at: noun.next });
    const outside = OUTSIDE.find(tokens, nothing.next);
    if (outside !== undefined) return act === 'modify' ? scoped(scene, outside.next) : undefined;
    const trailing = trailingAt(tokens, nothing.next, true);
    if (trailing.limits || !endsAt(tokens, trailing.next)) return undefined;
    return ended(scene, { kind, targets: [], at: nothing.next });
  }
  return undefined;
});
