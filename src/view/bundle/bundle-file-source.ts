import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { analyzeRun } from '../../analyze/analyze.ts';
import type { Evidence } from '../../analyze/evidence.ts';
import { entryOf } from '../../analyze/home-evidence.ts';
import { isBundleFile, verifyBundleFile } from '../../bundle/bundle-file.ts';
import { type OpenBundle, openBundle } from '../../bundle/disclosed.ts';
import { TracekitError } from '../../model/error.ts';
import type { Finding } from '../../model/finding.ts';
import { piecesOf } from '../../verify/log-files.ts';
import { seenFiles } from '../../verify/seen-files.ts';
import type { ViewSource } from '../api.ts';
import { bundleSource } from './bundle-source.ts';

/** A bundle's file as the page asks for it, and what gives the file back. */
export type BundleFileSource = { readonly source: ViewSource; readonly close: () => void };

/**
 * Opens a bundle's file and verifies it. Throws `not_a_bundle` for another file, and `bundle_broken` where its integrity
 * does not hold: what it would show is nobody's word.
 */
export async function bundleFileSource(path: string, seen: string | undefined): Promise<BundleFileSource> {
  if (!isBundleFile(path))
    throw new TracekitError(
      'not_a_bundle',
      `${path}: expected a bundle, whose first line names its format, found another file`,
    );
  // It compares with what was seen, and remembers nothing.
  const store = seen === undefined ? {} : { seen: { read: seenFiles(seen).read, write: () => undefined } };
  const { verdicts } = await verifyBundleFile(path, store);
  const integrity = verdicts.find(({ question }) => question === 'integrity');
  if (integrity?.standing !== 'ok' && integrity?.standing !== 'warning')
    throw new TracekitError(
      'bundle_broken',
      `${path}: expected a bundle that holds, found ${integrity?.word ?? 'none'}; run: tracekit verify ${path}`,
    );
  const fd = openSync(path, 'r');
  const { size } = fstatSync(fd);
  const bundle = await openBundle({
    pieces: piecesOf(path, 0, size),
    readAt: (offset, length) => {
      const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - offset)));
      return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, offset));
    },
  });
  return {
    source: bundleSource({ bundle, verdicts, findings: findingsOf(bundle) }),
    close: () => closeSync(fd),
  };
}

function findingsOf(bundle: OpenBundle): readonly Finding[] | 'failed' {
  try {
    return analyzeRun(evidenceOf(bundle), bundle.manifest.run)?.findings ?? 'failed';
  } catch {
    return 'failed';
  }
}

/** A bundle as the analyzer reads it. */
function evidenceOf({ records, content }: OpenBundle): Evidence {
  return {
    source: 'bundle',
    runs: records
      .filter(({ record }) => record.kind === 'run.opened')
      .map((one) => ({ ...entryOf(one), ...(one.kind === 'base' ? { openingOnly: true as const } : {}) })),
    recordsOf: (wanted) =>
      records.filter(({ record }) => wanted.has(record.run?.id ?? String(record.data.run))),
    open: ({ commitment }) => content(commitment),
    close: () => undefined,
  };
}
