import type { Token } from './token.ts';

/** What words a phrase is made of. */
export type Pattern =
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'row'; readonly parts: readonly Pattern[] }
  | {
      readonly kind: 'choice';
      readonly byFirst: ReadonlyMap<string, readonly Pattern[]>;
      readonly optional: boolean;
    };

type Parsed = { readonly pattern: Pattern; readonly next: number };

/** Reads a pattern: words in a row, `(a|b c)` one of them (they nest), `?` behind the bracket: or none. */
export function parsePattern(text: string): Pattern {
  const pieces = text.match(/[(|]|\)\??|[^\s()|]+/g) ?? [];
  return choice(pieces, 0).pattern;
}

function choice(pieces: readonly string[], from: number): Parsed {
  const of: Pattern[] = [];
  for (let at = from; ; at++) {
    const one = row(pieces, at);
    of.push(one.pattern);
    at = one.next;
    if (pieces[at] === '|') continue;
    return { pattern: { kind: 'choice', byFirst: indexed(of), optional: pieces[at] === ')?' }, next: at };
  }
}

/** The choices by each word that they can begin with. */
function indexed(of: readonly Pattern[]): ReadonlyMap<string, readonly Pattern[]> {
  const byFirst = new Map<string, Pattern[]>();
  for (const pattern of of) {
    for (const first of firstWords(pattern)) {
      const there = byFirst.get(first);
      if (there === undefined) byFirst.set(first, [pattern]);
      else there.push(pattern);
    }
  }
  return byFirst;
}

function row(pieces: readonly string[], from: number): Parsed {
  const parts: Pattern[] = [];
  let at = from;
  while (at < pieces.length && !/^[|)]/.test(pieces[at]!)) {
    const part: Parsed =
      pieces[at] === '('
        ? choice(pieces, at + 1)
        : { pattern: { kind: 'word', word: pieces[at]! }, next: at };
    parts.push(part.pattern);
    at = part.next + 1;
  }
  return { pattern: { kind: 'row', parts }, next: at };
}

/** The words that a pattern can begin with. */
export function firstWords(pattern: Pattern): readonly string[] {
  if (pattern.kind === 'word') return [pattern.word];
  if (pattern.kind === 'choice') return [...pattern.byFirst.keys()];
  const firsts: string[] = [];
  for (const part of pattern.parts) {
    firsts.push(...firstWords(part));
    if (part.kind !== 'choice' || !part.optional) break;
  }
  return firsts;
}

const NONE: readonly number[] = [];

/** Where the pattern can end that begins with token `i`: the indexes behind it. */
export function endsOf(pattern: Pattern, tokens: readonly Token[], i: number): readonly number[] {
  if (pattern.kind === 'row') return endsOfRow(pattern.parts, tokens, i);
  const token = tokens[i];
  const low = token === undefined || token.quoted || token.kind === 'mark' ? undefined : token.low;
  if (pattern.kind === 'word') return low === pattern.word ? [i + 1] : NONE;
  const choices = low === undefined ? undefined : pattern.byFirst.get(low);
  if (choices === undefined) return pattern.optional ? [i] : NONE;
  if (choices.length === 1 && !pattern.optional) return endsOf(choices[0]!, tokens, i);
  const ends = pattern.optional ? [i] : [];
  for (const one of choices)
    for (const end of endsOf(one, tokens, i)) if (!ends.includes(end)) ends.push(end);
  return ends;
}

function endsOfRow(parts: readonly Pattern[], tokens: readonly Token[], i: number): readonly number[] {
  let at = i;
  let ends: readonly number[] | undefined;
  for (const part of parts) {
    if (ends === undefined && part.kind === 'word') {
      const token = tokens[at];
      if (token?.low !== part.word || token.quoted || token.kind === 'mark') return NONE;
      at++;
      continue;
    }
    ends =
      ends === undefined
        ? endsOf(part, tokens, at)
        : unique(ends.flatMap((end) => endsOf(part, tokens, end)));
    if (ends.length === 0) return NONE;
    if (ends.length === 1) {
      at = ends[0]!;
      ends = undefined;
    }
  }
  return ends ?? [at];
}

function unique(ends: readonly number[]): readonly number[] {
  return ends.length < 2 ? ends : [...new Set(ends)];
}
