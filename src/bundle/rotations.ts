import { parseVkey } from '../proof/vkey.ts';
import { type HeldNote, isCosigned } from '../verify/held-notes.ts';
import { isSignedBy } from '../verify/keyring.ts';

/** A key change: the record that names the key, and a checkpoint that covers it and that both keys signed. */
export type Rotation = { readonly index: number; readonly held: HeldNote };

/** The key changes that the home's checkpoints prove, at most up to `size`; one that none proves is left out. */
export function provenRotations(
  keys: readonly { readonly seq: number; readonly vkey: string }[],
  notes: readonly HeldNote[],
  size: number,
): readonly Rotation[] {
  const cosigned = notes.filter((held) => isCosigned(held) && held.checkpoint.size <= size);
  return keys.slice(1).flatMap(({ seq, vkey }, i) => {
    const before = parseVkey(keys[i]!.vkey);
    const key = parseVkey(vkey);
    if (before.kind === 'fault' || key.kind === 'fault') return [];
    const held = cosigned.find(
      (one) => one.checkpoint.size > seq && isSignedBy(one, before.value) && isSignedBy(one, key.value),
    );
    return held === undefined ? [] : [{ index: seq, held }];
  });
}
