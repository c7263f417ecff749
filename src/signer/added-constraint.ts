import { HOLD_KINDS, type Hold, type HoldKind } from '../constraints/hold.ts';
import type { Constraints } from './constraints.ts';
import type { GateAnswer, GateRequest } from './hook-call.ts';
import type { Journal } from './journal.ts';
import type { RunState } from './state.ts';

const MAX_TARGETS = 64;
const MAX_TARGET = 1000;

/** Kinds that say nothing without a target. */
const NEED_TARGETS: ReadonlySet<HoldKind> = new Set(['no_modify', 'scope']);

/**
 * `constraints add`: a constraint that an agent, or anybody, puts on a run. It counts like the person's, and the same
 * road takes none back. hostile: the request.
 */
export async function addConstraint(
  { journal, constraints }: { readonly journal: Journal; readonly constraints: Constraints },
  request: GateRequest,
): Promise<GateAnswer> {
  const hold = holdOf(request);
  if (typeof hold === 'string') return { ok: false, code: 'bad_constraint', message: hold };
  const run = runOf(journal, request.run);
  if (typeof run === 'string') return { ok: false, code: 'no_such_run', message: run };
  const cwd =
    typeof request.cwd === 'string' && request.cwd.startsWith('/') ? request.cwd.slice(0, 4096) : '';
  try {
    const { held, refused } = await constraints.add(run.id, hold, cwd);
    if (refused === 0) return { ok: true, result: { run: run.id, held } };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ok: false, code: 'not_recorded', message: `the constraint could not be recorded: ${why}` };
  }
  const message = `run ${run.id} holds as many file constraints as it may; from now on every write of it waits for an approval`;
  return { ok: false, code: 'too_many_constraints', message };
}

function holdOf({ kind, targets = [] }: GateRequest): Hold | string {
  const known = HOLD_KINDS.find((one) => one === kind);
  if (known === undefined)
    return `expected a kind of ${HOLD_KINDS.join(', ')}, found ${JSON.stringify(kind)?.slice(0, 60)}`;
  if (!Array.isArray(targets) || targets.length > MAX_TARGETS || !targets.every(isTarget))
    return `expected at most ${MAX_TARGETS} targets, each of 1 to ${MAX_TARGET} characters on one line`;
  if (targets.length === 0 && NEED_TARGETS.has(known)) return `${known}: expected a target at least`;
  return { kind: known, targets, except: [], untilWord: false, words: { at: 0, length: 0 } };
}

function isTarget(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.trim() !== '' &&
    value.length <= MAX_TARGET &&
    !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value)
  );
}

/** The open run that is named by its id, its session's, or the beginning of one; the only one where none is named. */
function runOf({ state }: Journal, named: unknown): RunState | string {
  const open = [...state.runs.values()].filter((run) => run.open && run.mode === 'hooks');
  const name = typeof named === 'string' ? named : '';
  const exact = open.filter(({ id, session }) => id === name || session === name);
  const found =
    exact.length > 0
      ? exact
      : open.filter(({ id, session }) => id.startsWith(name) || session.startsWith(name));
  if (found.length === 1) return found[0]!;
  if (found.length === 0)
    return name === '' ? 'no run is open' : `no open run has the id ${JSON.stringify(name.slice(0, 80))}`;
  const ids = found.slice(0, 5).map(({ id, session }) => `${id} (${session.slice(0, 40)})`);
  return `${found.length} open runs fit; name one with --run: ${ids.join(', ')}`;
}
