import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportToFile } from '../bundle/bundle-file.ts';
import type { Disclosure } from '../bundle/contents.ts';
import { openBundle } from '../bundle/disclosed.ts';
import { logFiles } from '../verify/log-files.ts';
import { bundleBytes } from '../view/bundle/bundle-bytes.ts';
import { findingsOf } from '../view/bundle/bundle-file-source.ts';
import { writePage } from '../view/html/page-file.ts';
import { neededPageCode } from './page-code.ts';

/** What went into a page. */
export type ExportedPage = {
  readonly records: number;
  readonly contents: number;
  readonly findings: number;
  readonly bytes: number;
};

/**
 * Writes a run's page to `path`. Its findings are what the analyzer finds in the bundle that it carries, so that they say
 * nothing of contents that stay.
 */
export async function exportPage(
  path: string,
  { log, run, disclose }: { readonly log: string; readonly run: string; readonly disclose: Disclosure },
): Promise<ExportedPage> {
  const code = neededPageCode();
  const folder = mkdtempSync(join(tmpdir(), 'tracekit-export-'));
  try {
    const file = join(folder, 'run.tkbundle');
    const { manifest, contents } = await exportToFile(file, logFiles(log)!, { run, disclose });
    const bytes = bundleBytes(file);
    try {
      const found = findingsOf(await openBundle({ pieces: bytes.pieces(), readAt: bytes.readAt }));
      const findings = found === 'failed' ? [] : found;
      const written = await writePage(path, code, { bundle: bytes.pieces(), findings });
      return { records: manifest.records, contents, findings: findings.length, bytes: written };
    } finally {
      bytes.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
