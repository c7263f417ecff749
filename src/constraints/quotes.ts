/** A quoted stretch of a line: from its opening mark to behind its closing one; the content between them. */
export type Quote = {
  readonly from: number;
  readonly to: number;
  readonly content: string;
  readonly contentAt: number;
};

/** What closes a mark. A straight mark closes itself. */
const CLOSERS: Readonly<Record<string, string>> = {
  '"': '"',
  '“': '”',
  '„': '“”',
  '«': '»',
  '‹': '›',
  '「': '」',
  '『': '』',
  '‘': '’',
  "'": "'",
  '`': '`',
};
const SINGLE: ReadonlySet<string> = new Set(["'", '‘']);

/**
 * hostile: one line. Its quoted stretches; a mark that is not closed on this line quotes nothing. Linear: a search for a
 * closer that failed is not made again.
 */
export function quotesIn(line: string): readonly Quote[] {
  const quotes: Quote[] = [];
  const hopeless = new Set<string>();
  const marks = /["“„«‹「『‘'`]/g;
  for (let mark = marks.exec(line); mark !== null; mark = marks.exec(line)) {
    const open = mark[0];
    const i = mark.index;
    if (hopeless.has(open) || (SINGLE.has(open) && !opensSingle(line, i))) continue;
    const width = open === '`' ? runOf(line, i) : 1;
    const end = closer(line, i + width, { open, closers: CLOSERS[open]!, width });
    if (end < 0 && width === 1) hopeless.add(open);
    marks.lastIndex = end < 0 ? i + width : end + width;
    if (end >= 0)
      quotes.push({ from: i, to: end + width, content: line.slice(i + width, end), contentAt: i + width });
  }
  return quotes;
}

type Opening = { readonly open: string; readonly closers: string; readonly width: number };

function closer(line: string, from: number, { open, closers, width }: Opening): number {
  if (open === '`') return line.indexOf('`'.repeat(width), from);
  for (let i = from; i < line.length; i++) {
    if (closers.includes(line[i]!) && (!SINGLE.has(open) || closesSingle(line, i))) return i;
  }
  return -1;
}

function runOf(line: string, at: number): number {
  let end = at;
  while (line[end] === '`' && end - at < 8) end++;
  return end - at;
}

/** An apostrophe opens a quotation only behind a blank or a bracket: "don't", "users' files" open none. */
function opensSingle(line: string, i: number): boolean {
  return (i === 0 || /[\s([{,:;—-]/.test(line[i - 1]!)) && /\S/.test(line[i + 1] ?? ' ');
}

function closesSingle(line: string, i: number): boolean {
  return /\S/.test(line[i - 1] ?? ' ') && !/[\p{L}\p{N}]/u.test(line[i + 1] ?? ' ');
}
