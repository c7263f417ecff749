import { type Draft, type LogRecord, type RunPlace, ZERO_HASH } from '../model/record.ts';

/** A chain's next place: its number, and the leaf hash of the record before. */
export type Next = { readonly seq: number; readonly prev: string };

type Chain = { readonly run: Next; readonly late: Next };

/** The chains as plain data, to be saved and put back. */
export type SavedChains = readonly (readonly [run: string, chain: Chain])[];

const START: Next = { seq: 0, prev: ZERO_HASH };
const NEW: Chain = { run: START, late: START };

/** What of a record places it in a run's chains. */
type Placed = Pick<Draft | LogRecord, 'data'> & { readonly run?: string | RunPlace };

/**
 * The run whose late chain a record belongs to: one of no run whose data names it (`data.run`), or undefined.
 */
export function lateRun(record: Placed): string | undefined {
  const run = record.run === undefined ? record.data.run : undefined;
  return typeof run === 'string' ? run : undefined;
}

/**
 * The next place in each run's chain and in each run's late chain: a fold over the log's records.
 * A closed run stays, since late records may follow for as long as the log lives.
 */
export class Chains {
  readonly #chains: Map<string, Chain>;
  readonly #under: Chains | undefined;

  /** Starts empty, from what was saved, or as a layer over other chains, which it leaves as they are until `settle`. */
  constructor(from: SavedChains | Chains = []) {
    this.#under = from instanceof Chains ? from : undefined;
    this.#chains = new Map(from instanceof Chains ? [] : from);
  }

  /** The place that the run's next record gets. */
  run(id: string): Next {
    return this.find(id).run;
  }

  /** The place that the next late record about the run gets. */
  late(id: string): Next {
    return this.find(id).late;
  }

  /** Counts a record in, given its leaf hash. */
  add(record: Placed, leaf: string): void {
    const own =
      record.run === undefined ? undefined : typeof record.run === 'string' ? record.run : record.run.id;
    const about = lateRun(record);
    if (own !== undefined) {
      const chain = this.find(own);
      this.#chains.set(own, { run: { seq: chain.run.seq + 1, prev: leaf }, late: chain.late });
    } else if (about !== undefined) {
      const chain = this.find(about);
      this.#chains.set(about, { run: chain.run, late: { seq: chain.late.seq + 1, prev: leaf } });
    }
  }

  /** Sets the place of a run's next record, after several were counted by the caller. */
  setRun(run: string, next: Next): void {
    this.#chains.set(run, { run: next, late: this.find(run).late });
  }

  /** What is wrong with a record's place in its chains, or undefined. */
  fault(record: LogRecord): string | undefined {
    if (record.run !== undefined) return differs('run', record.run, this.run(record.run.id));
    const about = lateRun(record);
    if (about === undefined) return undefined;
    const late = record.data.late;
    if (late === null || typeof late !== 'object') return 'data.late: expected its place, found nothing';
    return differs('data.late', late as Partial<Next>, this.late(about));
  }

  /** Moves this layer's changes into the chains under it. */
  settle(): void {
    for (const [run, chain] of this.#chains) this.#under?.put(run, chain);
  }

  save(): SavedChains {
    return [...this.#chains];
  }

  private put(run: string, chain: Chain): void {
    this.#chains.set(run, chain);
  }

  private find(id: string): Chain {
    return this.#chains.get(id) ?? this.#under?.find(id) ?? NEW;
  }
}

function differs(field: string, found: Partial<Next>, expected: Next): string | undefined {
  if (found.seq !== expected.seq) return `${field}.seq: expected ${expected.seq}, found ${found.seq}`;
  if (found.prev !== expected.prev) return `${field}.prev: expected ${expected.prev}, found ${found.prev}`;
  return undefined;
}
