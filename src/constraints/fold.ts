import { HOLD_KINDS, type Hold, type HoldKind, type Release } from './hold.ts';
import { readPrompt } from './read.ts';

/** One kind of what holds, its targets merged; no targets: everything. */
export type Held = { readonly kind: HoldKind; readonly targets: readonly string[] };

/**
 * hostile: the prompts of a run, oldest first. What holds after the last of them, with what the person took back taken
 * as ended (`constraints.release: prompt`): one entry a kind, in the order of `HOLD_KINDS`, a scope too.
 */
export function heldAfter(prompts: readonly string[]): readonly Held[] {
  let standing: readonly Hold[] = [];
  for (const [index, prompt] of prompts.entries())
    standing = afterPrompt(standing, prompt, prompts.slice(Math.max(0, index - 3), index));
  return merged(standing);
}

/** The most different releases that one prompt is taken to make; what more it takes back goes on holding. */
const MOST_RELEASES = 64;

/** The holds that stand after a further prompt. */
export function afterPrompt(
  before: readonly Hold[],
  prompt: string,
  earlier: readonly string[],
): readonly Hold[] {
  const { holds, releases, named } = readPrompt(prompt, earlier);
  const scoped = holds.some(({ kind }) => kind === 'scope');
  let old = scoped ? before.filter(({ kind }) => kind !== 'scope') : before;
  let own: Hold[] = [];
  // At one place the release comes first: "you can change anything except X" forbids X.
  const statements = [...fewer(releases), ...holds].sort((a, b) => a.words.at - b.words.at);
  for (const statement of statements) {
    if ('kind' in statement) {
      own.push(statement);
      continue;
    }
    old = old.flatMap((hold) => released(hold, statement));
    if (statement.by === 'permission')
      own = own.flatMap((hold) => (hold.kind === 'scope' ? [hold] : released(hold, statement)));
  }
  const targets = named.map(({ target }) => target);
  return [...(scoped ? old : widened(old, targets)), ...own];
}

/** Releases that do what none before did. A permission also ends what was held since the like of it. */
function fewer(releases: readonly Release[]): readonly Release[] {
  const kept: Release[] = [];
  const seen = new Set<string>();
  for (const release of releases) {
    const key = JSON.stringify([release.by, release.kinds, release.targets]);
    if (release.by !== 'permission' && seen.has(key)) continue;
    seen.add(key);
    kept.push(release);
    if (kept.length === MOST_RELEASES) break;
  }
  return kept;
}

/** What a release leaves of a hold: nothing, some of its targets, or all but an exception. */
function released(hold: Hold, release: Release): readonly Hold[] {
  if (release.by === 'go_ahead') return hold.untilWord || hold.kind === 'read_only' ? [] : [hold];
  if (!release.kinds.includes(hold.kind)) return [hold];
  if (release.targets.length === 0) return [];
  const freed = new Set(release.targets.map(bare));
  const targets = hold.targets.filter((target) => !freed.has(bare(target)));
  if (hold.targets.length > 0 && targets.length === 0) return [];
  const isWhole = targets.length === hold.targets.length;
  if (isWhole && release.targets.every((target) => hold.except.includes(target))) return [hold];
  const except = isWhole ? unique([...hold.except, ...release.targets]) : hold.except;
  return [{ ...hold, targets, except }];
}

/** A path that a later instruction names is added to the scope. */
function widened(holds: readonly Hold[], targets: readonly string[]): readonly Hold[] {
  return holds.map((hold) =>
    hold.kind === 'scope' ? { ...hold, targets: unique([...hold.targets, ...targets]) } : hold,
  );
}

function merged(holds: readonly Hold[]): readonly Held[] {
  return HOLD_KINDS.flatMap((kind) => {
    const of = holds.filter((hold) => hold.kind === kind);
    if (of.length === 0) return [];
    const all = of.some(({ targets }) => targets.length === 0);
    return [{ kind, targets: all ? [] : unique(of.flatMap(({ targets }) => targets)) }];
  });
}

function unique(targets: readonly string[]): readonly string[] {
  const seen = new Map(targets.map((target) => [bare(target), target]));
  return [...seen.values()];
}

/** A target as it is compared: no `./`, no slash at the end. */
function bare(target: string): string {
  return target.replace(/^\.\//, '').replace(/\/$/, '');
}
