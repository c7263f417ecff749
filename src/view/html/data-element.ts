import { toUtf8 } from '../../bytes/utf8.ts';

/** The elements of a run's page that hold data, by their ids. No browser runs what has such a type. */
export const BUNDLE_ELEMENT = '<script type="application/vnd.tracekit.bundle" id="tracekit-bundle">';
export const FINDINGS_ELEMENT = '<script type="application/json" id="tracekit-findings">';
export const DATA_END = '</script>\n';

const AMPERSAND = 0x26;
const LESS = 0x3c;
const AMPERSAND_NAME = toUtf8('&amp;');
const LESS_NAME = toUtf8('&lt;');
/** Both names are `&`, letters and `;`; the first letter tells them apart. */
const FIRST_OF_LESS = 0x6c;

/**
 * UTF-8 as it stands in a data element: without a `<`, neither its end nor a comment's beginning can be in it. A browser
 * decodes nothing there, so both names are ours to undo. hostile: whatever bytes.
 */
export function escapeData(bytes: Uint8Array): Uint8Array {
  let extra = 0;
  for (const byte of bytes) extra += byte === AMPERSAND ? 4 : byte === LESS ? 3 : 0;
  if (extra === 0) return bytes;
  const escaped = new Uint8Array(bytes.length + extra);
  let at = 0;
  for (const byte of bytes) {
    const name = byte === AMPERSAND ? AMPERSAND_NAME : byte === LESS ? LESS_NAME : undefined;
    if (name === undefined) escaped[at++] = byte;
    else {
      escaped.set(name, at);
      at += name.length;
    }
  }
  return escaped;
}

/** What `escapeData` was given; undefined where it can't have written this. hostile: whatever bytes. */
export function unescapeData(escaped: Uint8Array): Uint8Array | undefined {
  const bytes = new Uint8Array(escaped.length);
  let to = 0;
  for (let from = 0; from < escaped.length; from++) {
    const byte = escaped[from]!;
    if (byte === LESS) return undefined;
    if (byte !== AMPERSAND) {
      bytes[to++] = byte;
      continue;
    }
    const isLess = escaped[from + 1] === FIRST_OF_LESS;
    const name = isLess ? LESS_NAME : AMPERSAND_NAME;
    for (let i = 1; i < name.length; i++) if (escaped[from + i] !== name[i]) return undefined;
    bytes[to++] = isLess ? LESS : AMPERSAND;
    from += name.length - 1;
  }
  return bytes.subarray(0, to);
}
