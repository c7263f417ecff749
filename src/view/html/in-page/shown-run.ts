import { openBundle } from '../../../bundle/disclosed.ts';
import type { Verdict } from '../../../verify/verdict.ts';
import type { ViewSource } from '../../api.ts';
import { bundleSource } from '../../bundle/bundle-source.ts';
import { readFindings } from '../findings.ts';

/** A run as the page shows it; without a source there is nothing that can be shown. `faults`: of the findings. */
export type ShownRun = {
  readonly run: string;
  readonly source?: ViewSource;
  readonly faults: readonly string[];
};

/**
 * Opens the bundle that was checked, for reading. One that does not hold is shown as far as it can be read: the verdicts
 * go with it. hostile: its bytes, and the findings.
 */
export async function shownRun(
  bytes: Uint8Array,
  findingsText: string,
  verdicts: readonly Verdict[],
): Promise<ShownRun> {
  try {
    const bundle = await openBundle({
      pieces: [bytes],
      readAt: (offset, length) => bytes.subarray(offset, offset + length),
    });
    const { run } = bundle.manifest;
    const { findings, faults } = readFindings(findingsText, { run, records: bundle.records });
    return { run, source: bundleSource({ bundle, verdicts, findings }), faults };
  } catch {
    return { run: '', faults: [] };
  }
}
