import type { ToolClass } from '../../src/model/harness.ts';

/** The result of an older call counts as one of a call that nothing asked for. */
const MAX_CALLS = 2_048;

/** How a permission request ended where it was not granted. */
export type Refusal = 'denied' | 'declined' | 'interrupted';

/** A call that was asked for, and how its permission was refused, where it was. */
export type Call = {
  readonly tool: ToolClass;
  /** The person ran it (`!`), not the model. */
  readonly typed: boolean;
  refusal?: Refusal;
};

/** The calls of a session by their ids, the newest 2,048. */
export class Calls {
  readonly #known = new Map<string, Call>();

  /** A later call with the same id is another one. */
  open(id: string, call: Call): void {
    this.#known.delete(id);
    this.#known.set(id, call);
    if (this.#known.size > MAX_CALLS) this.#known.delete(this.#known.keys().next().value!);
  }

  get(id: string | undefined): Call | undefined {
    return id === undefined ? undefined : this.#known.get(id);
  }

  refuse(id: string, refusal: Refusal): void {
    const call = this.#known.get(id);
    if (call !== undefined) call.refusal = refusal;
  }
}
