import { DEPENDENCIES, NETWORK } from '../lexicon/english-nouns.ts';
import { type After, NEGATIONS, NOT, SOFT } from '../lexicon/english-phrases.ts';
import { ACTS_OF, type Act, type Form, VERBS } from '../lexicon/english-verbs.ts';
import { phrases, words } from '../phrases.ts';
import type { Token } from '../token.ts';
import { ended } from './ending.ts';
import { behindPreamble } from './frame.ts';
import { DEEDS, nominalAt } from './nominal.ts';
import { nounAt } from './noun-phrase.ts';
import { type Banned, heldObject } from './objects.ts';
import { beginningWith, endsAt, type Found, hold, type Reading, type Scene } from './scene.ts';
import { trailingAt } from './trailing.ts';

/** Verbs that forbid all writing where they stand without an object; "don't refactor" forbids a manner. */
const CORE = words('touch change edit modify alter touching changing editing modifying altering');

const RUN = phrases('(run|use|execute|do|call|invoke|issue|type|running|using|executing|doing|calling)');

const COMMANDS: readonly (readonly [RegExp, Act])[] = [
  [/^git push (?:--force|-f)\b/, 'force_push'],
  [/^(?:--force(?:-with-lease)?|force[- ]push)\b/, 'force_push'],
  [/^git push\b/, 'push'],
  [/^git (?:commit|add)\b/, 'commit'],
  [
    /^(?:npm|yarn|pnpm|bun|pip3?|bundle|composer|apt|apt-get|brew|cargo|poetry|uv|go)(?: (?:install|i|add|ci|get))\b/,
    'install',
  ],
  [/^(?:rm|rmdir|git rm|git clean)\b/, 'delete'],
  [/^(?:curl|wget)\b/, 'go_online'],
];

/** "don't touch X or push": a negation, and what it forbids. */
export const banAt = beginningWith([NEGATIONS, NOT], (scene, i) => {
  const negation = NEGATIONS.find(scene.tokens, i);
  if (negation === undefined) return undefined;
  return behind(scene, i, negation) ?? shorter(scene, i, negation.next);
});

/** "don't go online" is no "don't go …-ing". */
function shorter(scene: Scene, i: number, tried: number): Reading | undefined {
  const not = NOT.find(scene.tokens, i);
  return not === undefined || not.next === tried ? undefined : forbidden(scene, not.next, 'base');
}

function behind(
  scene: Scene,
  i: number,
  negation: { readonly value: After; readonly next: number },
): Reading | undefined {
  const without = /^(?:without|w\/o)$/.test(scene.tokens[i]!.low);
  const start = skipSoft(scene.tokens, behindAside(scene.tokens, negation.next));
  const excepted = /^(?:except|but)$/.test(scene.tokens[negation.next - 1]!.low);
  const reading =
    forbidden(scene, start, negation.value) ?? (excepted ? forbidden(scene, start, 'base') : undefined);
  if (reading !== undefined) return without ? fitting(scene, reading) : reading;
  if (negation.value !== 'ing') return undefined;
  const nominal = nominalFitting(scene, nominalAt(scene, start), without);
  return (
    nominal ?? (/avoid/.test(scene.tokens[negation.next - 1]!.low) ? avoidedAt(scene, start) : undefined)
  );
}

/** "do not, under any circumstances, …", "never, ever …": behind what is thrown in between. */
function behindAside(tokens: readonly Token[], at: number): number {
  if (!/^[,(—]$/.test(tokens[at]?.low ?? '')) return at;
  const soft = SOFT.find(tokens, at + 1)?.next;
  if (soft !== undefined) return /^[,)—]$/.test(tokens[soft]?.low ?? '') ? soft + 1 : soft;
  for (let i = at + 1; i < tokens.length && i < at + 11; i++)
    if (tokens[i]!.kind === 'mark') return /^[,)—]$/.test(tokens[i]!.low) ? i + 1 : at;
  return at;
}

/** "avoid billing.py". */
function avoidedAt(scene: Scene, at: number): Reading | undefined {
  const noun = nounAt(scene.tokens, at);
  const paths = noun.is === 'targets' && noun.targets.every((target) => /[./]/.test(target));
  return paths ? ended(scene, { kind: 'no_modify', targets: noun.targets, at: noun.next }) : undefined;
}

const ASK = phrases(
  '(always|please)? (ask|check with|consult|ping|tell|talk to|confirm with|check in with|wait for) (me|my ok|my okay|my approval|my go-ahead|my permission|for approval|for permission|for confirmation) (first|again)? (before|prior to) (you)?',
  'ask (first)? before',
  'i want to (review|see|check|approve) (it|this|that|everything|the diff|the changes)? before (you)?',
);

