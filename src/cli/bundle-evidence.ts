import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type { Evidence } from '../analyze/evidence.ts';
import { entryOf } from '../analyze/home-evidence.ts';
import { isBundleFile, verifyBundleFile } from '../bundle/bundle-file.ts';
import { openBundle } from '../bundle/disclosed.ts';
import { TracekitError } from '../model/error.ts';
import { piecesOf } from '../verify/log-files.ts';

/**
 * A bundle as evidence, once it is verified: findings must not rest on records that are not the signed ones. Throws
 * `not_a_bundle` for another file, `bundle_broken` where its integrity does not hold.
 */
export async function bundleEvidence(
  path: string,
): Promise<{ readonly evidence: Evidence; readonly run: string }> {
  if (!isBundleFile(path))
    throw new TracekitError(
      'not_a_bundle',
      `${path}: expected a bundle, whose first line names its format, found another file`,
    );
  const { verdicts } = await verifyBundleFile(path);
  const integrity = verdicts.find(({ question }) => question === 'integrity');
  if (integrity?.standing !== 'ok' && integrity?.standing !== 'warning')
    throw new TracekitError(
      'bundle_broken',
      `${path}: expected a bundle that holds, found ${integrity?.word ?? 'none'}; run: tracekit verify ${path}`,
    );
  const { size } = statSync(path);
  const fd = openSync(path, 'r');
  const { manifest, records, content } = await openBundle({
    pieces: piecesOf(path, 0, size),
    readAt: (offset, length) => {
      const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - offset)));
      return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, offset));
    },
  });
  const runs = records
    .filter(({ record }) => record.kind === 'run.opened')
    .map((one) => ({ ...entryOf(one), ...(one.kind === 'base' ? { openingOnly: true as const } : {}) }));
  const evidence: Evidence = {
    source: 'bundle',
    runs,
    recordsOf: (wanted) =>
      records.filter(({ record }) => wanted.has(record.run?.id ?? String(record.data.run))),
    open: ({ commitment }) => content(commitment),
    close: () => closeSync(fd),
  };
  return { evidence, run: manifest.run };
}
