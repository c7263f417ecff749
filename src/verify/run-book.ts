import { isHexOf } from '../bytes/hex.ts';
import type { Json, JsonObject, LogRecord, RunPlace } from '../model/record.ts';
import { ZERO_HASH } from '../model/record.ts';
import { type ChainEnd, MAX_HOLES, newRun, type RunState } from './run-state.ts';
import { after, type Step, stepFault, stepOf } from './transcript-cover.ts';

/** What is wrong with a record's place in its run. */
export type RunFault = { readonly kind: 'run' | 'late' | 'order'; readonly what: string };

/** Kinds that stand outside of runs, and kinds that only make sense in one (docs/log-format.md "Record"). */
const OUTSIDE: ReadonlySet<string> = new Set(['log.opened', 'key.rotated', 'recovered', 'state.saved']);
const INSIDE = /^(run|transcript|call|constraint|input|model)\./;

/**
 * Every run's chain, late chain and transcripts, folded record by record. `whole`: the pass began at the log's first
 * record, so a chain begins at 0; otherwise what a chain's first record claims is noted as `need`, for `join`.
 */
export class RunBook {
  readonly #whole: boolean;
  readonly runs = new Map<string, RunState>();

  constructor(whole: boolean) {
    this.#whole = whole;
  }

  /** Counts a record in; `leaf` is its leaf hash. After a fault the chain goes on from what the record claims. */
  add(record: LogRecord, leaf: Uint8Array): RunFault | undefined {
    if (record.run !== undefined) return this.#inRun(record, record.run, leaf);
    const { run, late } = record.data;
    if (typeof run === 'string' && late !== undefined) return this.#late(run, late, leaf);
    return INSIDE.test(record.kind)
      ? { kind: 'order', what: `${record.kind}: expected a record of a run` }
      : undefined;
  }

