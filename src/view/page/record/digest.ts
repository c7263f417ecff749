import { sha256 as ours } from '../../../bytes/sha256.browser.ts';

/** SHA-256 by the browser's own WebCrypto; by noble where there is none (a page that is no secure context). */
export async function digest(...parts: readonly Uint8Array[]): Promise<Uint8Array> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  const { subtle } = globalThis.crypto ?? {};
  return subtle === undefined ? ours(bytes) : new Uint8Array(await subtle.digest('SHA-256', bytes));
}

/** Whose SHA-256 that is. */
export function digestName(): string {
  return globalThis.crypto?.subtle === undefined ? "this page's own code (noble)" : "the browser's WebCrypto";
}
