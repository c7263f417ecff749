/**
 * Foreign text at the edge to a person. hostile: paths, ids and contents come from agents; a control character, an
 * escape sequence or a bidirectional mark could rewrite what a person reads, in a terminal and in a page.
 */

/** Controls (C0, DEL, C1), line and paragraph separators, bidirectional and invisible marks, the BOM, and tags. */
const UNSAFE =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udfff]|[\u{e0000}-\u{e007f}]/gu;

/** The text with every unsafe character written as its code point, so that it stays on one line and inert. */
export function inert(text: string): string {
  return text.replace(UNSAFE, (char) => `\\u{${char.codePointAt(0)!.toString(16)}}`);
}

/** A value as one line of JSON, its unsafe characters as escapes: the same value, and nothing a terminal acts on. */
export function inertJson(value: unknown): string {
  return JSON.stringify(value).replace(UNSAFE, (char) =>
    [...Array(char.length).keys()]
      .map((at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** `inert`, cut to `width` characters with an ellipsis. */
export function inertLine(text: string, width: number): string {
  const cut = text.length > width * 2 ? text.slice(0, width * 2) : text;
  const safe = inert(cut);
  return safe.length > width ? `${safe.slice(0, width - 1)}…` : safe;
}
