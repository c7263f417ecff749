import { toUtf8 } from '../bytes/utf8.ts';
import { verifyEd25519 } from './ed25519.ts';
import { formatNote, type Note, parseNote } from './note-text.ts';
import type { Vkey } from './vkey.ts';

export {
  formatNote,
  MAX_NOTE_BYTES,
  type Note,
  type NoteSignature,
  parseNote,
} from './note-text.ts';

/**
 * What became of a note. `verified`: at least one known key signed it and no known key's signature is bad; `by` are
 * these keys. `unknown_key`: no signature is of a known key; `names` are those it has. `bad_signature`: one by a
 * known key does not hold. `malformed`: it is no note.
 */
export type NoteVerdict =
  | { readonly kind: 'verified'; readonly note: Note; readonly by: readonly Vkey[] }
  | { readonly kind: 'unknown_key'; readonly note: Note; readonly names: readonly string[] }
  | { readonly kind: 'bad_signature'; readonly note: Note; readonly vkey: Vkey }
  | { readonly kind: 'malformed'; readonly what: string };

/** Who signs: the public half, and a function over the key, which never enters this folder. */
export type NoteSigner = { readonly vkey: Vkey; readonly sign: (message: Uint8Array) => Uint8Array };

/**
 * Reads a note and verifies it against the known keys (C2SP signed-note): signatures of other keys are ignored,
 * one bad signature of a known key fails the note. hostile: whatever bytes; never throws.
 */
export function verifyNote(bytes: Uint8Array, vkeys: readonly Vkey[]): NoteVerdict {
  const read = parseNote(bytes);
  if (read.kind === 'fault') return { kind: 'malformed', what: read.what };
  const note = read.value;
  const message = toUtf8(note.text);
  const by: Vkey[] = [];
  for (const { name, id, signature } of note.signatures) {
    const vkey = vkeys.find((known) => known.name === name && known.id === id);
    if (vkey === undefined) continue;
    if (!verifyEd25519(vkey.publicKey, message, signature)) return { kind: 'bad_signature', note, vkey };
    if (!by.includes(vkey)) by.push(vkey);
  }
  if (by.length > 0) return { kind: 'verified', note, by };
  return { kind: 'unknown_key', note, names: note.signatures.map(({ name }) => name) };
}

/** Signs `text`, which ends in a newline, with each signer; gives the note's text. */
export function signNote(text: string, signers: readonly NoteSigner[]): string {
  const message = toUtf8(text);
  return formatNote(
    text,
    signers.map(({ vkey, sign }) => ({ name: vkey.name, id: vkey.id, signature: sign(message) })),
  );
}
