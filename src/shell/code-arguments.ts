import type { Token } from './code-tokens.ts';
import type { Word } from './word.ts';

/** One argument of a call: the string it is, or the strings of a list. */
export type Argument = {
  readonly word: Word | undefined;
  readonly list: readonly Word[];
  readonly recursive: boolean;
};

/** A string token as a word; one with a placeholder in it is unresolved. */
export function wordOf(token: Extract<Token, { kind: 'string' }>): Word {
  return token.open ? { text: token.text, unresolved: true } : { text: token.text };
}

/** A string, a variable that holds one, or several joined by `+`, `.` or `/`. */
export function expression(
  tokens: readonly Token[],
  at: number,
  values: ReadonlyMap<string, Word>,
): Word | undefined {
  let word: Word | undefined;
  for (let i = at; i < tokens.length; i += 2) {
    const { piece, length } = term(tokens, i, values);
    if (piece === undefined)
      return word === undefined ? undefined : { text: `${word.text}$(…)`, unresolved: true };
    const slash = tokens[i - 1]?.text === '/' && word !== undefined;
    word = word === undefined ? piece : { ...piece, text: word.text + (slash ? '/' : '') + piece.text };
    i += length - 1;
    const next = tokens[i + 1];
    if (next?.kind !== 'mark' || !/^[+./]$/.test(next.text) || word.text.length > 4096) return word;
  }
  return word;
}

/** A string whose placeholders (`{x}`, `${x}`, `#{x}`, `$x`) are variables of the code that hold a known string. */
function filled(token: Extract<Token, { kind: 'string' }>, values: ReadonlyMap<string, Word>): Word {
  if (!token.open || token.text.length > 4096) return wordOf(token);
  const text = token.text.replace(
    /[$#]?\{\s?(?:["']([^"'{}]{0,80})["']|(\w{1,80}))\s?\}/g,
    (whole, quoted: string | undefined, name: string | undefined) => {
      if (quoted !== undefined) return quoted;
      const value = values.get(name ?? '');
      return value === undefined || value.unresolved ? whole : value.text;
    },
  );
  return /[$#]?\{[^}]{0,200}\}|\$[A-Za-z_]/.test(text) ? { text, unresolved: true } : { text };
}

/** A string, a variable's, or the one in `Path("…")`; and how many tokens it takes. */
function term(
  tokens: readonly Token[],
  at: number,
  values: ReadonlyMap<string, Word>,
): { readonly piece: Word | undefined; readonly length: number } {
  const token = tokens[at];
  if (token?.kind === 'string') return { piece: filled(token, values), length: 1 };
  if (token?.kind !== 'name') return { piece: undefined, length: 1 };
  const inner = tokens[at + 2];
  const wraps =
    /(^|\.)(Path|PurePath|String|str)$/.test(token.text) &&
    tokens[at + 1]?.text === '(' &&
    tokens[at + 3]?.text === ')';
  if (wraps && inner?.kind === 'string') return { piece: wordOf(inner), length: 4 };
  return { piece: values.get(token.text), length: 1 };
}

/** The arguments of the call whose `(` is at `at`, or of a bare call (`unlink "x"`). */
export function argumentsOf(
  tokens: readonly Token[],
  at: number,
  values: ReadonlyMap<string, Word>,
): readonly Argument[] | undefined {
  const first = tokens[at];
  if (first?.kind === 'string') return [{ word: expression(tokens, at, values), list: [], recursive: false }];
  if (first?.kind !== 'mark' || first.text !== '(') return undefined;
  const out: Argument[] = [];
  let depth = 1;
  let start = at + 1;
  const end = Math.min(tokens.length, at + 400);
  for (let i = at + 1; i < end && depth > 0; i++) {
    const text = tokens[i]!.kind === 'mark' ? tokens[i]!.text : '';
    if (/^[([{]$/.test(text)) depth++;
    else if (/^[)\]}]$/.test(text)) depth--;
    if ((text === ',' && depth === 1) || depth === 0) {
      if (i > start) out.push(argument(tokens.slice(start, i), values));
      start = i + 1;
    }
  }
  return out;
}

/** The arguments of a call without parentheses: up to the statement's end. */
export function bareArguments(
  tokens: readonly Token[],
  at: number,
  values: ReadonlyMap<string, Word>,
): readonly Argument[] {
  const out: Argument[] = [];
  let start = at;
  const end = Math.min(tokens.length, at + 60);
  for (let i = at; i <= end; i++) {
    const text = tokens[i]?.kind === 'mark' ? tokens[i]!.text : '';
    if (i < end && text !== ',' && text !== ';' && text !== '}') continue;
    if (i > start) out.push(argument(tokens.slice(start, i), values));
    start = i + 1;
    if (text !== ',') break;
  }
  return out;
}

function argument(tokens: readonly Token[], values: ReadonlyMap<string, Word>): Argument {
  const strings = tokens.flatMap((token) => (token.kind === 'string' ? [wordOf(token)] : []));
  const joins = tokens.some((token) => /(^|\.)join$|^Path$/.test(token.text));
  const text = strings.map((word) => word.text).join('/');
  const inner = joins && strings.length > 0 ? { text } : expression(tokens, 0, values);
  return {
    word: inner ?? (strings.length === 1 && tokens[0]?.text !== '[' ? strings[0] : undefined),
    list: tokens[0]?.text === '[' ? strings : [],
    recursive: tokens.some((token) => token.text === 'recursive'),
  };
}
