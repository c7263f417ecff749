import { toUtf8 } from '../bytes/utf8.ts';
import type { Hold, HoldKind } from '../constraints/hold.ts';
import type { Committed, Draft, JsonObject } from '../model/record.ts';
import type { SaidConstraint } from './constraint-texts.ts';

/** So many file constraints a run may have, counted by target. */
export const MAX_FILE_TARGETS = 32;
/** A record names at most so many targets; those of other kinds than files go on in further ones. */
const TARGETS_A_RECORD = 64;
/** A sentence longer than this is not kept whole. */
const MAX_WORDS = 4000;

const FILE_KINDS: ReadonlySet<HoldKind> = new Set(['no_modify', 'no_delete', 'no_commit', 'read_only']);

/** Where new constraints come from, and what they need to be written down. */
export type Holder = {
  readonly run: string;
  readonly by: 'person' | 'agent';
  /** The record of the prompt. */
  readonly prompt?: number;
  /** The prompt's text. */
  readonly text?: string;
  readonly cwd: string;
  readonly commitKept: (content: Uint8Array) => Committed;
  readonly newId: () => string;
};

/** The drafts of what is held, and of what is refused since there are too many. */
export type HeldDrafts = { readonly held: readonly Draft[]; readonly refused: readonly Draft[] };

/**
 * The drafts for what was said now, where `standing` holds already: what is said again is recorded once, but for what was
 * taken back in between (`isLifted`), which is affirmed.
 */
export function heldDrafts(
  holds: readonly Hold[],
  standing: readonly (SaidConstraint & { readonly isLifted: boolean })[],
  holder: Holder,
): HeldDrafts {
  const held: Draft[] = [];
  const refused: Draft[] = [];
  const affirmed = new Set<string>();
  let room = MAX_FILE_TARGETS - countTargets(standing);
  const known = standing.map((one) => ({ one, ...one }));
  for (const hold of holds) {
    const said = { ...hold, targets: newTargets(hold, known, affirmed) };
    if (said.targets === undefined) continue;
    const files = isOfFiles(hold.kind, hold.targets.length);
    const targets = files ? said.targets.slice(0, Math.max(0, room)) : said.targets;
    if (files) room -= targets.length;
    if (targets.length < said.targets.length) refused.push(refusal(hold.kind, holder));
    if (targets.length === 0 && hold.targets.length > 0) continue;
    held.push(...records({ ...hold, targets }, holder));
  }
  const again = standing.filter(({ constraint }) => affirmed.has(constraint.id));
  return { held: [...again.map(({ constraint }) => draftOf(holder.run, constraint.data)), ...held], refused };
}

/** How many targets of files stand: those count towards the limit. */
export function countTargets(standing: readonly SaidConstraint[]): number {
  const counted = standing.filter(({ constraint, targets }) => isOfFiles(constraint.kind, targets.length));
  return counted.reduce((sum, { targets }) => sum + targets.length, 0);
}

function isOfFiles(kind: HoldKind, targets: number): boolean {
  return targets > 0 && FILE_KINDS.has(kind);
}

type Known = SaidConstraint & { readonly isLifted: boolean };

/** The targets that are held by nothing yet; undefined where all of the hold stands already. */
function newTargets(
  { kind, targets, except }: Hold,
  known: readonly Known[],
  affirmed: Set<string>,
): readonly string[] | undefined {
  const same = known.filter(
    (one) => one.constraint.kind === kind && one.except.every((path) => except.includes(path)),
  );
  const affirm = (one: Known): true => {
    if (one.isLifted) affirmed.add(one.constraint.id);
    return true;
  };
  if (targets.length === 0)
    return same.some((one) => one.targets.length === 0 && affirm(one)) ? undefined : [];
  const fresh = [...new Set(targets)].filter(
    (target) => !same.some((one) => one.targets.some((other) => bare(other) === bare(target)) && affirm(one)),
  );
  return fresh.length === 0 ? undefined : fresh;
}

function bare(target: string): string {
  return target.replace(/^\.\//, '').replace(/\/$/, '');
}

function records(hold: Hold, holder: Holder): readonly Draft[] {
  const { run, by, prompt, text, cwd, commitKept, newId } = holder;
  const commit = (one: string): Committed => commitKept(toUtf8(one));
  const words = text?.slice(hold.words.at, hold.words.at + Math.min(MAX_WORDS, hold.words.length));
  const common: { [key: string]: JsonObject[string] } = {
    kind: hold.kind,
    enforce: hold.kind === 'scope' ? 'after' : 'live',
    by,
    cwd: commit(cwd),
    ...(prompt === undefined ? {} : { prompt }),
    ...(words === undefined || words === '' ? {} : { words: commit(words) }),
    ...(hold.except.length === 0 ? {} : { except: hold.except.slice(0, TARGETS_A_RECORD).map(commit) }),
    ...(hold.untilWord ? { until_word: true } : {}),
  };
  const out: Draft[] = [];
  for (let at = 0; at === 0 || at < hold.targets.length; at += TARGETS_A_RECORD) {
    const targets = hold.targets.slice(at, at + TARGETS_A_RECORD).map(commit);
    out.push(draftOf(run, { ...common, constraint: newId(), targets }));
  }
  return out;
}

/** What is left of a constraint, as one of its own: the same words, less. */
export function narrowed(said: SaidConstraint, rest: Hold, holder: Omit<Holder, 'by'>): Draft {
  const { data } = said.constraint;
  const commit = (one: string): Committed => holder.commitKept(toUtf8(one));
  const { targets, except: _, ...same } = data;
  const all = targets as readonly JsonObject[];
  const left = rest.targets.flatMap((target) => all[said.targets.indexOf(target)] ?? commit(target));
  const except = rest.except.slice(0, TARGETS_A_RECORD).map(commit);
  return draftOf(holder.run, {
    ...same,
    constraint: holder.newId(),
    targets: left.slice(0, TARGETS_A_RECORD),
    ...(except.length === 0 ? {} : { except }),
  });
}

function refusal(kind: HoldKind, { run, prompt }: Holder): Draft {
  const data = { kind, why: 'limit', ...(prompt === undefined ? {} : { prompt }) };
  return { run, kind: 'constraint.refused', source: 'signer', data };
}

function draftOf(run: string, data: JsonObject): Draft {
  return { run, kind: 'constraint.held', source: 'signer', data };
}

/** A draft as a run that comes from its run has it. */
export function inherited(draft: Draft, run: string): Draft {
  return draft.kind === 'constraint.held'
    ? { ...draft, run, data: { ...draft.data, by: 'inherited' } }
    : { ...draft, run };
}
