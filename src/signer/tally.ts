import type { LineReading } from '../model/reading.ts';
import type { Draft } from '../model/record.ts';

/** Counts of what a recording took in. Twins and copies are lines, but no exchanges, prompts or calls again. */
export type Tally = {
  bytes: number;
  lines: number;
  transcripts: number;
  exchanges: number;
  prompts: number;
  calls: number;
  readonly linked: { exact: number; ordered: number; none: number };
  unparsed: number;
  copies: number;
  gaps: number;
};

export function emptyTally(): Tally {
  return {
    bytes: 0,
    lines: 0,
    transcripts: 0,
    exchanges: 0,
    prompts: 0,
    calls: 0,
    linked: { exact: 0, ordered: 0, none: 0 },
    unparsed: 0,
    copies: 0,
    gaps: 0,
  };
}

const UNPARSED = new Set(['unparsed', 'value', 'oversize', 'deep']);

/** Counts a record in that is none of a line. */
export function count(tally: Tally, { kind }: Pick<Draft, 'kind'>): void {
  if (kind === 'gap') tally.gaps++;
}

/** Counts a line in. */
export function countLine(
  tally: Tally,
  line: { bytes: number; reading: LineReading; copied: boolean },
): void {
  const { form, exchange } = line.reading;
  tally.lines++;
  tally.bytes += line.bytes;
  if (UNPARSED.has(form)) tally.unparsed++;
  if (line.copied) tally.copies++;
  if (exchange === undefined || line.copied || exchange.twin !== undefined) return;
  tally.exchanges++;
  if (exchange.origin === 'prompt') tally.prompts++;
  for (const part of exchange.parts) {
    if (part.kind !== 'call') continue;
    tally.calls++;
    tally.linked[part.link.basis]++;
  }
}
