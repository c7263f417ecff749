import { fromBase64, toBase64 } from '../bytes/base64.ts';
import { parseDecimal } from './decimal.ts';
import { HASH_BYTES } from './merkle-hash.ts';
import { fault, type Parsed, parsed } from './parsed.ts';

/**
 * An inclusion proof that stands alone (C2SP tlog-proof): the entry's index, the hashes from the leaf's sibling up,
 * the checkpoint's note verbatim, and opaque bytes that nothing authenticates.
 */
export type TlogProof = {
  readonly index: number;
  readonly proof: readonly Uint8Array[];
  readonly note: string;
  readonly extra?: Uint8Array;
};

const HEAD = 'c2sp.org/tlog-proof@v1';
/** A tree of 2^53 leaves has no longer proof. */
const MAX_HASHES = 53;

/** The proof as text; `.tlog-proof` is its file's extension. */
export function formatTlogProof({ index, proof, note, extra }: TlogProof): string {
  const lines = [HEAD, ...(extra === undefined ? [] : [`extra ${toBase64(extra)}`]), `index ${index}`];
  return `${[...lines, ...proof.map(toBase64)].join('\n')}\n\n${note}`;
}

/** Reads a proof; strict in all but its note, which `verifyNote` judges. hostile: whatever text. */
export function parseTlogProof(text: string): Parsed<TlogProof> {
  const cut = text.indexOf('\n\n');
  if (cut < 0) return fault('tlog-proof: expected an empty line before the checkpoint');
  const lines = text.slice(0, cut).split('\n');
  if (lines.shift() !== HEAD) return fault(`tlog-proof: expected the first line ${HEAD}`);
  const hasExtra = lines[0]?.startsWith('extra ') === true;
  const extra = hasExtra ? fromBase64(lines.shift()!.slice('extra '.length)) : undefined;
  if (hasExtra && extra === undefined) return fault('tlog-proof: expected base64 after extra');
  const indexLine = lines.shift() ?? '';
  const index = indexLine.startsWith('index ') ? parseDecimal(indexLine.slice('index '.length)) : undefined;
  if (index === undefined) return fault('tlog-proof: expected a line with the index');
  if (lines.length > MAX_HASHES)
    return fault(`tlog-proof: expected at most ${MAX_HASHES} hashes, found ${lines.length}`);
  const proof: Uint8Array[] = [];
  for (const line of lines) {
    const hash = fromBase64(line);
    if (hash?.length !== HASH_BYTES)
      return fault('tlog-proof: expected a hash of 32 bytes in base64 on each line');
    proof.push(hash);
  }
  const read = { index, proof, note: text.slice(cut + 2) };
  return parsed(extra === undefined ? read : { ...read, extra });
}
