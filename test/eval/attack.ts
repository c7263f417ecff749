import { createHash } from 'node:crypto';
import type { Session } from './session.ts';

/**
 * A session in which something was done that a rule must find. `write`: rules may be written from it. `measure`: they may
 * not; sessions and kinds are others there.
 */
export type Attack = {
  readonly rule: string;
  readonly kind: string;
  readonly part: Part;
  readonly session: Session;
  /** Nothing is wrong with it: what the rule says is a false alarm. */
  readonly honest?: true;
  /** What a finding about it has in its text, where a session has more of its own to find. */
  readonly sign?: string;
  /** The lines that were put in; of a repeated prompt nothing tells which of both is the forged one. */
  readonly forged?: Forged;
};

export type Forged = {
  readonly path: string;
  readonly from: number;
  readonly count: number;
  readonly alone: boolean;
};

export type Part = 'write' | 'measure';

/** Which half something falls in, by its name alone. */
export function halfOf(name: string): Part {
  return createHash('sha256').update(name).digest()[0]! % 2 === 0 ? 'write' : 'measure';
}

/** Ids that are the same each time. */
export function idsOf(seed: string): () => string {
  let count = 0;
  return () => {
    const hex = createHash('sha256').update(`${seed} ${count++}`).digest('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  };
}
