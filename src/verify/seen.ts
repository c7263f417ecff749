import { toHex } from '../bytes/hex.ts';
import { type HeldNote, readHeldNote } from './held-notes.ts';
import { isSignedBy, type Keyring } from './keyring.ts';
import type { SeenStore } from './source.ts';

/**
 * How what is verified compares with the newest checkpoint of its origin that this machine remembers.
 * `same`: the seen tree is the beginning of this one. `older`: this is older than what was seen (for a bundle: which
 * is no fault). `forked`: another tree, or another key, under the same origin. `apart`: nothing here can compare them.
 */
export type SeenOutcome =
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable'; readonly what: string }
  | {
      readonly kind: 'same' | 'older' | 'forked' | 'apart';
      readonly size: number;
      readonly what: string;
    };

/** The remembered checkpoint of an origin, as a note; a file that is none is said, not passed over. */
export type SeenNote =
  | { readonly kind: 'none' }
  | { readonly kind: 'note'; readonly held: HeldNote }
  | { readonly kind: 'unreadable'; readonly what: string };

export function readSeen(store: SeenStore | undefined, origin: string | undefined): SeenNote {
  const bytes = origin === undefined ? undefined : store?.read(origin);
  if (bytes === undefined) return { kind: 'none' };
  const read = readHeldNote('seen', bytes);
  if (read.kind === 'fault') return { kind: 'unreadable', what: read.what };
  return read.value.checkpoint.origin === origin
    ? { kind: 'note', held: read.value }
    : {
        kind: 'unreadable',
        what: `a checkpoint of another origin, ${read.value.checkpoint.origin.slice(0, 200)}`,
      };
}

/** What is compared: how many records there are, how many are signed, and the roots that are known. */
export type SeenSubject = {
  readonly keyring: Keyring;
  /** Records there are; for a bundle, the size of its checkpoint's tree. */
  readonly size: number;
  /** The root (hex) at a size, where it is known. */
  readonly rootAt: (size: number) => string | undefined;
};

/** Compares a log or bundle with the remembered checkpoint. */
export function compareSeen(seen: SeenNote, subject: SeenSubject): SeenOutcome {
  if (seen.kind !== 'note') return seen;
  const { size, root } = seen.held.checkpoint;
  if (!subject.keyring.some(({ vkey }) => isSignedBy(seen.held, vkey))) {
    return {
      kind: 'forked',
      size,
      what: 'the checkpoint that was seen of this origin is signed by none of its keys',
    };
  }
  if (size > subject.size) {
    return {
      kind: 'older',
      size,
      what: `a checkpoint of ${size} records was seen, here are ${subject.size}`,
    };
  }
  const own = subject.rootAt(size);
  if (own === undefined) {
    return {
      kind: 'apart',
      size,
      what: `nothing here proves that it goes on from the ${size} records that were seen`,
    };
  }
  return own === toHex(root)
    ? { kind: 'same', size, what: `it goes on from the ${size} records that were seen` }
    : {
        kind: 'forked',
        size,
        what: `its first ${size} records are not those of the checkpoint that was seen`,
      };
}

/** Remembers the newest checkpoint of what was found good; an older one never takes a newer one's place. */
export function remember(store: SeenStore | undefined, before: SeenNote, newest: HeldNote): void {
  const { origin, size } = newest.checkpoint;
  if (before.kind === 'unreadable' || (before.kind === 'note' && before.held.checkpoint.size >= size)) return;
  store?.write(origin, newest.bytes);
}