/** "ask me before you push": held until the person has answered. */
export const askedAt = beginningWith([ASK], (scene, i) => {
  const ask = ASK.find(scene.tokens, i);
  if (ask === undefined) return undefined;
  const reading = forbidden(scene, ask.next, 'base') ?? forbidden(scene, ask.next, 'ing');
  const found = reading?.found.map((one) => (one.say === 'hold' ? { ...one, untilWord: true } : one));
  return reading === undefined ? undefined : { found: found!, next: reading.next };
});

const FORBIDDEN = phrases(
  '(is|are) (strictly|absolutely|totally|completely|also|still|currently)? (off limits|off-limits|forbidden|not allowed|prohibited|banned|not permitted|out of the question|a no-go|a no go|not ok|not okay|verboten|disallowed|taboo|off the table|not an option|my job|up to me|not your job|not something you should do|not wanted|unwanted|not desired|frozen|out of bounds|out of scope)',
  "(isn't|aren't) (allowed|permitted|ok|okay|an option|wanted|your job)",
  '(still)? (needs|need|requires|require) my (ok|approval|sign-off|go-ahead|permission|review|okay)',
);

const BARE_DEEDS = [
  ['push', 'no_push'],
  ['commit', 'no_commit'],
  ['install', 'no_install'],
  ['delete', 'no_delete'],
  ['download', 'no_network'],
  ['modify', 'read_only'],
  ['write', 'read_only'],
] as const;

/** "pushing [is forbidden]": a deed without object. */
function bareDeed({ tokens }: Scene, i: number): Reading | undefined {
  for (const [act, kind] of BARE_DEEDS) {
    const verb = VERBS.get(act)!.find(tokens, i);
    if (
      verb?.value === 'ing' &&
      (FORBIDDEN.find(tokens, verb.next) ?? contrasted(tokens, verb.next)) !== undefined
    )
      return { found: [hold(kind, [])], next: verb.next };
  }
  return undefined;
}

const FINE = phrases('(is|are) (all|totally|perfectly)? (fine|ok|okay|allowed|permitted|good|welcome)');
const IS_NOT = phrases('(is|are) not', "(isn't|aren't)");

/** "reading is fine, writing is not": of deeds, and not of a program that is described. */
function contrasted(tokens: readonly Token[], at: number) {
  const not = IS_NOT.find(tokens, at);
  if (not === undefined || !endsAt(tokens, not.next)) return undefined;
  const begin = behindPreamble(tokens, 0);
  const mode = /^(?:you|you're|this|we|we're)$/.test(tokens[begin]?.low ?? '')
    ? tokens.findIndex(({ low }) => /^[:—]$/.test(low)) + 1
    : begin;
  const deed = tokens[mode]?.low.endsWith('ing') === true;
  return deed && mode < at && FINE.find(tokens, mode + 1) !== undefined ? not : undefined;
}

/** "pushing is forbidden", "network access is not allowed". */
export const forbiddenAt = beginningWith([...VERBS.values(), DEEDS, NETWORK, DEPENDENCIES], (scene, i) => {
  const reading =
    bareDeed(scene, i) ??
    forbidden(scene, i, 'ing') ??
    nominalAt({ ...scene, stating: false, loose: true }, i);
  const banned =
    reading === undefined
      ? undefined
      : (FORBIDDEN.find(scene.tokens, reading.next) ?? contrasted(scene.tokens, reading.next));
  if (banned === undefined) return undefined;
  const trailing = trailingAt(scene.tokens, banned.next, true);
  return trailing.limits || !endsAt(scene.tokens, trailing.next)
    ? undefined
    : { found: reading!.found, next: trailing.next };
});

function nominalFitting(scene: Scene, reading: Reading | undefined, without: boolean): Reading | undefined {
  return reading === undefined || !without ? reading : fitting(scene, reading);
}

/** "without …" belongs to the instruction before it; where that makes something, it may say what that is to be like. */
function fitting(scene: Scene, reading: Reading): Reading | undefined {
  const found = reading.found.filter((one) => {
    if (one.say !== 'hold') return true;
    if (one.kind === 'no_network' || one.kind === 'no_delete') return !scene.making;
    return one.kind !== 'read_only' || !scene.writing;
  });
  return found.length === 0 ? undefined : { found, next: reading.next };
}

function skipSoft(tokens: readonly Token[], i: number): number {
  const soft = SOFT.find(tokens, i);
  return soft === undefined ||
    /^(?:here|there|now|claude|this|that|for|in|to|allowed|permitted)$/.test(tokens[i]!.low)
    ? i
    : soft.next;
}

