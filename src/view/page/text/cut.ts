/** A chunk of text is laid out as a block of its own. */
const CHUNK = 4_000;

/** The beginning of a text as it is first shown: at most so many characters and lines; all of it where little is left. */
export function beginning(
  text: string,
  { characters, lines }: { readonly characters: number; readonly lines: number },
): string {
  let end = text.length <= characters * 1.25 ? text.length : before(text, characters);
  let at = -1;
  for (let line = 0; line < lines; line++) {
    at = text.indexOf('\n', at + 1);
    if (at < 0 || at >= end) return text.slice(0, end);
  }
  const another = text.indexOf('\n', at + 1);
  if (another < 0 || text.indexOf('\n', another + 1) < 0) return text.slice(0, end);
  end = at;
  return text.slice(0, end);
}

/** The text in blocks of at most 4,000 characters, cut at line ends where there are some. */
export function chunksOf(text: string): readonly string[] {
  const chunks: string[] = [];
  for (let at = 0; at < text.length; ) {
    let to = at + CHUNK >= text.length ? text.length : before(text, at + CHUNK);
    const line = to < text.length ? text.lastIndexOf('\n', to - 1) : -1;
    if (line > at) to = line + 1;
    chunks.push(text.slice(at, to));
    at = to;
  }
  return chunks;
}

/** `end`, but never between the halves of a surrogate pair. */
function before(text: string, end: number): number {
  const high = text.charCodeAt(end - 1);
  return high >= 0xd800 && high <= 0xdbff ? end - 1 : end;
}
