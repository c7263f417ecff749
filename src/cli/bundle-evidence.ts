import type { Evidence } from '../analyze/evidence.ts';
import { entryOf } from '../analyze/home-evidence.ts';
import { openBundle } from '../bundle/disclosed.ts';
import { verifyBundle } from '../bundle/verify.ts';
import { TracekitError } from '../model/error.ts';
import { bundleBytes } from '../view/bundle/bundle-bytes.ts';

/**
 * A bundle, or the one in a run's page, as evidence, once it is verified: findings must not rest on records that are not the signed ones. Throws
 * `not_a_bundle` for another file, `bundle_broken` where its integrity does not hold.
 */
export async function bundleEvidence(
  path: string,
): Promise<{ readonly evidence: Evidence; readonly run: string }> {
  const bytes = bundleBytes(path);
  const { verdicts } = await verifyBundle(bytes.pieces(), { again: bytes.pieces });
  const integrity = verdicts.find(({ question }) => question === 'integrity');
  if (integrity?.standing !== 'ok' && integrity?.standing !== 'warning')
    throw new TracekitError(
      'bundle_broken',
      `${path}: expected a bundle that holds, found ${integrity?.word ?? 'none'}; run: tracekit verify ${path}`,
    );
  const { manifest, records, content } = await openBundle({ pieces: bytes.pieces(), readAt: bytes.readAt });
  const runs = records
    .filter(({ record }) => record.kind === 'run.opened')
    .map((one) => ({ ...entryOf(one), ...(one.kind === 'base' ? { openingOnly: true as const } : {}) }));
  const evidence: Evidence = {
    source: 'bundle',
    runs,
    recordsOf: (wanted) =>
      records.filter(({ record }) => wanted.has(record.run?.id ?? String(record.data.run))),
    open: ({ commitment }) => content(commitment),
    close: bytes.close,
  };
  return { evidence, run: manifest.run };
}
