import { fromBase64, toBase64 } from '../bytes/base64.ts';
import { toHex } from '../bytes/hex.ts';
import { sha256 } from '../bytes/sha256.ts';
import { toUtf8 } from '../bytes/utf8.ts';
import { fault, type Parsed, parsed } from './parsed.ts';

/** A public key by which notes are verified: its name, its id of 8 hex digits, and the 32 bytes of an Ed25519 key. */
export type Vkey = { readonly name: string; readonly id: string; readonly publicKey: Uint8Array };

const ED25519 = 0x01;
const MAX_NAME = 200;
// Go's `unicode.IsSpace`, with which C2SP signed-note was written, counts U+0085, which `\s` does not.
const NAME = /^[^\s\u0000-\u001f\u007f\u0085+\p{Surrogate}]+$/u;

/** Whether a key may have this name: not empty, no white space, no plus sign (C2SP signed-note). */
export function isKeyName(name: string): boolean {
  return name.length <= MAX_NAME && NAME.test(name);
}

/** The key's id: the first 4 bytes of SHA-256(name ‖ 0x0A ‖ 0x01 ‖ key) in hex (C2SP signed-note). */
export function keyId(name: string, publicKey: Uint8Array): string {
  const named = toUtf8(`${name}\n`);
  const bytes = new Uint8Array(named.length + 1 + publicKey.length);
  bytes.set(named);
  bytes[named.length] = ED25519;
  bytes.set(publicKey, named.length + 1);
  return toHex(sha256(bytes).subarray(0, 4));
}

/** A vkey of a name and a raw Ed25519 public key (32 bytes). */
export function vkeyOf(name: string, publicKey: Uint8Array): Vkey {
  return { name, id: keyId(name, publicKey), publicKey };
}

/** The line `<name>+<id>+<base64(0x01 ‖ key)>`. */
export function formatVkey(vkey: Vkey): string {
  const bytes = new Uint8Array(1 + vkey.publicKey.length);
  bytes[0] = ED25519;
  bytes.set(vkey.publicKey, 1);
  return `${vkey.name}+${vkey.id}+${toBase64(bytes)}`;
}

/** Reads a vkey line, without a newline; strict, and the id must be the key's own. hostile: whatever text. */
export function parseVkey(text: string): Parsed<Vkey> {
  // Base64 has plus signs of its own, so only the first two separate.
  const first = text.indexOf('+');
  const second = text.indexOf('+', first + 1);
  if (first < 0 || second < 0) return fault('vkey: expected <name>+<id>+<key>');
  const name = text.slice(0, first);
  const id = text.slice(first + 1, second);
  const key = fromBase64(text.slice(second + 1));
  if (!isKeyName(name)) return fault('vkey: expected a name without white space');
  if (key === undefined || key.length !== 33 || key[0] !== ED25519) {
    return fault('vkey: expected an Ed25519 key: base64 of 0x01 and 32 bytes');
  }
  const publicKey = key.subarray(1);
  const wanted = keyId(name, publicKey);
  return id === wanted
    ? parsed({ name, id, publicKey })
    : fault(`vkey: expected id ${wanted}, found ${id.slice(0, 20)}`);
}
