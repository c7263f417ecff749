/** Writes ASCII text byte by byte: below some 40 signs faster than a call of `Buffer.write` (Node 20). Gives the place behind it. */
export function putAscii(text: string, into: Uint8Array, at: number): number {
  for (let i = 0; i < text.length; i++) into[at + i] = text.charCodeAt(i);
  return at + text.length;
}
