import { openBundle } from '../../../bundle/disclosed.ts';
import type { Verdict } from '../../../verify/verdict.ts';
import type { ViewSource } from '../../api.ts';
import { bundleSource } from '../../bundle/bundle-source.ts';
import { readFindings } from '../findings.ts';
import { signedFindings } from '../signed-findings.ts';
import { type SliceOptions, slicesOf } from '../slices.ts';

/**
 * A run as the page shows it; without a source there is nothing that can be shown. `faults`: what is wrong with the
 * findings beside the bundle. `unsigned`: how many of those are shown, beside the ones that the log holds.
 */
export type ShownRun = {
  readonly run: string;
  readonly source?: ViewSource;
  readonly faults: readonly string[];
  readonly unsigned: number;
};

export type ShownRunOptions = {
  readonly findingsText: string;
  readonly verdicts: readonly Verdict[];
  readonly slices: SliceOptions;
};

/**
 * Opens the bundle that was checked, for reading. One that does not hold is shown as far as it can be read: the verdicts
 * go with it. hostile: its bytes, and the findings.
 */
export async function shownRun(
  bytes: Uint8Array,
  { findingsText, verdicts, slices }: ShownRunOptions,
): Promise<ShownRun> {
  try {
    const bundle = await openBundle({
      pieces: slicesOf(bytes, slices),
      readAt: (offset, length) => bytes.subarray(offset, offset + length),
    });
    const { run } = bundle.manifest;
    const { findings, faults } = readFindings(findingsText, { run, records: bundle.records });
    const signed = signedFindings(bundle);
    const known = new Set(signed.map(({ fingerprint }) => fingerprint));
    const unsigned = findings.filter(({ fingerprint }) => !known.has(fingerprint));
    const source = bundleSource({ bundle, verdicts, findings: [...signed, ...unsigned] });
    return { run, source, faults, unsigned: unsigned.length };
  } catch {
    return { run: '', faults: [], unsigned: 0 };
  }
}
