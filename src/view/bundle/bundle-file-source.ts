import { analyzeRun } from '../../analyze/analyze.ts';
import type { Evidence } from '../../analyze/evidence.ts';
import { entryOf } from '../../analyze/home-evidence.ts';
import { type OpenBundle, openBundle } from '../../bundle/disclosed.ts';
import { verifyBundle } from '../../bundle/verify.ts';
import { TracekitError } from '../../model/error.ts';
import type { Finding } from '../../model/finding.ts';
import { seenFiles } from '../../verify/seen-files.ts';
import type { ViewSource } from '../api.ts';
import { bundleBytes } from './bundle-bytes.ts';
import { bundleSource } from './bundle-source.ts';

/** A bundle's file, or a run's page, as the page asks for it, and what gives the file back. */
export type BundleFileSource = {
  readonly source: ViewSource;
  readonly run: string;
  readonly close: () => void;
};

/**
 * Opens a bundle's file, or a page that holds one, and verifies the bundle. Throws `not_a_bundle` for another file, and
 * `bundle_broken` where its integrity does not hold: what it would show is nobody's word.
 */
export async function bundleFileSource(path: string, seen: string | undefined): Promise<BundleFileSource> {
  const bytes = bundleBytes(path);
  // It compares with what was seen, and remembers nothing.
  const store = seen === undefined ? {} : { seen: { read: seenFiles(seen).read, write: () => undefined } };
  const { verdicts } = await verifyBundle(bytes.pieces(), { again: bytes.pieces, ...store });
  const integrity = verdicts.find(({ question }) => question === 'integrity');
  if (integrity?.standing !== 'ok' && integrity?.standing !== 'warning')
    throw new TracekitError(
      'bundle_broken',
      `${path}: expected a bundle that holds, found ${integrity?.word ?? 'none'}; run: tracekit verify ${path}`,
    );
  const bundle = await openBundle({ pieces: bytes.pieces(), readAt: bytes.readAt });
  return {
    source: bundleSource({ bundle, verdicts, findings: findingsOf(bundle) }),
    run: bundle.manifest.run,
    close: bytes.close,
  };
}

/** What the analyzer finds in what a bundle discloses. */
export function findingsOf(bundle: OpenBundle): readonly Finding[] | 'failed' {
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
