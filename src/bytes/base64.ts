/** Base64 of RFC 4648 §4: the standard alphabet, padded. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Base64, padded (RFC 4648 §4). */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const left = bytes.length - i;
    const bits = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    text += ALPHABET[bits >> 18]! + ALPHABET[(bits >> 12) & 63]!;
    text += left > 1 ? ALPHABET[(bits >> 6) & 63]! : '=';
    text += left > 2 ? ALPHABET[bits & 63]! : '=';
  }
  return text;
}

/**
 * The bytes that padded base64 stands for, or undefined. Strict, so that bytes have one spelling only: no white
 * space, no other alphabet, padding there and unused bits zero (RFC 4648 §3.5; C2SP signed-note needs it).
 */
export function fromBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0) return undefined;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const digits = text.length - padding;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  let bits = 0;
  let held = 0;
  let at = 0;
  for (let i = 0; i < digits; i++) {
    const value = sextet(text.charCodeAt(i));
    if (value < 0) return undefined;
    bits = ((bits << 6) | value) & 0xffff;
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes[at++] = (bits >> held) & 0xff;
    }
  }
  return (bits & ((1 << held) - 1)) === 0 ? bytes : undefined;
}

function sextet(unit: number): number {
  if (unit >= 0x41 && unit <= 0x5a) return unit - 0x41;
  if (unit >= 0x61 && unit <= 0x7a) return unit - 0x61 + 26;
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30 + 52;
  if (unit === 0x2b) return 62;
  return unit === 0x2f ? 63 : -1;
}
