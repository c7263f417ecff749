import { generateKeyPairSync, sign } from 'node:crypto';
import { toBase64 } from '../../src/bytes/base64.ts';
import { toHex } from '../../src/bytes/hex.ts';
import { sha256 } from '../../src/bytes/sha256.ts';
import { toUtf8 } from '../../src/bytes/utf8.ts';
import { formatCheckpoint } from '../../src/proof/checkpoint.ts';
import { inclusionProof } from '../../src/proof/inclusion.ts';
import { perfectRoot } from '../../src/proof/merkle-hash.ts';
import { MerkleFrontier } from '../../src/proof/merkle-range.ts';
import { signNote } from '../../src/proof/note.ts';
import { leafHash } from '../../src/proof/record.ts';
import { formatVkey, vkeyOf } from '../../src/proof/vkey.ts';
import type { RecordProof } from '../../src/view/api.ts';
import { RUN } from './made-rows.ts';

const SIZE = 7;
const SEQ = 5;
const ORIGIN = 'made.example/log';

export type MadeProof = Omit<RecordProof, 'inclusion' | 'checkpoint' | 'vkey'> &
  Required<Pick<RecordProof, 'inclusion' | 'checkpoint' | 'vkey'>>;

/** A record with two contents in a log of seven, with everything that proves it, signed by a key made for it. */
export function madeProof(
  contents: Readonly<Record<string, string>> = { input: 'echo 1', result: '1' },
): MadeProof {
  const opened = Object.entries(contents).map(([field, text]) => openedContent(field, toUtf8(text)));
  const data = Object.fromEntries(
    opened.map(({ field, bytes, commitment }) => [field, { bytes, commitment }]),
  );
  const line = JSON.stringify({ data, kind: 'call.completed', run: { id: RUN, seq: 1 }, seq: SEQ, v: 2 });
  const leaves = Array.from({ length: SIZE }, (_, i) => leafHash(toUtf8(i === SEQ ? line : `{"seq":${i}}`)));
  const tree = new MerkleFrontier();
  for (const leaf of leaves) tree.append(leaf);
  const path = inclusionProof(SEQ, SIZE, (level, index) =>
    perfectRoot(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)),
  );
  const root = tree.root();
  return {
    ...{ seq: SEQ, line, leaf: toHex(leaves[SEQ]!), contents: opened },
    inclusion: { size: SIZE, path: path.map(toHex), root: toHex(root) },
    ...signed(root),
  };
}

function openedContent(
  field: string,
  content: Uint8Array,
): RecordProof['contents'][number] & { bytes: number } {
  const salt = new Uint8Array(32).fill(field.length);
  const commitment = toHex(sha256(Uint8Array.from([...salt, ...content])));
  return { field, commitment, bytes: content.length, salt: toHex(salt), content: toBase64(content) };
}

function signed(root: Uint8Array): { readonly checkpoint: string; readonly vkey: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const vkey = vkeyOf(
    ORIGIN,
    Uint8Array.from(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)),
  );
  const text = formatCheckpoint({ origin: ORIGIN, size: SIZE, root, extensions: [] });
  const checkpoint = signNote(text, [{ vkey, sign: (message) => sign(null, message, privateKey) }]);
  return { checkpoint, vkey: formatVkey(vkey) };
}
