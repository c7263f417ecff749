import { sameBytes } from '../bytes/utf8.ts';
import { verifyNote } from '../proof/note.ts';
import { formatVkey, parseVkey, type Vkey } from '../proof/vkey.ts';
import { type HeldNote, isCosigned } from './held-notes.ts';

/** A key of the log: the record that names it, and whether it is known that the key before it said so. */
export type NamedKey = { readonly seq: number; readonly vkey: Vkey; readonly proven: boolean };

/** The log's keys, in the order in which its records name them. */
export type Keyring = readonly NamedKey[];

/**
 * The keys that a log names, each one after the first proven where one of `notes` covers the record that names it and
 * is signed by the key before it and by itself (docs/log-format.md "Keys"). `notes` are those whose root is the
 * log's own: a note about another tree proves nothing here.
 */
export function keyringOf(
  named: readonly { readonly seq: number; readonly vkey: string }[],
  notes: readonly HeldNote[],
): Keyring {
  const keys = named.flatMap(({ seq, vkey }) => {
    const read = parseVkey(vkey);
    return read.kind === 'ok' ? [{ seq, vkey: read.value }] : [];
  });
  const byKey = notesByKey(notes);
  return keys.map((key, i) => {
    const before = keys[i - 1]?.vkey;
    const about = byKey.get(key.vkey.id) ?? [];
    const proven = before === undefined || about.some((note) => provesRotation(note, before, key));
    return { ...key, proven };
  });
}

/** The key in force for a tree of `size` records: the last one that those records name. */
export function keyInForce(keyring: Keyring, size: number): NamedKey | undefined {
  return keyring.findLast(({ seq }) => seq < size);
}

/** Whether the note holds under this key. */
export function isSignedBy({ bytes }: HeldNote, vkey: Vkey): boolean {
  return verifyNote(bytes, [vkey]).kind === 'verified';
}

/**
 * The first of the pinned keys from which proven rotations lead to `key`, or undefined: a pinned key vouches for the
 * keys after it, never for those before.
 */
export function pinFor(keyring: Keyring, key: NamedKey, trusted: readonly Vkey[]): Vkey | undefined {
  for (let i = keyring.indexOf(key); i >= 0; i--) {
    const pin = trusted.find((one) => isSameKey(one, keyring[i]!.vkey));
    if (pin !== undefined) return pin;
    if (!keyring[i]!.proven) return undefined;
  }
  return undefined;
}

export function isSameKey(a: Vkey, b: Vkey): boolean {
  return a.name === b.name && sameBytes(a.publicKey, b.publicKey);
}

/** A key as a person compares it. */
export function nameKey(vkey: Vkey): string {
  return formatVkey(vkey);
}

/** hostile: a log may name many keys and hold many notes; each key is tried against those that name it. */
function notesByKey(notes: readonly HeldNote[]): ReadonlyMap<string, readonly HeldNote[]> {
  const byKey = new Map<string, HeldNote[]>();
  for (const note of notes) {
    if (!isCosigned(note)) continue;
    for (const { id } of note.note.signatures) byKey.set(id, [...(byKey.get(id) ?? []), note]);
  }
  return byKey;
}

function provesRotation(
  note: HeldNote,
  before: Vkey,
  key: { readonly seq: number; readonly vkey: Vkey },
): boolean {
  return note.checkpoint.size > key.seq && isSignedBy(note, before) && isSignedBy(note, key.vkey);
}
