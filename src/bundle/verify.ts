import { splitLines } from '../verify/lines.ts';
import type { Pieces } from '../verify/source.ts';
import type { VerifyReport } from '../verify/verdict.ts';
import { BundleCheck } from './check.ts';
import { checkCites } from './cites.ts';
import { MAX_BUNDLE_BYTES, MAX_LINE_BYTES } from './format.ts';
import { type JudgeOptions, judgeBundle } from './judge.ts';

/** What a bundle is judged by besides itself, and how much of it is read. */
export type VerifyBundleOptions = JudgeOptions & {
  /** A longer bundle is not read on; 64 GiB. */
  readonly maxBytes?: number;
  /** The bundle's bytes once more, for what findings in it cite; without it that is not checked. */
  readonly again?: () => Pieces;
};

/**
 * Verifies a bundle in one pass, in memory that does not grow with it. hostile: every byte; it reads no file that the
 * bundle names, decompresses nothing, and takes no line over 2 MiB.
 *
 * @example
 * const report = await verifyBundle(createReadStream('run-0123456789abcdef.tkbundle'), { trusted });
 */
export async function verifyBundle(pieces: Pieces, options: VerifyBundleOptions = {}): Promise<VerifyReport> {
  return judgeBundle(await readBundle(pieces, options), options);
}

/** What is found in a bundle, for `judgeBundle`, which can be asked again with other keys. hostile: every byte. */
export async function readBundle(
  pieces: Pieces,
  options: Pick<VerifyBundleOptions, 'maxBytes' | 'again'> = {},
): Promise<BundleCheck> {
  const check = new BundleCheck();
  const max = options.maxBytes ?? MAX_BUNDLE_BYTES;
  await splitLines(upTo(pieces, max), { from: 0, max: MAX_LINE_BYTES, onLine: (line) => check.line(line) });
  check.end();
  if (options.again !== undefined) await checkCites(check, options.again());
  return check;
}

/** The bytes up to a limit; beyond it the bundle counts as cut. */
async function* upTo(pieces: Pieces, max: number): AsyncGenerator<Uint8Array> {
  let left = max;
  for await (const piece of pieces) {
    yield piece.subarray(0, left);
    left -= piece.length;
    if (left < 0) return;
  }
}
