import type { HoldKind } from '../constraints/hold.ts';
import type { Call } from './call.ts';
import type { Examination } from './examine.ts';

/** A constraint that holds in a run, as calls are checked against it. Targets are in the spelling of whoever said it. */
export type HeldConstraint = {
  readonly id: string;
  readonly kind: HoldKind;
  readonly targets: readonly string[];
  readonly except: readonly string[];
  /** The person said it, or the agent added it for itself. */
  readonly by: 'person' | 'agent';
  /** Where it was said, and the root of that project; absolute, real. */
  readonly base: string;
  readonly root: string;
};

/** A constraint that a call breaks, and the target of it that is concerned; undefined where it is of no target. */
export type Breach = { readonly held: HeldConstraint; readonly target?: string };

/** A call, and what was seen of it. */
export type Seen = { readonly call: Call; readonly seen: Examination };