/** What stands under one negation: rows of verbs, joined by "or". */
function forbidden(scene: Scene, at: number, form: After): Reading | undefined {
  const found: Found[] = [];
  let next = at;
  let begin = at;
  for (let step = 0; step < 12; step++) {
    const row = verbRow(scene.tokens, begin, form);
    if (row === undefined) break;
    const reading = heldRow(scene, row);
    if (reading !== undefined) {
      found.push(...reading.found);
      next = reading.next;
    } else if (row.every(({ acts }) => !acts.some(({ act }) => act === 'other'))) break;
    const further = furtherVerb(scene.tokens, reading?.next ?? row.at(-1)!.acts[0]!.next, form);
    if (further === undefined) break;
    begin = further;
  }
  return found.length === 0 ? undefined : { found, next };
}

type Option = { readonly act: Act; readonly next: number; readonly bare: boolean };

type RowVerb = { readonly acts: readonly Option[] };

/** Verbs in a row that share an object: "edit or delete", "stage, commit or push". */
function verbRow(tokens: readonly Token[], at: number, form: After): readonly RowVerb[] | undefined {
  const row: RowVerb[] = [];
  let i = at;
  for (let step = 0; step < 8; step++) {
    const acts = verbAt(tokens, i, form);
    if (acts.length === 0) break;
    row.push({ acts });
    const joined = joinedAt(tokens, acts[0]!.next);
    if (joined === undefined || verbAt(tokens, joined, form).length === 0) break;
    i = joined;
  }
  return row.length === 0 ? undefined : row;
}

function joinedAt(tokens: readonly Token[], at: number): number | undefined {
  let i = at;
  if (tokens[i]?.low === ',') i++;
  if (/^(?:and|or|nor|&|\/)$/.test(tokens[i]?.low ?? '')) i++;
  if (i > at && /^(?:to|even|otherwise)$/.test(tokens[i]?.low ?? '')) i++;
  return i === at ? undefined : i;
}

/** All that a word may do as a verb, the longest reading first. */
function verbAt(tokens: readonly Token[], i: number, form: Form): readonly Option[] {
  const options: Option[] = [];
  const run = RUN.find(tokens, i);
  const command = commandAt(tokens, run?.next ?? i);
  if (
    command !== undefined &&
    (run !== undefined || tokens[i]?.kind === 'opaque' || tokens[i]?.low === 'git')
  )
    options.push(command);
  for (const act of ACTS_OF.get(tokens[i]?.low ?? '') ?? []) {
    const found = VERBS.get(act)!.find(tokens, i);
    if (found?.value === form)
      options.push({
        act,
        next: found.next,
        bare: act !== 'modify' || CORE.has(tokens[found.next - 1]!.low),
      });
  }
  return options.sort((a, b) => b.next - a.next);
}

/** A command in backticks, or in plain words behind "run". */
function commandAt(tokens: readonly Token[], i: number): Option | undefined {
  const token = tokens[i];
  if (token === undefined || token.kind === 'mark') return undefined;
  const said =
    token.kind === 'opaque'
      ? token.low
      : tokens
          .slice(i, i + 3)
          .map(({ low }) => low)
          .join(' ');
  for (const [pattern, act] of COMMANDS) {
    const length = pattern.exec(said)?.[0].split(' ').length;
    if (length !== undefined) return { act, next: token.kind === 'opaque' ? i + 1 : i + length, bare: true };
  }
  return undefined;
}

function heldRow(scene: Scene, row: readonly RowVerb[]): Reading | undefined {
  const last = row.at(-1)!;
  const objectAt = last.acts[0]!.next;
  const found: Found[] = [];
  let next = -1;
  for (const verb of row) {
    const reading = firstHeld(scene, verb, verb === last ? undefined : objectAt);
    if (reading === undefined) continue;
    found.push(...reading.found);
    next = Math.max(next, reading.next);
  }
  return next < 0 ? undefined : { found, next };
}

function firstHeld(scene: Scene, { acts }: RowVerb, objectAt: number | undefined): Reading | undefined {
  for (const { act, next, bare } of acts) {
    const banned: Banned = { act, at: objectAt ?? next, bare };
    const reading = heldObject(scene, banned);
    if (reading !== undefined) return reading;
  }
  return undefined;
}

/** Behind an object, or the object of a verb that can't be held: "or push". Only "or" carries a negation on. */
function furtherVerb(tokens: readonly Token[], at: number, form: After): number | undefined {
  for (let i = at; i < tokens.length && i < at + 7; i++) {
    const token = tokens[i]!;
    if (token.kind === 'mark' && token.low !== ',') return undefined;
    if (!/^(?:or|nor)$/.test(token.low)) continue;
    const behind = /^(?:to|even|otherwise)$/.test(tokens[i + 1]?.low ?? '') ? i + 2 : i + 1;
    if (verbAt(tokens, behind, form).length > 0) return behind;
  }
  return undefined;
}
