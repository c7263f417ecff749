import type { Vkey } from '../proof/vkey.ts';
import { type Keyring, nameKey, pinFor } from './keyring.ts';
import type { SeenOutcome } from './seen.ts';
import type { Signature } from './signature.ts';
import type { Verdict } from './verdict.ts';

export type AuthorshipInput = {
  readonly signature: Signature;
  readonly keyring: Keyring;
  /** The pinned keys; undefined where none were given. */
  readonly trusted: readonly Vkey[] | undefined;
  readonly seen: SeenOutcome;
};

/** Whether the key that signed may be believed: pinned, or at least led to by proven rotations from the first. */
export function isKeyGood({ signature, keyring, trusted }: AuthorshipInput): boolean {
  if (signature.kind !== 'signed') return false;
  return pinFor(keyring, signature.key, trusted ?? keyring.slice(0, 1).map(({ vkey }) => vkey)) !== undefined;
}

/** The answer where what was signed is of a newer version. */
export function unreadAuthorship(): Verdict {
  const basis = ['what names the key is of a newer version: whether it signed cannot be told'];
  return { question: 'authorship', word: 'CANNOT TELL', standing: 'unknown', basis, warnings: [] };
}

/** Whose key signed. Without a pinned key that is only what the log says of itself. */
export function judgeAuthorship(input: AuthorshipInput): Verdict {
  const { signature, keyring, trusted, seen } = input;
  const question = 'authorship';
  if (signature.kind !== 'signed') {
    const word =
      signature.kind === 'none' ? 'NO-SIGNATURE' : signature.kind === 'bad' ? 'UNPROVEN' : 'UNKNOWN-KEY';
    return { question, word, standing: 'failed', basis: [signature.what], warnings: [] };
  }
  const { vkey } = signature.key;
  const rotations = rotationBasis(keyring);
  if (!isKeyGood(input)) {
    const why =
      trusted === undefined
        ? 'no checkpoint signed by both keys proves its rotation'
        : 'no pinned key vouches for it';
    return {
      ...{ question, word: 'UNKNOWN-KEY', standing: 'failed' as const },
      basis: [`signed by ${nameKey(vkey)}: ${why}`, ...rotations],
      warnings: [],
    };
  }
  if (trusted !== undefined) {
    const pin = pinFor(keyring, signature.key, trusted)!;
    const basis = [`signed by ${nameKey(vkey)}`, `pinned: ${nameKey(pin)}`, ...rotations];
    return { question, word: 'PINNED', standing: 'ok', basis, warnings: [] };
  }
  const known = seen.kind === 'same' || seen.kind === 'older' || seen.kind === 'apart';
  return {
    ...{ question, word: known ? 'SEEN BEFORE' : 'FIRST SEEN', standing: 'warning' as const },
    basis: [`signed by ${nameKey(vkey)}, which the log itself names`, ...rotations],
    warnings: [`the key is not pinned: compare it with the one its owner shows, then verify with --trust`],
  };
}

function rotationBasis(keyring: Keyring): readonly string[] {
  return keyring
    .slice(1, 20)
    .map(({ seq, vkey, proven }) =>
      proven
        ? `record ${seq} rotates to key ${vkey.id}, in a checkpoint signed by both`
        : `record ${seq} names key ${vkey.id}, and no checkpoint signed by both proves it`,
    );
}
