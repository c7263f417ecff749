import { TYPOS } from './lexicon/typos.ts';
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
  /** Lower case, without accents and common slips; straight apostrophes. */
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
  if (
    /^[\w.@+-]{1,60}\/[^\s]{1,80}(?: [\w.@+-]{1,60}){1,4}$/.test(text) &&
    isPathLike(text.slice(text.lastIndexOf(' ') + 1))
  ) {
    return { kind: 'path', ...place };
  }
  if (hostOf(text) !== undefined) return { kind: 'host', ...place };
  return { kind: /^[\p{L}\p{N}_@-]+$/u.test(text) ? 'word' : 'opaque', ...place };
}

/** What is longer is no path. */
const LONGEST_PATH = 400;

/** The dot behind these ends no sentence. */
const ABBREVIATED = /^(?:e\.g|i\.e|etc|vs|approx|incl|resp)$/i;
/** French words that an apostrophe ties to the next. */
const ELIDED = /^(?:n|d|l|qu|j)['’](?=\p{L}{2})/iu;

/** Shortened words with a slash in them. */
const SHORTENED = /^(?:w\/o?|r\/[ow]|n\/a|i\/o|c\/o)$/i;

type Add = (token: Omit<Token, 'line'>) => void;

/** hostile: text without quotations. Most of a prompt is letters, and at most the marks that end a clause. */
function plainTokens(text: string, at: number, add: Add): void {
  const chunks = /([A-Za-z]+(?:'[a-z]{1,2})?)([.,;:!?]?)(?!\S)|\S+/g;
  for (let chunk = chunks.exec(text); chunk !== null; chunk = chunks.exec(text)) {
    const word = chunk[1];
    const from = at + chunk.index;
    if (word === undefined || !isSimple(word, chunk[2]!)) {
      chunkTokens(chunk[0], from, add);
      continue;
    }
    const end = from + word.length;
    const low = word.toLowerCase();
    add({ kind: 'word', text: word, low: TYPOS.get(low) ?? low, at: from, end, quoted: false });
    const mark = chunk[2]!;
    if (mark !== '') add({ kind: 'mark', text: mark, low: mark, at: end, end: end + 1, quoted: false });
  }
}

function isSimple(word: string, mark: string): boolean {
  return (
    word.length <= 40 &&
    !isBareFile(word) &&
    (mark !== '.' || !ABBREVIATED.test(word)) &&
    (!word.includes("'") || !ELIDED.test(word))
  );
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
  // Most of what is written so: kana, Han, Hangul.
  if ((char >= '\u3041' && char <= '\u9fff' && char !== '・') || (char >= '\uac00' && char <= '\ud7a3'))
    return 'script';
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
  if (chunk[i] === '{' || chunk[i] === '[')
    return chunk.length - i <= LONGEST_PATH && isPathLike(chunk.slice(i).replace(/[.,:;!?]+$/, ''));
  if (chunk[i] === '~') return /^~[/\\][\w.@*]/.test(chunk.slice(i, i + 3));
  return chunk[i] === '*'
    ? /^\*{1,2}[./]/.test(chunk.slice(i, i + 4))
    : chunk[i] === '_' && /^__?\w+(?:__)?\.\w|^__?\w+__?\//.test(chunk.slice(i, i + 80));
}

function isGlobEnd(chunk: string, start: number, end: number): boolean {
  const last = chunk[end - 1]!;
  if (last === '*') return /[/\\.][*]{1,2}$/.test(chunk.slice(Math.max(start, end - 4), end));
  if (last === '}' || last === ']') return chunk.slice(start, end).includes(last === '}' ? '{' : '[');
  return last === ')' && chunk.slice(start, end).includes('(');
}

/** hostile: a chunk without the marks around it. */
function coreTokens(core: string, at: number, add: Add): void {
  const cuts = core.length > LONGEST_PATH || SHORTENED.test(core) ? [] : cutsOf(core);
  if (cuts.length > 0) {
    let from = 0;
    for (const cut of [...cuts, core.length]) {
      const piece = core.slice(from, cut);
      if (/^(?:['’]s|[a-z]{1,2}['’])$/i.test(piece)) add(plain('word', piece, at + from));
      else latinTokens(piece, at + from, add);
      from = cut;
    }
  } else if (core.length > LONGEST_PATH) add(plain('opaque', core, at));
  else if (/^[-–—]+$/.test(core)) add({ ...plain('mark', core, at), low: '—' });
  else add(namedToken(core, at));
}

/** Where a chunk is parted: behind "n'" and "qu'", before "'s", at signs that no path has. */
function cutsOf(core: string): readonly number[] {
  const elided = ELIDED.exec(core)?.[0].length;
  if (elided !== undefined) return [elided];
  const possessive = /^.{1,398}(?=['’]s$)/.exec(core)?.[0];
  if (possessive !== undefined && isPathLike(possessive)) return [possessive.length];
  return splitCore(core);
}

function namedToken(core: string, at: number): Omit<Token, 'line'> {
  const numbered = /^(.{1,300}?\.\w{1,12}):\d{1,7}(?::\d{1,7})?$/.exec(core)?.[1];
  if (numbered !== undefined && isPathLike(numbered)) return plain('path', numbered, at);
  const host = hostOf(core) !== undefined && !/\.(?:test|example|local|io|app|co)$/.test(core);
  return plain(host ? 'host' : isPathLike(core) ? 'path' : 'word', core, at);
}

/** "a.py,b.py", "push/commit", "done—now", "X:don't". */
function splitCore(core: string): readonly number[] {
  if (/:\/\//.test(core)) return [];
  const cut = /[{}]/.test(core) ? null : /[—–]|,|\.{3}|…|(?<=[a-z])[;!?:](?=[a-z'’])/i.exec(core);
  if (cut !== null && cut.index > 0)
    return [cut.index, cut.index + cut[0].length].filter((at) => at < core.length);
  const slash = core.indexOf('/');
  return slash <= 0 || slash === core.length - 1 || isPathLike(core) ? [] : [slash, slash + 1];
}

function plain(kind: Token['kind'], text: string, at: number): Omit<Token, 'line'> {
  const low = folded(text);
  return { kind, text, low: TYPOS.get(low) ?? low, at, end: at + text.length, quoted: false };
}

/** Lower case, straight apostrophes, no accents (people leave them out). */
export function folded(text: string): string {
  const low = text.toLowerCase().replace(/[’‘´`]/g, "'");
  return /[^\0-\x7f]/.test(low)
    ? low
        .normalize('NFKD')
        .replace(/[\p{M}\u200b-\u200d\ufeff]/gu, '')
        .normalize('NFC')
        .replaceAll('ß', 'ss')
    : low;
}
