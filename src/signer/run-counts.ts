import type { JsonObject } from '../model/record.ts';

/** Calls by how the reasoning before them is linked to them. */
export type LinkCounts = { exact: number; ordered: number; none: number };

/** What `tracekit status` tells of a run: its calls in transcripts by their links, those the gate decided, its gaps. */
export type RunCounts = { readonly linked: LinkCounts; decided: number; gaps: number };

export function emptyCounts(): RunCounts {
  return { linked: { exact: 0, ordered: 0, none: 0 }, decided: 0, gaps: 0 };
}

/** Counts the calls of an exchange's record in; a copy and a twin say again what was counted. */
export function countExchange({ linked }: RunCounts, data: JsonObject): void {
  if (data.copy !== undefined || data.twin !== undefined || !Array.isArray(data.parts)) return;
  for (const { kind, link } of data.parts as readonly JsonObject[]) {
    if (kind === 'call') linked[(link as JsonObject).basis as keyof LinkCounts]++;
  }
}

export function addLinks(to: LinkCounts, more: Readonly<LinkCounts>): void {
  to.exact += more.exact;
  to.ordered += more.ordered;
  to.none += more.none;
}
