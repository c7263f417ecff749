import type { ToolClass } from '../../src/model/harness.ts';
import type { Link } from '../../src/model/reading.ts';
import type { Said } from './outcome.ts';
import type { Form } from './twins.ts';

/**
 * The calls of a thread, and what became of them. Kept beyond their turn, since a background command's result can
 * come turns later (formats: codex §6), but at most `MAX_CALLS` of them.
 */
export type Calls = {
  readonly known: Map<string, Call>;
  /** Code mode's `exec` and `wait` calls without an output yet, oldest first. */
  readonly open: string[];
  /** The `exec` whose script goes on in the background, with no call open on it. */
  yielded: string | undefined;
};

export type Call = {
  readonly line: number;
  readonly tool: ToolClass;
  readonly link: Link;
  /** Whether other calls run inside of it. */
  readonly cell: boolean;
  result?: Result;
};

type Result = { readonly line: number; readonly form: Form; readonly said: Said };

/** What a line says of a call's end. `said` is undefined where its text tells nothing. */
export type Claim = { readonly line: number; readonly form: Form; readonly said: Said | undefined };

/** A result in its place: what to record, and the line that said it before. */
export type Settled = { readonly said: Said; readonly twin?: number };

/** Where a nested call ran: the call around it where only one can be meant, and the lines that led to it. */
export type Surroundings = { readonly within?: string; readonly link: Link };

const MAX_CALLS = 2_048;
const MAX_OPEN = 64;
const MAX_LINES = 64;

export function newCalls(): Calls {
  return { known: new Map(), open: [], yielded: undefined };
}

/** Remembers a call by its id; a later call with the same id is another one. */
export function openCall(calls: Calls, id: string, call: Call): void {
  calls.known.delete(id);
  calls.known.set(id, call);
  if (calls.known.size > MAX_CALLS) calls.known.delete(calls.known.keys().next().value!);
  if (call.cell && calls.open.length < MAX_OPEN) calls.open.push(id);
}

/** No call stays open beyond its turn. */
export function closeOpenCalls(calls: Calls): void {
  calls.open.length = 0;
}

/**
 * Puts a result to its call. The structured item and the output of one call are twins, whichever comes first; but
 * what follows a `running` is news and no twin.
 */
export function settleCall(calls: Calls, id: string | undefined, claim: Claim): Settled {
  const call = id === undefined ? undefined : calls.known.get(id);
  if (id !== undefined && claim.form === 'item') closeCell(calls, id, claim.said);
  const before = call?.result;
  if (before === undefined || before.said.outcome === 'running' || before.form === claim.form) {
    const said = claim.said ?? { outcome: quietOutcome(call) };
    if (call !== undefined) call.result = { line: claim.line, form: claim.form, said };
    return { said };
  }
  // A command that was aborted ends later with a code that its abortion gave it (tui-basic: −1).
  const said = before.said.outcome === 'interrupted' ? before.said : (claim.said ?? before.said);
  return { said, twin: before.line };
}

/** Shell outputs always state how they ended; other tools' outputs say so only where something went wrong. */
function quietOutcome(call: Call | undefined): Said['outcome'] {
  return call === undefined || call.tool === 'Bash' ? 'unknown' : 'ok';
}

function closeCell(calls: Calls, id: string, said: Said | undefined): void {
  const at = calls.open.indexOf(id);
  if (at < 0) return;
  calls.open.splice(at, 1);
  if (said?.outcome === 'running') calls.yielded ??= id;
  else if (calls.open.length === 0) calls.yielded = undefined;
}

/**
 * The call around a nested one. Nothing but order tells (formats: codex §6): with two cells open, either could be
 * meant, so neither is named.
 */
export function surroundings(calls: Calls): Surroundings {
  const around = calls.open.length > 0 ? calls.open : calls.yielded === undefined ? [] : [calls.yielded];
  const lines = new Set<number>();
  for (const id of around) {
    const cell = calls.known.get(id);
    for (const line of cell?.link.lines ?? []) lines.add(line);
    if (cell !== undefined) lines.add(cell.line);
  }
  const link: Link =
    lines.size === 0
      ? { basis: 'none', lines: [] }
      : { basis: 'ordered', lines: [...lines].sort((a, b) => a - b).slice(-MAX_LINES) };
  return around.length === 1 ? { within: around[0]!, link } : { link };
}
