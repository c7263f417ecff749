/** A line as it stands in the prompt. */
type Raw = { readonly text: string };

const HEADER =
  /^[ \t>*]{0,8}\*{0,2}(from|to|cc|bcc|subject|date|sent|reply-to|von|an|betreff|datum|de|objet|para|asunto|assunto|gesendet)\*{0,2}:\*{0,2}[ \t]+\S/i;
/** One of these is among a letter's headers: "From: src/a, To: src/b" is none. */
const TELLING = /^(?:subject|date|sent|reply-to|betreff|datum|objet|asunto|assunto|gesendet)$/i;
const CLOSING =
  /^(?:(?:kind|best|warm|many)? ?(?:regards|wishes|thanks)|best|cheers|thanks|thank you|sincerely|yours|br|vg|gru(?:ß|ss)|viele gr(?:ü|ue)(?:ß|ss)e|cordialement|saludos|abraços|[-–—]{1,2})\b[ ,.!]*/i;
/** A name: one to three words that begin with a capital. */
const NAME = /^(?:[-–—]{1,2} ?)?\p{Lu}[\p{L}.'-]{0,30}(?: \p{Lu}[\p{L}.'-]{0,30}){0,2}[.]?$/u;

/**
 * hostile: the lines of a prompt. Masks pasted mails: from two headers in a row, a subject or date among them, to the
 * paragraph that is the sender's name; without one to the end, since nothing tells where the mail ends.
 */
export function maskLetters(raws: readonly Raw[], masked: Uint8Array): void {
  for (let line = 0; line < raws.length; line++) {
    const behind = behindHeaders(raws, line);
    if (behind === undefined) continue;
    const end = behindSignature(raws, behind);
    masked.fill(1, line, end);
    line = end - 1;
  }
}

function behindHeaders(raws: readonly Raw[], from: number): number | undefined {
  let at = from;
  let telling = false;
  for (; at < raws.length; at++) {
    const name = HEADER.exec(raws[at]!.text)?.[1];
    if (name === undefined) break;
    telling = telling || TELLING.test(name);
  }
  return telling && at - from >= 2 ? at : undefined;
}

/** The line behind the last paragraph of the mail: a name, with or without a greeting before it. */
function behindSignature(raws: readonly Raw[], from: number): number {
  for (let at = from + 1; at < raws.length; at++) {
    if (raws[at]!.text.trim() === '' || !beginsParagraph(raws, at)) continue;
    const first = raws[at]!.text.trim();
    const second = raws[at + 1]?.text.trim() ?? '';
    const greeting = CLOSING.exec(first)?.[0].length;
    if (NAME.test(first) && second === '') return at + 1;
    if (greeting === undefined || first.length > 60) continue;
    const rest = first.slice(greeting).trim();
    if (rest === '' && NAME.test(second)) return at + 2;
    if (NAME.test(rest) && second === '') return at + 1;
  }
  return raws.length;
}

function beginsParagraph(raws: readonly Raw[], at: number): boolean {
  return raws[at - 1]!.text.trim() === '' || CLOSING.test(raws[at]!.text.trim());
}
