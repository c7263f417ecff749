import { fromBase64, toBase64 } from '../bytes/base64.ts';
import { fromHex, toHex } from '../bytes/hex.ts';
import { fromUtf8 } from '../bytes/utf8.ts';
import { fault, type Parsed, parsed } from './parsed.ts';
import { isKeyName } from './vkey.ts';

/** One signature line of a note: the key's name, its id of 8 hex digits, the signature's bytes. */
export type NoteSignature = { readonly name: string; readonly id: string; readonly signature: Uint8Array };

/** A signed note (C2SP signed-note): `text` ends in a newline and is what is signed. */
export type Note = { readonly text: string; readonly signatures: readonly NoteSignature[] };

/** A note may have this many bytes, so that a hostile one costs little. */
export const MAX_NOTE_BYTES = 1_000_000;
/** And this many signatures. */
export const MAX_SIGNATURES = 100;

const DASH = '\u2014 ';
const ID_BYTES = 4;

/** The note as its bytes' text: the signed text, an empty line, a line for each signature. */
export function formatNote(text: string, signatures: readonly NoteSignature[]): string {
  return `${text}\n${signatures.map(formatSignature).join('')}`;
}

/** Reads a note; strict, and says nothing of whether its signatures hold. hostile: whatever bytes; never throws. */
export function parseNote(bytes: Uint8Array): Parsed<Note> {
  if (bytes.length > MAX_NOTE_BYTES)
    return fault(`note: expected at most ${MAX_NOTE_BYTES} bytes, found ${bytes.length}`);
  const whole = fromUtf8(bytes);
  if (whole === undefined) return fault('note: expected UTF-8');
  if (/[\u0000-\u0009\u000b-\u001f]/.test(whole))
    return fault('note: expected no control characters but newlines');
  const cut = whole.lastIndexOf('\n\n');
  if (cut < 0) return fault('note: expected an empty line before the signatures');
  if (!whole.endsWith('\n')) return fault('note: expected a newline at the end');
  const lines = whole.slice(cut + 2, -1).split('\n');
  if (lines.length > MAX_SIGNATURES)
    return fault(`note: expected at most ${MAX_SIGNATURES} signatures, found ${lines.length}`);
  const signatures: NoteSignature[] = [];
  for (const line of lines) {
    const signature = parseSignature(line);
    if (signature === undefined)
      return fault(`note: expected a signature line, found ${JSON.stringify(line.slice(0, 60))}`);
    signatures.push(signature);
  }
  return parsed({ text: whole.slice(0, cut + 1), signatures });
}

function formatSignature({ name, id, signature }: NoteSignature): string {
  const bytes = new Uint8Array(ID_BYTES + signature.length);
  bytes.set(fromHex(id)!);
  bytes.set(signature, ID_BYTES);
  return `${DASH}${name} ${toBase64(bytes)}\n`;
}

function parseSignature(line: string): NoteSignature | undefined {
  const parts = line.startsWith(DASH) ? line.slice(DASH.length).split(' ') : [];
  const [name, encoded] = parts;
  if (parts.length !== 2 || name === undefined || encoded === undefined || !isKeyName(name)) return undefined;
  const bytes = fromBase64(encoded);
  if (bytes === undefined || bytes.length <= ID_BYTES) return undefined;
  return { name, id: toHex(bytes.subarray(0, ID_BYTES)), signature: bytes.subarray(ID_BYTES) };
}
