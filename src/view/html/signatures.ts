import type { BundleCheck } from '../../bundle/check.ts';
import { toUtf8 } from '../../bytes/utf8.ts';
import { verifyEd25519 } from '../../proof/ed25519.ts';
import { keyringOf } from '../../verify/keyring.ts';

/** Whether a signature holds, by another Ed25519 than ours; undefined where there is none. */
export type OtherEd25519 = (
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
) => Promise<boolean | undefined>;

/**
 * What a second implementation says of a bundle's signatures by keys that its log names: `agrees` with the first on all
 * `count` of them, `differs` on one, or is `absent`.
 */
export type SecondOpinion = { readonly kind: 'agrees' | 'differs' | 'absent'; readonly count: number };

/** Asks the browser about each signature that the verdict rests on. hostile: keys and signatures are the bundle's. */
export async function secondOpinion(check: BundleCheck, other: OtherEd25519): Promise<SecondOpinion> {
  const { checkpoint, base } = check;
  const notes = [...base.notes, ...(checkpoint?.kind === 'ok' ? [checkpoint.value] : [])];
  const keys = keyringOf(base.keys, base.notes).map(({ vkey }) => vkey);
  let count = 0;
  for (const { note } of notes) {
    const message = toUtf8(note.text);
    for (const { name, id, signature } of note.signatures) {
      const vkey = keys.find((known) => known.name === name && known.id === id);
      if (vkey === undefined) continue;
      const answer = await other(vkey.publicKey, message, signature);
      if (answer === undefined) return { kind: 'absent', count };
      count++;
      if (answer !== verifyEd25519(vkey.publicKey, message, signature)) return { kind: 'differs', count };
    }
  }
  return { kind: 'agrees', count };
}
