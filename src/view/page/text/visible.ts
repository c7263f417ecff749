/**
 * Foreign text in the page. hostile: text nodes keep it from being markup; this keeps it from looking other than it is.
 */

/** A piece of a text: as it is, or the name of what would not be seen. */
export type Piece = { readonly kind: 'plain' | 'named'; readonly text: string };

/**
 * Controls but newline and tab, line separators, bidirectional and zero-width marks, invisible letters, variation
 * selectors and tags (in which text can be hidden), lone surrogates.
 */
const UNSEEN =
  /(?:[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb]|\u034f|\u200d|[\u180b-\u180d]|\u180f|[\ufe00-\ufe0e]|[\ud800-\udfff]|[\u{e0000}-\u{e00ff}]|[\u{e0100}-\u{e01ef}])+/gu;

/** So many named pieces are set apart in one text; those beyond are named in plain. hostile: a text of nothing else. */
const MOST_NAMED = 400;

/** The text in pieces. A carriage return before a newline is a line's end like another. */
export function visiblePieces(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of text.replaceAll('\r\n', '\n').matchAll(UNSEEN)) {
    if (pieces.length > 2 * MOST_NAMED) break;
    if (match.index > at) pieces.push({ kind: 'plain', text: match.input.slice(at, match.index) });
    pieces.push({ kind: 'named', text: namesOf(match[0]) });
    at = match.index + match[0].length;
  }
  const rest = text.replaceAll('\r\n', '\n').slice(at);
  if (rest !== '') pieces.push({ kind: 'plain', text: rest.replaceAll(UNSEEN, namesOf) });
  return pieces;
}

/** The text with every unseen character named: for where only a string can stand (titles, labels). */
export function visibleText(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(UNSEEN, namesOf);
}

function namesOf(run: string): string {
  let names = '';
  for (const char of run) names += nameOf(char.codePointAt(0)!);
  return names;
}

/** A control's picture (Unicode "Control Pictures"), else the code point. */
function nameOf(code: number): string {
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `\u27e8U+${code.toString(16).toUpperCase().padStart(4, '0')}\u27e9`;
}
