import type { Draft, JsonObject } from '../model/record.ts';

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

/** Counts one draft in. */
export function count(tally: Tally, { kind, data }: Draft): void {
  if (kind === 'gap') tally.gaps++;
  else if (kind === 'transcript.line' || kind === 'model.exchange') countLine(tally, data);
}

function countLine(tally: Tally, data: JsonObject): void {
  tally.lines++;
  tally.bytes += data.bytes as number;
  if (UNPARSED.has(data.form as string)) tally.unparsed++;
  if (data.copy !== undefined) tally.copies++;
  if (data.parts === undefined || data.copy !== undefined || data.twin !== undefined) return;
  tally.exchanges++;
  if (data.origin === 'prompt') tally.prompts++;
  for (const part of data.parts as readonly JsonObject[]) {
    if (part.kind !== 'call') continue;
    tally.calls++;
    tally.linked[(part.link as { basis: keyof Tally['linked'] }).basis]++;
  }
}
