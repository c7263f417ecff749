import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { isBundleFile } from '../../bundle/bundle-file.ts';
import { TracekitError } from '../../model/error.ts';
import { piecesOf } from '../../verify/log-files.ts';
import type { Pieces } from '../../verify/source.ts';
import { isPageFile, openPage } from '../html/page-bundle.ts';
import type { PageCode } from '../html/page-shell.ts';

/** The bytes of a bundle, wherever they are kept. */
export type BundleBytes = {
  /** All of them, as often as they are asked for. */
  readonly pieces: () => Pieces;
  /** So many at an offset, fewer where the bundle ends. */
  readonly readAt: (offset: number, length: number) => Uint8Array;
  readonly close: () => void;
  /** The bundle is in a run's page: whether the page's code is this program's. */
  readonly page?: { readonly isOwn: boolean };
};

/**
 * Opens a bundle's file, or a run's page, out of which the bundle is taken; `code`: the code that this program's pages
 * have. Throws `not_a_bundle` for another file, `not_a_page` where the page holds none.
 */
export function bundleBytes(path: string, code?: PageCode): BundleBytes {
  if (isPageFile(path)) {
    const { bundle, isOwn } = openPage(path, code);
    return {
      pieces: () => [bundle],
      readAt: (offset, length) => bundle.subarray(offset, offset + length),
      close: () => undefined,
      page: { isOwn },
    };
  }
  if (!isBundleFile(path))
    throw new TracekitError(
      'not_a_bundle',
      `${path}: expected a bundle, whose first line names its format, found another file; a home is named with --home`,
    );
  const fd = openSync(path, 'r');
  const { size } = fstatSync(fd);
  return {
    pieces: () => piecesOf(path, 0, size),
    readAt: (offset, length) => {
      const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - offset)));
      return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, offset));
    },
    close: () => closeSync(fd),
  };
}
