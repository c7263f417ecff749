import { closeSync, constants, fsyncSync, openSync, renameSync, unlinkSync, writeSync } from 'node:fs';
import { toUtf8 } from '../../bytes/utf8.ts';
import type { Finding } from '../../model/finding.ts';
import type { Pieces } from '../../verify/source.ts';
import { escapeData } from './data-element.ts';
import { type PageCode, pageShell } from './page-shell.ts';

/** What goes into a run's page. */
export type PageContent = {
  readonly bundle: Pieces;
  /** What the analyzer found in the bundle, which nobody signed. */
  readonly findings: readonly Finding[];
};

/** The bytes of a run's page in order: the code, and in it bundle and findings as data. hostile: both. */
export async function* pageBytes(code: PageCode, content: PageContent): AsyncGenerator<Uint8Array> {
  const { head, middle, tail } = pageShell(code);
  yield toUtf8(head);
  for await (const piece of content.bundle) yield escapeData(piece);
  yield toUtf8(middle);
  yield escapeData(toUtf8(JSON.stringify(content.findings)));
  yield toUtf8(tail);
}

/** Writes a run's page (0600), which is there whole or not at all; gives its bytes. `path` is replaced. */
export async function writePage(path: string, code: PageCode, content: PageContent): Promise<number> {
  const draft = `${path}.${process.pid}.draft`;
  const { O_WRONLY, O_CREAT, O_EXCL } = constants;
  const fd = openSync(draft, O_WRONLY | O_CREAT | O_EXCL, 0o600);
  let written = 0;
  try {
    for await (const bytes of pageBytes(code, content)) {
      for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
      written += bytes.length;
    }
    fsyncSync(fd);
    renameSync(draft, path);
    return written;
  } catch (error) {
    unlinkSync(draft);
    throw error;
  } finally {
    closeSync(fd);
  }
}
