/** A piece of inline code, as far as finding file names needs it: no language is parsed in full. */
export type Token =
  | { readonly kind: 'string'; readonly text: string; readonly open: boolean; readonly tick: boolean }
  | { readonly kind: 'name'; readonly text: string }
  | { readonly kind: 'mark'; readonly text: string };

/** How each language spells the home folder; the places are made `~` before the code is read. */
const HOME_TERMS: readonly (readonly [RegExp, string])[] = [
  [/\$\{?ENV\{['"]?HOME['"]?\}\}?/g, '~'],
  [/require\(\s?['"](?:node:)?os['"]\s?\)\.homedir\(\)/g, '"~"'],
  [/\b(?:os\.homedir|homedir|Path\.home|pathlib\.Path\.home|Dir\.home)\(?\)?/g, '"~"'],
  [/\$\{process\.env\.HOME\}/g, '~'],
  [
    /\b(?:process\.env\.HOME|process\.env\[['"]HOME['"]\]|os\.environ\[['"]HOME['"]\]|ENV\[['"]HOME['"]\]|ENV\.fetch\(['"]HOME['"]\))/g,
    '"~"',
  ],
  [/\b(?:os\.)?getenv\(['"]HOME['"]\)/g, '"~"'],
  [/\bos\.environ\.get\(['"]HOME['"]\)/g, '"~"'],
  [/\$_SERVER\[['"]HOME['"]\]/g, '"~"'],
];

/** Cuts code into strings, names (dots and all) and marks. Linear. hostile: whatever text. */
export function tokensOf(code: string, hashComments: boolean): readonly Token[] {
  let text = code;
  for (const [term, home] of HOME_TERMS) text = text.replace(term, home);
  const out: Token[] = [];
  const word = /[A-Za-z_$@][\w$]*(?:(?:\.|::|->)[A-Za-z_$]\w*)*/y;
  for (let i = 0; i < text.length; ) {
    const c = text[i]!;
    if (c === '"' || c === "'" || c === '`') {
      const end = readString(text, i);
      out.push(stringToken(text, i, end));
      i = end;
      continue;
    }
    if (c === '#' && hashComments && /\s|^$/.test(text[i - 1] ?? '')) {
      const line = text.indexOf('\n', i);
      i = line < 0 ? text.length : line;
      continue;
    }
    word.lastIndex = i;
    const name = word.exec(text)?.[0];
    if (name !== undefined) {
      const next = text[i + name.length];
      const prefix = /^[fFrRbBuU]{1,2}$/.test(name) && (next === '"' || next === "'");
      if (!prefix) out.push({ kind: 'name', text: name });
      i += name.length;
    } else {
      if (!/\s/.test(c)) out.push({ kind: 'mark', text: c });
      i++;
    }
  }
  return out;
}

/** The index after the string that begins at `at`; the end of the text where it isn't closed. */
function readString(text: string, at: number): number {
  const quote = text[at]!;
  const triple = quote.repeat(3);
  if (quote !== '`' && text.startsWith(triple, at)) {
    const end = text.indexOf(triple, at + 3);
    return end < 0 ? text.length : end + 3;
  }
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === quote) return i + 1;
  }
  return text.length;
}

function stringToken(text: string, at: number, end: number): Token {
  const quote = text[at]!;
  const width = text.startsWith(quote.repeat(3), at) && end - at >= 6 ? 3 : 1;
  const raw = text.slice(at + width, Math.max(at + width, end - width));
  const value = raw.replace(/\\([nt\\'"`$/])/g, (_, c: string) => (c === 'n' ? '\n' : c === 't' ? '\t' : c));
  // `{x}` of an f-string, `${x}` of a template, `#{x}` of Ruby: unknown parts.
  const open = /[$#]?\{[^}]{0,200}\}/.test(value) || (quote === '"' && /[$@][A-Za-z_]/.test(value));
  return { kind: 'string', text: value, open, tick: quote === '`' };
}
