import type { Target } from '../model/target.ts';
import type { VerdictWord } from '../model/verdict.ts';
import { BROAD_EFFECTS, EFFECTS, type Effect } from '../shell/effect.ts';
import { patchTargets } from '../shell/patch.ts';
import { joinPath, normalPath, relativeTo, untilde } from '../shell/path.ts';
import type { Call } from './call.ts';
import type { Context } from './context.ts';
import { decideExamined } from './decide.ts';
import { type Examination, examine, type Placed, type Step } from './examine.ts';
import { guardedChange } from './guarded-paths.ts';
import { pathMatches } from './match.ts';
import type { Policy } from './rule.ts';
import { SELF_PROTECTION } from './self-protection.ts';

/** One line of `policy check --json -`. */
export type CheckInput = {
  readonly id: string;
  readonly tool?: string;
  readonly command?: string;
  readonly path?: string;
  readonly patch?: string;
  readonly cwd: string;
  readonly home?: string;
};

export type CheckAnswer = {
  readonly id: string;
  readonly verdict: VerdictWord;
  readonly rule: string | null;
  readonly reason: string | null;
  /** Paths relative to the call's directory where they lie in it; unknown ones are left out. */
  readonly targets: readonly { readonly path: string; readonly role: Target['role'] }[];
  /** The broad words of `EFFECTS`. */
  readonly effects: readonly Effect[];
};

/** Judges one input as the gate would judge it as a call. Runs nothing. */
export function check(
  input: CheckInput,
  policies: readonly Policy[],
  context: Omit<Context, 'home'> & { readonly home: string },
): CheckAnswer {
  const here: Context = { ...context, home: input.home ?? context.home };
  const call = callOf(input);
  const seen = examine(call, here);
  const verdict = decideExamined({ call, seen }, policies, here);
  return {
    id: input.id,
    verdict: verdict.verdict,
    rule: verdict.rule ?? null,
    reason: verdict.reason ?? null,
    targets: statedTargets(seen, call.cwd, here),
    effects: broadEffects(seen, verdict.rule === SELF_PROTECTION, here),
  };
}

/** Reads one line of input; undefined where it isn't one. hostile: whatever JSON. */
export function checkInput(value: unknown): CheckInput | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const field = (name: string): string | undefined => {
    const found: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
    return typeof found === 'string' ? found : undefined;
  };
  const [id, cwd] = [field('id'), field('cwd')];
  if (id === undefined || cwd === undefined || !cwd.startsWith('/')) return undefined;
  const rest: { tool?: string; command?: string; path?: string; patch?: string; home?: string } = {};
  for (const name of ['tool', 'command', 'path', 'patch', 'home'] as const) {
    const found = field(name);
    if (found !== undefined) rest[name] = found;
  }
  return rest.command === undefined && rest.path === undefined && rest.patch === undefined
    ? undefined
    : { id, cwd, ...rest };
}

function callOf(input: CheckInput): Call {
  const { cwd } = input;
  const patch = input.patch ?? (input.tool === 'apply_patch' ? input.command : undefined);
  if (patch !== undefined)
    return {
      tool: input.tool ?? 'apply_patch',
      cwd,
      targets: patchTargets(patch).map((target) => ({ ...target, by: 'patch' as const })),
    };
  if (input.path !== undefined) {
    const tool = input.tool ?? 'Write';
    const role = /delete|remove/i.test(tool)
      ? 'removed'
      : /write|edit|create|replace|notebook|save|patch/i.test(tool)
        ? 'written'
        : 'read';
    return { tool, cwd, targets: [{ path: input.path, role, by: 'tool' }] };
  }
  const command = input.command ?? '';
  const tool = input.tool ?? 'Bash';
  return { tool, cwd, targets: [], command };
}

type Stated = { readonly path: string; role: Target['role'] };

/**
 * The targets as a person would list them: each once, what the line itself made is not read again, and a guarded file
 * counts as there already.
 */
function statedTargets(seen: Examination, cwd: string, context: Context): readonly Stated[] {
  const byPath = new Map<string, Stated[]>();
  let searched = false;
  for (const step of seen.steps) {
    for (const placed of step.placed) {
      searched ||= placed.target.tree === true && placed.target.role === 'read';
      const path = statedPath(placed, cwd, context);
      if (path === undefined) continue;
      const known = byPath.get(path) ?? [];
      if (!alreadyStated(known, placed, step)) known.push({ path, role: statedRole(placed, context) });
      byPath.set(path, known);
    }
  }
  // What a search hands on to another command lies in the folder that it searched.
  return [...byPath.values()]
    .flat()
    .filter(
      (one) => one.role !== 'read' || !searched || !one.path.includes('*') || one.path.includes('.env'),
    );
}

function statedRole(placed: Placed, context: Context): Target['role'] {
  const { role } = placed.target;
  return role === 'added' && guardedChange(placed, context) !== undefined ? 'written' : role;
}

/** Whether the target is stated already; what the line made a moment ago becomes `added`. */
function alreadyStated(known: readonly Stated[], { target }: Placed, step: Step): boolean {
  const made = known.find((one) => one.role === 'written' || one.role === 'added');
  if (made !== undefined && target.role === 'removed' && step.command?.name === 'mv') {
    made.role = 'added';
    return true;
  }
  if (known.some((one) => one.role === target.role)) return true;
  if (made === undefined || target.role === 'removed') return false;
  if (made.role === 'written' && target.role === 'added') return false;
  if (made.role === 'written' && target.role === 'read') made.role = 'added';
  return true;
}

function statedPath({ target }: Placed, cwd: string, context: Context): string | undefined {
  const text = target.unresolved ? target.path.replace(/\$[A-Za-z_]\w*/g, '') : target.path;
  if (target.unresolved && (text.includes('$') || text === '' || target.role === 'read')) return undefined;
  return relativeTo(
    normalPath(cwd),
    normalPath(joinPath(cwd, untilde(text.replaceAll('\\', '/'), context.home))),
  );
}

function broadEffects(seen: Examination, guarded: boolean, context: Context): readonly Effect[] {
  const found = new Set(seen.steps.flatMap((step) => step.effects));
  if (guarded) found.add('self_protection');
  for (const placed of seen.steps.flatMap((step) => step.placed)) {
    if (seen.kind === 'native' && placed.target.role === 'removed') found.add('delete');
    const recordings = ['~/.claude/projects/*', '~/.codex/sessions/*'];
    const changes = placed.target.role !== 'read';
    if (
      changes &&
      placed.names.some((name) => recordings.some((pattern) => pathMatches(pattern, name, context)))
    )
      found.add('self_protection');
    if (
      changes &&
      seen.kind === 'native' &&
      placed.names.some(
        (name) => pathMatches('*/.env*', name, context) && !/example|sample|d\.ts$/.test(name),
      )
    )
      found.add('credential_write');
  }
  return EFFECTS.slice(0, BROAD_EFFECTS).filter((effect) => found.has(effect));
}
