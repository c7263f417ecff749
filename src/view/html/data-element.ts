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

/**
 * What `escapeData` was given; undefined where it can't have written this. `more`: further bytes may follow, so an
 * unfinished name at the end is left over: `read` says how far it came.
 */
export function unescapeData(
  escaped: Uint8Array,
  more = false,
): { readonly bytes: Uint8Array; readonly read: number } | undefined {
  const bytes = new Uint8Array(escaped.length);
  let to = 0;
  let from = 0;
  while (from < escaped.length) {
    const byte = escaped[from]!;
    if (byte === LESS) return undefined;
    if (byte !== AMPERSAND) {
      bytes[to++] = byte;
      from++;
      continue;
    }
    const name = escaped[from + 1] === FIRST_OF_LESS ? LESS_NAME : AMPERSAND_NAME;
    const found = escaped.subarray(from, from + name.length);
    if (!found.every((each, i) => each === name[i])) return undefined;
    if (found.length < name.length) {
      if (!more) return undefined;
      break;
    }
    bytes[to++] = name === LESS_NAME ? LESS : AMPERSAND;
    from += name.length;
  }
  return { bytes: bytes.subarray(0, to), read: from };
}