  /** Counts in a run's record of which its place alone can be read. */
  addUnread(place: RunPlace, leaf: Uint8Array): RunFault | undefined {
    const run = this.#run(place.id);
    const what = this.#link(run.chain, place);
    run.chain = linked(run.chain, place, { leaf, whole: this.#whole });
    return what === undefined ? undefined : { kind: 'run', what: `run ${place.id}: ${what}` };
  }

  /** Counts in a late record that can't be read: the next one must name its leaf hash. */
  addUnreadLate(id: string, leaf: Uint8Array): void {
    const run = this.#run(id);
    const seq = run.late?.next ?? 0;
    run.late = linked(run.late, { seq, prev: ZERO_HASH }, { leaf, whole: this.#whole });
  }

  #inRun(record: LogRecord, place: RunPlace, leaf: Uint8Array): RunFault | undefined {
    const run = this.#run(place.id);
    const what = this.#link(run.chain, place);
    const wasClosed = run.closed !== undefined;
    run.chain = linked(run.chain, place, { leaf, whole: this.#whole });
    this.#fold(run, record);
    if (what !== undefined) return { kind: 'run', what: `run ${place.id}: ${what}` };
    const misplaced = wasClosed ? 'expected nothing after run.closed' : kindFault(record, place);
    return misplaced === undefined
      ? undefined
      : { kind: 'order', what: `run ${place.id}: ${record.kind}: ${misplaced}` };
  }

  #late(id: string, late: Json, leaf: Uint8Array): RunFault | undefined {
    const run = this.#run(id);
    const { seq, prev } = late as JsonObject as { readonly seq: number; readonly prev: string };
    const what = this.#link(run.late, { seq, prev });
    run.late = linked(run.late, { seq, prev }, { leaf, whole: this.#whole });
    return what === undefined ? undefined : { kind: 'late', what: `late records of run ${id}: ${what}` };
  }

  /** Checks that the record is the next of its chain. */
  #link(
    chain: ChainEnd | undefined,
    found: { readonly seq: number; readonly prev: string },
  ): string | undefined {
    if (chain === undefined && !this.#whole) return undefined;
    const next = chain?.next ?? 0;
    if (found.seq !== next) return `expected its record ${next}, found ${found.seq}`;
    const fits = chain === undefined ? found.prev === ZERO_HASH : isHexOf(found.prev, chain.leaf);
    return fits ? undefined : `its record ${next} and the one before it do not fit, one was changed`;
  }

  #run(id: string): RunState {
    const known = this.runs.get(id);
    if (known !== undefined) return known;
    const made = newRun(id);
    this.runs.set(id, made);
    return made;
  }

  #fold(run: RunState, record: LogRecord): void {
    const { kind, data, seq } = record;
    if (kind === 'run.opened') run.opened = openedOf(data);
    else if (kind === 'run.closed') run.closed = { seq, last: Number(data.last), why: String(data.why) };
    else if (kind === 'gap') run.gaps++;
    else if (kind === 'call.decided') run.decided++;
    else if (kind === 'model.exchange') run.calls += callsIn(data);
    this.#cover(run, record);
  }

  #cover(run: RunState, record: LogRecord): void {
    const step = stepOf(record);
    if (step === undefined) return;
    const known = run.transcripts.get(step.transcript);
    const unknown = known === undefined && !this.#whole;
    const what = unknown ? undefined : stepFault(known?.reached, step);
    if (what !== undefined) {
      run.holeCount++;
      if (run.holes.length < MAX_HOLES)
        run.holes.push({ seq: record.seq, transcript: step.transcript, what });
    }
    const lines = step.kind === 'line' ? 1 : 0;
    const reached = after(known?.reached, step, this.#whole);
    if (known === undefined) {
      const state = { reached, begins: step.at, lines };
      run.transcripts.set(step.transcript, unknown ? { ...state, need: step, ...formerNeed(step) } : state);
    } else {
      if (known.reached.former === undefined) Object.assign(known, formerNeed(step, known.needFormer));
      known.reached = reached;
      known.lines += lines;
    }
  }
}

/** What a step asks of the generation before, where that lies in an earlier part of the log. */
function formerNeed({ kind, to }: Step, before = 0): { readonly needFormer?: number } {
  return kind === 'again' ? { needFormer: Math.max(before, to.line) } : {};
}

function linked(
  chain: ChainEnd | undefined,
  { seq, prev }: { readonly seq: number; readonly prev: string },
  to: { readonly leaf: Uint8Array; readonly whole: boolean },
): ChainEnd {
  if (chain === undefined) {
    return to.whole
      ? { next: seq + 1, leaf: to.leaf }
      : { need: { seq, prev }, next: seq + 1, leaf: to.leaf };
  }
  chain.next = seq + 1;
  chain.leaf = to.leaf;
  return chain;
}

function kindFault({ kind, data }: LogRecord, place: RunPlace): string | undefined {
  if (OUTSIDE.has(kind)) return 'expected outside of any run';
  if ((kind === 'run.opened') !== (place.seq === 0))
    return 'expected run.opened as the run’s first record, and nowhere else';
  return kind === 'run.closed' && data.last !== place.seq
    ? `data.last: expected ${place.seq}, found ${String(data.last)}`
    : undefined;
}

function openedOf(data: JsonObject): RunState['opened'] {
  const { harness, session, part, mode, from } = data;
  const opened = {
    harness: String(harness),
    session: String(session),
    part: Number(part),
    mode: String(mode),
  };
  if (from === undefined) return opened;
  const { run, why } = from as JsonObject;
  return { ...opened, from: { run: String(run), why: String(why) } };
}

/** A line that says again what another said has no calls of its own: a twin, or an equal copy. */
function callsIn({ parts, twin, copy }: JsonObject): number {
  const again = twin !== undefined || (copy as JsonObject | undefined)?.equal === true;
  if (again || !Array.isArray(parts)) return 0;
  return (parts as readonly JsonObject[]).reduce((sum, { kind }) => sum + (kind === 'call' ? 1 : 0), 0);
}
