import { isHexOf } from '../bytes/hex.ts';
import { type LogRecord, MAX_RECORD_BYTES } from '../model/record.ts';
import { leafHash } from '../proof/record.ts';
import type { Break, Place } from './breaks.ts';
import { splitLines } from './lines.ts';
import type { LogSource } from './source.ts';

/** A record that a finding cites: the finding's own number, and the number and leaf hash (hex) that it names. */
export type Cited = { readonly finding: number; readonly seq: number; readonly leaf: string };

/** So many cites are checked; a log that has more says so. */
export const MAX_CITED = 1_000_000;

/** The cites of a `finding` record, whose shape was checked. */
export function citesOf({ seq: finding, data }: Pick<LogRecord, 'seq' | 'data'>): readonly Cited[] {
  const cites = data.cites as readonly { readonly seq: number; readonly leaf: string }[];
  return cites.map(({ seq, leaf }) => ({ finding, seq, leaf }));
}

/** What is wrong with a cite, given the leaf hash that the record of its number has; undefined where it holds. */
export function citeFault({ finding, seq, leaf }: Cited, found: Uint8Array | undefined): string | undefined {
  if (seq >= finding) return `the finding cites record ${seq}, which is not before it`;
  if (found === undefined) return `the finding cites record ${seq}, which is missing`;
  return isHexOf(leaf, found) ? undefined : `the finding cites record ${seq} as another than it is`;
}

/**
 * Checks that every record that a finding cites is there, and is the one that it cites. It reads the log once more, up to
 * the last finding; memory grows with what is cited.
 */
export async function citeBreaks(source: LogSource, cited: readonly Cited[]): Promise<readonly Break[]> {
  if (cited.length === 0) return [];
  const leaves = new Map<number, Uint8Array | undefined>(cited.map(({ seq }) => [seq, undefined]));
  const places = new Map<number, Place | undefined>(cited.map(({ finding }) => [finding, undefined]));
  const last = [...leaves.keys(), ...places.keys()].reduce((most, seq) => Math.max(most, seq), 0);
  let seq = 0;
  for (const [segment, { name }] of source.segments.entries()) {
    if (seq > last) break;
    await splitLines(source.read(segment, 0), {
      from: 0,
      max: MAX_RECORD_BYTES,
      onLine: ({ bytes, offset }) => {
        if (leaves.has(seq)) leaves.set(seq, leafHash(bytes));
        if (places.has(seq)) places.set(seq, { file: name, offset });
        seq++;
      },
    });
  }
  return cited.flatMap((one): Break[] => {
    const what = citeFault(one, leaves.get(one.seq));
    const place = places.get(one.finding) ?? { file: '', offset: 0 };
    return what === undefined ? [] : [{ kind: 'cite', seq: one.finding, ...place, what }];
  });
}
