import type { Line } from './lines.ts';
import { hostOf, isBareFile, isPathLike } from './path-like.ts';
import { type Quote, quotesIn } from './quotes.ts';

/**
 * A piece of the prompt. `word`: letters, in the writing systems that part words; `script`: a run of Japanese, Chinese
 * or Korean; `path`, `host`: spelled like one; `opaque`: quoted words, which are nobody's instruction; `mark`: the rest.
 */
export type Token = {
  readonly kind: 'word' | 'path' | 'host' | 'opaque' | 'script' | 'mark';
  /** The person's spelling, without quotes and emphasis. */
  readonly text: string;
  /** Lower case, without accents; straight apostrophes. */
  readonly low: string;
  readonly at: number;
  readonly end: number;
  readonly quoted: boolean;
  /** Whether it begins a line: an item of a list, a paragraph, or the first line behind a fence or paste. */
  readonly line: 'inside' | 'begins' | 'bullet' | 'paragraph' | 'resumes';
};

const SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々〆]/u;
const WIDE_MARK = /[、。,:;!?()【】・…—]/;
const OPENING = /[([{<*_~¿¡'"“”„«»‘]/;
const CLOSING = /[)\]}>*_~.,:;!?…'"“”’«»]/;

/** hostile: a readable line. Its tokens; quotations are one token each. */
export function tokensOf(line: Line): readonly Token[] {
  const tokens: Token[] = [];
  const add: Add = ({ kind, text, low, at, end, quoted }) => {
    tokens.push({ kind, text, low, at, end, quoted, line: tokens.length === 0 ? beginning(line) : 'inside' });
  };
  let from = 0;
  for (const quote of quotesIn(line.text)) {
    if (quote.content.trim() === '') continue;
    plainTokens(line.text.slice(from, quote.from), line.at + from, add);
    add(quoteToken(quote, line.at));
    from = quote.to;
  }
  plainTokens(line.text.slice(from), line.at + from, add);
  return tokens;
}

function beginning({ bullet, after }: Line): Token['line'] {
  if (bullet) return 'bullet';
  return ({ blank: 'paragraph', masked: 'resumes', line: 'begins' } as const)[after];
}

/** A quoted path, or a single quoted word, is what the person names; more words are somebody's. */
function quoteToken({ content, from, to }: Quote, lineAt: number): Omit<Token, 'line'> {
  const text = content.trim();
  const place = { text, low: folded(text), at: lineAt + from, end: lineAt + to, quoted: true };
  if (isPathLike(text)) return { kind: 'path', ...place };
  if (/^[\w.@+-]{1,60}\/[^\s]{1,80}(?: [\w.@+-]{1,60}){1,4}$/.test(text) && isPathLike(text.slice(text.lastIndexOf(' ') + 1))) {
    return { kind: 'path', ...place };
  }
  if (hostOf(text) !== undefined) return { kind: 'host', ...place };
  return { kind: /^[\p{L}\p{N}_@-]+$/u.test(text) ? 'word' : 'opaque', ...place };
}

/** The dot behind these ends no sentence. */
const ABBREVIATED = /^(?:e\.g|i\.e|etc|vs|approx|incl|resp)$/i;
/** French words that an apostrophe ties to the next. */
const ELIDED = /^(?:n|d|l|qu|j)['’](?=\p{L}{2})/iu;

type Add = (token: Omit<Token, 'line'>) => void;

/** Most of a prompt: letters, and at most the marks that end a clause. */
const SIMPLE = /^([A-Za-z]+(?:'[a-z]{1,2})?)([.,;:!?]?)$/;

function plainTokens(text: string, at: number, add: Add): void {
  for (const match of text.matchAll(/\S+/g)) {
    const simple = SIMPLE.exec(match[0]);
    const word = simple?.[1] ?? '';
    if (simple === null || word.length > 40 || isBareFile(word) || ABBREVIATED.test(word) || ELIDED.test(word)) {
      chunkTokens(match[0], at + match.index, add);
      continue;
    }
    const from = at + match.index;
    const end = from + word.length;
    add({ kind: 'word', text: word, low: word.toLowerCase(), at: from, end, quoted: false });
    if (simple[2] !== '') add({ kind: 'mark', text: simple[2]!, low: simple[2]!, at: end, end: end + 1, quoted: false });
  }
}

/** A chunk between blanks: parted at wide marks and where the writing system changes. */
function chunkTokens(chunk: string, at: number, add: Add): void {
  let from = 0;
  let kind = kindAt(chunk, 0);
  for (let i = 1; i <= chunk.length; i++) {
    const next = i < chunk.length ? kindAt(chunk, i) : 'end';
    if (next === kind && kind !== 'mark') continue;
    const piece = chunk.slice(from, i);
    if (kind === 'latin') latinTokens(piece, at + from, add);
    else add({ kind, text: piece, low: piece, at: at + from, end: at + i, quoted: false });
    from = i;
    kind = next as typeof kind;
  }
}

function kindAt(chunk: string, i: number): 'latin' | 'script' | 'mark' {
  const char = chunk[i]!;
  if (char < '\u2000') return 'latin';
  if (WIDE_MARK.test(char)) return 'mark';
  return SCRIPT.test(char) ? 'script' : 'latin';
}

/** hostile: a chunk of letters and signs. The marks around it are tokens of their own. */
function latinTokens(chunk: string, at: number, add: Add): void {
  let start = 0;
  let end = chunk.length;
  while (start < end && OPENING.test(chunk[start]!) && !isGlobStart(chunk, start)) {
    mark(chunk[start]!, at + start, add);
    start++;
  }
  while (end > start && CLOSING.test(chunk[end - 1]!) && !isGlobEnd(chunk, start, end)) end--;
  if (end > start) coreTokens(chunk.slice(start, end), at + start, add);
  const abbreviated = ABBREVIATED.test(chunk.slice(start, end));
  for (let i = end; i < chunk.length; i++) if (!abbreviated || chunk[i] !== '.') mark(chunk[i]!, at + i, add);
}

/** Emphasis and quotation marks leave no token. */
function mark(char: string, at: number, add: Add): void {
  if (/[*_~'"“”„«»‘’]/.test(char)) return;
  add({ kind: 'mark', text: char, low: char, at, end: at + 1, quoted: false });
}

function isGlobStart(chunk: string, i: number): boolean {
  if (chunk[i] === '{' || chunk[i] === '[') return isPathLike(chunk.slice(i).replace(/[.,:;!?]+$/, ''));
  return chunk[i] === '*' ? /^\*{1,2}[./]/.test(chunk.slice(i, i + 4)) : chunk[i] === '_' && /^__?\w+(?:__)?\.\w|^__?\w+__?\//.test(chunk.slice(i, i + 80));
}

function isGlobEnd(chunk: string, start: number, end: number): boolean {
  const last = chunk[end - 1]!;
  if (last === '*') return /[/\\.][*]{1,2}$/.test(chunk.slice(Math.max(start, end - 4), end));
  if (last === '}' || last === ']') return chunk.slice(start, end).includes(last === '}' ? '{' : '[');
  return last === ')' && chunk.slice(start, end).includes('(');
}

function coreTokens(core: string, at: number, add: Add): void {
  if (core.length > 400) return add(plain('opaque', core, at));
  const elided = ELIDED.exec(core)?.[0].length ?? 0;
  if (elided > 0) {
    add(plain('word', core.slice(0, elided), at));
    return latinTokens(core.slice(elided), at + elided, add);
  }
  const parts = splitCore(core);
  if (parts !== undefined) {
    for (const part of parts) latinTokens(core.slice(part.from, part.to), at + part.from, add);
    return;
  }
  if (/^[-–—]+$/.test(core)) return add({ ...plain('mark', core, at), low: '—' });
  const numbered = /^(.{1,300}?\.\w{1,12}):\d{1,7}(?::\d{1,7})?$/.exec(core);
  if (numbered !== null && isPathLike(numbered[1]!)) return add(plain('path', numbered[1]!, at));
  const possessive = /^(.+)(['’]s)$/.exec(core);
  if (possessive !== null && isPathLike(possessive[1]!)) {
    add(plain('path', possessive[1]!, at));
    return add(plain('word', possessive[2]!, at + possessive[1]!.length));
  }
  if (hostOf(core) !== undefined && !/\.(?:test|example|local|io|app|co)$/.test(core)) return add(plain('host', core, at));
  add(plain(isPathLike(core) ? 'path' : 'word', core, at));
}

/** "a.py,b.py", "push/commit", "done—now", "X:don't": parted where no path has that sign. */
function splitCore(core: string): readonly { from: number; to: number }[] | undefined {
  const cut = /[—–]|,|\.{3}|…|(?<=[a-z])[;!?:](?=[a-z'’])/i.exec(core);
  if (cut !== null && cut.index > 0 && !/[{}]/.test(core) && !/:\/\//.test(core)) {
    const behind = cut.index + cut[0].length;
    return [
      { from: 0, to: cut.index },
      { from: cut.index, to: behind },
      { from: behind, to: core.length },
    ].filter(({ from, to }) => to > from);
  }
  const slash = core.indexOf('/');
  if (slash <= 0 || slash === core.length - 1 || isPathLike(core) || /:\/\//.test(core)) return undefined;
  return [
    { from: 0, to: slash },
    { from: slash, to: slash + 1 },
    { from: slash + 1, to: core.length },
  ];
}

function plain(kind: Token['kind'], text: string, at: number): Omit<Token, 'line'> {
  return { kind, text, low: folded(text), at, end: at + text.length, quoted: false };
}

/** Lower case, straight apostrophes, no accents (people leave them out). */
export function folded(text: string): string {
  const low = text.toLowerCase().replace(/[’‘´`]/g, "'");
  return /[^\0-\x7f]/.test(low) ? low.normalize('NFKD').replace(/[\p{M}\u200b-\u200d\ufeff]/gu, '').normalize('NFC').replaceAll('ß', 'ss') : low;
}
