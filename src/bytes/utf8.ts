// `ignoreBOM` keeps a byte order mark as a character: bytes that were hashed must be the bytes that were read.
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** The UTF-8 bytes of `text`; a lone surrogate becomes U+FFFD. */
export function toUtf8(text: string): Uint8Array {
  return encoder.encode(text);
}

/** The text of UTF-8 bytes, a byte order mark kept; undefined where they are no UTF-8. */
export function fromUtf8(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Whether two byte strings are equal. Not for secrets: it stops at the first difference. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
