import { isHexOf } from '../bytes/hex.ts';
import type { StatedPlace } from '../proof/envelope.ts';
import type { BreakKind } from '../verify/breaks.ts';
import type { Manifest } from './format.ts';

/** The record of the run that came last: its number, and its leaf hash (32 bytes). */
export type LastRecord = { readonly seq: number; readonly leaf: Uint8Array };

/** What is wrong with a record's place among its run's records; `last` is undefined before the first. hostile: all of it. */
export function placeFault(
  { seq, run, prev }: StatedPlace,
  manifest: Manifest,
  last: LastRecord | undefined,
): { readonly kind: BreakKind; readonly what: string } | undefined {
  if (run?.id !== manifest.run) return { kind: 'run', what: `expected a record of run ${manifest.run}` };
  const { first, last: final } = manifest;
  const from = last === undefined ? first : last.seq + 1;
  if (seq < from || seq > final || (last === undefined && seq !== first))
    return { kind: 'seq', what: `expected records ${first} to ${final} in order, found ${seq}` };
  if (last === undefined || seq !== last.seq + 1 || isHexOf(prev, last.leaf)) return undefined;
  const what = `records ${last.seq} and ${seq} do not fit together: one of them was changed`;
  return { kind: 'link', what };
}
