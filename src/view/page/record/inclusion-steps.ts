import { fromHex, toHex } from '../../../bytes/hex.ts';
import type { RecordProof } from '../../api.ts';
import { digest } from './digest.ts';
import { compared, type Step } from './step.ts';

/** One fold of an inclusion proof. */
export type Fold = {
  readonly sibling: string;
  /** On which side the sibling stands. */
  readonly side: 'left' | 'right';
  readonly result: string;
};

type Folded = { readonly folds: readonly Fold[]; readonly root: string; readonly isWhole: boolean };

/** Folds the leaf up to the root, as RFC 9162 §2.1.3.2 has it. hostile: all of it. */
export async function folded(
  leaf: string,
  seq: number,
  inclusion: NonNullable<RecordProof['inclusion']>,
): Promise<Folded> {
  let at = seq;
  let last = inclusion.size - 1;
  let hash = fromHex(leaf) ?? new Uint8Array(0);
  const folds: Fold[] = [];
  for (const sibling of inclusion.path) {
    const other = fromHex(sibling);
    if (other === undefined || other.length !== 32 || last <= 0)
      return { folds, root: toHex(hash), isWhole: false };
    const isLeft = at % 2 === 1 || at === last;
    hash = isLeft ? await node(other, hash) : await node(hash, other);
    folds.push({ sibling, side: isLeft ? 'left' : 'right', result: toHex(hash) });
    while (isLeft && at % 2 === 0 && at !== 0) {
      at = Math.floor(at / 2);
      last = Math.floor(last / 2);
    }
    at = Math.floor(at / 2);
    last = Math.floor(last / 2);
  }
  return { folds, root: toHex(hash), isWhole: last === 0 };
}

/** SHA-256(0x01 ‖ left ‖ right) (RFC 6962 §2.1). */
function node(left: Uint8Array, right: Uint8Array): Promise<Uint8Array> {
  return digest(Uint8Array.of(1), left, right);
}

/** The proof that the record is in the tree, as a step; with its folds. */
export async function inclusionStep(
  { seq, inclusion, chained }: RecordProof,
  leaf: string,
): Promise<{ readonly step: Step; readonly folds: readonly Fold[] }> {
  const title = 'The record is in the log';
  if (inclusion === undefined) return { folds: [], step: withoutProof(title, chained) };
  const { folds, root, isWhole } = await folded(leaf, seq, inclusion);
  const how = `Folded ${folds.length} times, as record ${seq} of ${inclusion.size}: SHA-256(0x01 ‖ left ‖ right)`;
  const meaning =
    'The record that is shown is not the one in the signed tree: it, or the tree, was changed after it was signed.';
  if (isWhole)
    return { folds, step: compared({ title, how, computed: root, expected: inclusion.root, meaning }) };
  return {
    folds,
    step: {
      title,
      how,
      computed: root,
      expected: inclusion.root,
      result: 'differs',
      meaning: `The proof does not fit a tree of ${inclusion.size} records. ${meaning}`,
    },
  };
}

function withoutProof(title: string, chained: number | undefined): Step {
  return chained === undefined
    ? {
        title,
        how: 'No checkpoint covers it yet, or its tree could not be read.',
        result: 'open',
        meaning:
          'The signer signs within a quarter of a second; a record without a proof after that is not protected.',
      }
    : {
        title,
        how: `It has no proof of its own here: the chain of its run leads from record ${chained}, which has one, to this one.`,
        result: 'open',
        meaning: 'What verified the bundle followed the chain; this page does not do it for a single record.',
      };
}
