import { inert } from './terminal.ts';

/** A constraint that holds, as `status` and `constraints list` have it. */
export type HeldConstraint = {
  readonly constraint: string;
  readonly kind: string;
  readonly enforce: string;
  readonly by: string;
  readonly targets?: readonly string[];
  readonly except?: readonly string[];
  readonly words?: string;
  readonly erased?: boolean;
  readonly taken_back?: boolean;
};

export type HeldRun = { readonly constraints?: readonly HeldConstraint[]; readonly overfull?: boolean };

/** A line for each constraint that holds in a run, and one where every write of it waits. */
export function heldLines({ constraints = [], overfull }: HeldRun): readonly string[] {
  return [
    ...constraints.map(lineOf),
    ...(overfull === true ? ['more was said than a run can hold: every write waits'] : []),
  ];
}

function lineOf({ kind, enforce, by, targets, except, words, erased, taken_back }: HeldConstraint): string {
  const what = erased === true ? ['(no longer in the vault: every write waits)'] : (targets ?? []).map(inert);
  const notes = [
    by === 'person' ? [] : [by === 'agent' ? "the agent's own" : 'inherited'],
    enforce === 'after' ? ['checked after the run'] : [],
    taken_back === true ? ['taken back since, by words alone'] : [],
  ].flat();
  return [
    kind,
    ...what,
    ...(except === undefined ? [] : ['except', ...except.map(inert)]),
    ...(notes.length === 0 ? [] : [`(${notes.join('; ')})`]),
    ...(words === undefined ? [] : [`“${inert(words.slice(0, 100))}”`]),
  ].join(' ');
}
