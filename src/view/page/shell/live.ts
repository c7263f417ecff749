import type { Verdict } from '../../../verify/verdict.ts';
import type { Integrity, RunSummary, ShownHold, ViewEvent, ViewSource } from '../../api.ts';

/** What is known of the whole home or bundle, as far as it came in yet. */
export type Known = {
  readonly runs?: ReadonlyMap<string, RunSummary>;
  readonly waiting: readonly ShownHold[];
  readonly verdicts: readonly Verdict[];
  readonly integrity?: Integrity;
  /** Whether a signer runs, which alone can take an answer. */
  readonly signer?: boolean;
  /** Whether events come in; undefined before the first, and where none ever come. */
  readonly connected?: boolean;
  readonly error?: string;
};

type RunEvent = Extract<ViewEvent, { readonly kind: 'rows' | 'review' }> | { readonly kind: 'again' };

/** Keeps what all pages share, and passes on what is about one run. */
export class Live {
  known: Known = { waiting: [], verdicts: [] };
  readonly #source: ViewSource;
  readonly #changed = new Set<() => void>();
  readonly #runs = new Set<(event: RunEvent) => void>();
  #end: (() => void) | undefined;

  constructor(source: ViewSource) {
    this.#source = source;
  }

  start(): void {
    void this.#load();
    this.#end = this.#source.follow?.((event) => this.#take(event));
  }

  stop(): void {
    this.#end?.();
  }

  /** Calls back after each change of `known`. */
  onChange(call: () => void): () => void {
    this.#changed.add(call);
    return () => this.#changed.delete(call);
  }

  /** Calls back with what is about single runs; `again`: whatever came meanwhile was missed. */
  onRun(call: (event: RunEvent) => void): () => void {
    this.#runs.add(call);
    return () => this.#runs.delete(call);
  }

  /** Events come in again, or no more. */
  setConnected(connected: boolean): void {
    const was = this.known.connected;
    this.#set({ connected });
    if (!connected || was !== false) return;
    void this.#load();
    for (const call of this.#runs) call({ kind: 'again' });
  }

  async #load(): Promise<void> {
    try {
      const runs = await this.#source.runs();
      const { error: _, ...known } = this.known;
      this.known = known;
      this.#set({ runs: new Map(runs.map((run) => [run.run, run])) });
    } catch (error) {
      this.#set({ error: error instanceof Error ? error.message : String(error) });
    }
  }

  #take(event: ViewEvent): void {
    if (event.kind === 'runs') {
      const runs = new Map(this.known.runs);
      for (const run of event.runs) runs.set(run.run, run);
      this.#set({ runs });
    } else if (event.kind === 'holds') this.#set({ waiting: event.waiting });
    else if (event.kind === 'signer') this.#set({ signer: event.running });
    else if (event.kind === 'verified') {
      this.#set({ verdicts: event.verdicts, integrity: event.integrity });
      // Each run's own standing is another now.
      void this.#load();
    } else for (const call of this.#runs) call(event);
  }

  #set(part: Partial<Known>): void {
    this.known = { ...this.known, ...part };
    for (const call of this.#changed) call();
  }
}
