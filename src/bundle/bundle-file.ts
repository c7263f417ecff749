import { closeSync, constants, fsyncSync, openSync, renameSync, unlinkSync, writeSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { toUtf8 } from '../bytes/utf8.ts';
import { piecesOf } from '../verify/log-files.ts';
import type { LogSource } from '../verify/source.ts';
import type { VerifyReport } from '../verify/verdict.ts';
import { type ExportOptions, type ExportSummary, exportRun } from './export.ts';
import { BUNDLE_FORMAT } from './format.ts';
import { type VerifyBundleOptions, verifyBundle } from './verify.ts';

/** Exports a run into a file, which is there whole or not at all. `path` is replaced. */
export async function exportToFile(
  path: string,
  source: LogSource,
  options: Omit<ExportOptions, 'write'>,
): Promise<ExportSummary> {
  const draft = `${path}.${process.pid}.draft`;
  const { O_WRONLY, O_CREAT, O_EXCL } = constants;
  const fd = openSync(draft, O_WRONLY | O_CREAT | O_EXCL, 0o600);
  try {
    const summary = await exportRun(source, { ...options, write: (text) => writeAll(fd, toUtf8(text)) });
    fsyncSync(fd);
    renameSync(draft, path);
    return summary;
  } catch (error) {
    unlinkSync(draft);
    throw error;
  } finally {
    closeSync(fd);
  }
}

/** Whether a file's first bytes name the format. Throws Node's error where it can't be read. */
export function isBundleFile(path: string): boolean {
  for (const piece of piecesOf(path, 0, 4096)) {
    return Buffer.from(piece).includes(`"format":"${BUNDLE_FORMAT}"`);
  }
  return false;
}

/** Verifies a bundle's file. Throws Node's error where it can't be read. */
export async function verifyBundleFile(
  path: string,
  options: VerifyBundleOptions = {},
): Promise<VerifyReport> {
  const { size } = await stat(path);
  return verifyBundle(piecesOf(path, 0, size), { again: () => piecesOf(path, 0, size), ...options });
}

function writeAll(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
}
