import { maskLetters } from './letters.ts';

/** A line of the prompt that may hold the person's own words. */
export type Line = {
  readonly at: number;
  readonly text: string;
  /** What stands before it: a blank line, what is nobody's instruction (a fence, a paste), or a line of the text. */
  readonly after: 'blank' | 'masked' | 'line';
  /** A list's mark was taken off its beginning. */
  readonly bullet: boolean;
};

type Raw = { readonly at: number; readonly text: string };

const FENCE = /^[ \t]{0,8}(?:[-*+] {1,3})?(`{3,}|~{3,})([^\n]*)$/;
const BULLET = /^[ \t]{0,16}(?:[-*+•‣◦▪–—]|\(?(?:\d{1,3}|[a-zA-Z])[.)])[ \t]+(?:\[[ xX]?\][ \t]*)?/;
const HEADING = /^#{2,6}[ \t]+/;
/** What people paste between tags; words between other tags are taken for the person's own. */
const PASTE_TAG =
  /^[ \t]{0,8}<(pasted_content|pasted|paste|documents?|file|file_content|logs?|output|stdout|stderr|error|trace|diff|code|examples?|quote|email|mail|message|system-reminder|hook_context|transcript|conversation|tool_result|task-notification|blockquote|pre|script)\b[^>]{0,400}>/;

/** hostile: whatever text. The lines outside fences, pastes, block quotes, code comments, diffs and logs. */
export function readableLines(text: string): readonly Line[] {
  const raws = rawLines(text);
  const masked = new Uint8Array(raws.length);
  maskFences(raws, masked);
  maskTags(raws, masked);
  maskDiffs(raws, masked);
  maskLetters(raws, masked);
  const lines: Line[] = [];
  let after: Line['after'] = 'blank';
  for (const [index, raw] of raws.entries()) {
    if (masked[index] === 1) after = 'masked';
    else if (isForeign(raw.text)) after = after === 'blank' ? 'line' : after;
    else if (raw.text.trim() === '') after = after === 'masked' ? after : 'blank';
    else {
      lines.push(stripped(raw, after));
      after = 'line';
    }
  }
  return lines;
}

function rawLines(text: string): readonly Raw[] {
  const lines: Raw[] = [];
  for (let at = 0; at <= text.length; ) {
    const next = text.indexOf('\n', at);
    const end = next < 0 ? text.length : next;
    lines.push({ at, text: text.slice(at, end) });
    at = end + 1;
  }
  return lines;
}

function stripped({ at, text }: Raw, after: Line['after']): Line {
  const mark = BULLET.exec(text) ?? HEADING.exec(text);
  if (mark === null) return { at, text, after, bullet: false };
  return { at: at + mark[0].length, text: text.slice(mark[0].length), after, bullet: true };
}

type Fence = { readonly line: number; readonly mark: string; readonly bare: boolean };

/** CommonMark §4.5, except that a fence which is never closed masks nothing: a stray mark changes no other line. */
function maskFences(raws: readonly Raw[], masked: Uint8Array): void {
  const fences: Fence[] = [];
  for (const [line, raw] of raws.entries()) {
    const found = FENCE.exec(raw.text);
    if (found !== null) fences.push({ line, mark: found[1]!, bare: found[2]!.trim() === '' });
  }
  const longest = longestClosers(fences);
  for (let i = 0; i < fences.length; ) {
    const { line, mark } = fences[i]!;
    masked[line] = 1;
    if (mark.length > longest[i]![mark[0] as '`' | '~']) {
      i++;
      continue;
    }
    let close = i + 1;
    while (!closes(fences[close]!, mark)) close++;
    for (let at = line; at <= fences[close]!.line; at++) masked[at] = 1;
    i = close + 1;
  }
}

function closes({ mark, bare }: Fence, opener: string): boolean {
  return bare && mark[0] === opener[0] && mark.length >= opener.length;
}

/** For each fence, how long the longest closing mark behind it is. */
function longestClosers(fences: readonly Fence[]): readonly { '`': number; '~': number }[] {
  const longest: { '`': number; '~': number }[] = [];
  let after = { '`': 0, '~': 0 };
  for (let i = fences.length - 1; i >= 0; i--) {
    longest[i] = after;
    const { mark, bare } = fences[i]!;
    const key = mark[0] as '`' | '~';
    if (bare) after = { ...after, [key]: Math.max(after[key], mark.length) };
  }
  return longest;
}

/** From an opening tag that begins a line to the line of its closing tag. Without one nothing is masked. */
function maskTags(raws: readonly Raw[], masked: Uint8Array): void {
  const closers = new Map<string, number[]>();
  for (const [line, { text }] of raws.entries()) {
    for (const [, name] of text.matchAll(/<\/([a-z_-]{1,20})>/g)) {
      const seen = closers.get(name!);
      if (seen === undefined) closers.set(name!, [line]);
      else seen.push(line);
    }
  }
  const used = new Map<string, number>();
  for (let line = 0; line < raws.length; line++) {
    const name = masked[line] === 1 ? undefined : PASTE_TAG.exec(raws[line]!.text)?.[1];
    const closing = name === undefined ? undefined : closers.get(name);
    if (name === undefined || closing === undefined) continue;
    let at = used.get(name) ?? 0;
    while (at < closing.length && closing[at]! < line) at++;
    used.set(name, at);
    const close = closing[at];
    if (close === undefined) continue;
    for (; line < close; line++) masked[line] = 1;
    masked[close] = 1;
  }
}

/** A diff's head and the lines that begin as its lines do. */
function maskDiffs(raws: readonly Raw[], masked: Uint8Array): void {
  let inside = false;
  for (const [line, { text }] of raws.entries()) {
    if (/^(?:diff --git |@@ -\d|--- [ab]\/|\+\+\+ [ab]\/|index [0-9a-f]{7})/.test(text)) inside = true;
    else if (inside && !/^[-+ ]/.test(text)) inside = false;
    if (inside) masked[line] = 1;
  }
}

/** Block quotes, comments, shell prompts, log lines and stack frames: words that somebody pasted. */
function isForeign(text: string): boolean {
  const line = text.trimStart();
  return (
    /^(?:>|\/\/|\/\*|<!--|# |#!|\$ |% |;;|-- |\|\s)/.test(line) ||
    /^(?:error|fatal|remote|hint|npm err!|npm warn|traceback|exception|caused by|e\/|w\/)\b[^\n]{0,3}:/i.test(
      line,
    ) ||
    /^\w{0,40}(?:Error|Exception|Warning):\s/.test(line.startsWith('Warning:') ? '' : line) ||
    /^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(line) ||
    /^(?:\[\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?\]|<[\w.-]{1,30}>|\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)? [\w<])/i.test(
      line,
    ) ||
    /^(?:\[(?:INFO|DEBUG|TRACE|WARN|WARNING|ERROR|FATAL)\]|(?:INFO|DEBUG|TRACE|ERROR|FATAL)\b:?)\s/.test(
      line,
    ) ||
    /^at [\w.$<>]{1,80} ?\(/.test(line)
  );
}
