import type { Harness } from '../../model/harness.ts';
import { FRAMES, type Frame } from './frames.ts';

/** What two spellings of one prompt have in common: `pieces` are what stands around placeholders, in their order. */
export type PromptKey = { readonly text: string; readonly pieces: readonly string[] };

/** `[Pasted text #1 +40 lines]`: what a harness shows in place of a long paste. */
const PLACEHOLDER = /\[Pasted text #\d{1,6}(?: \+\d{1,9} lines)?\]/;
/** An image's place in a text, and the tags around one (formats: codex `image-input`, claude-code `tui-main`). */
const IMAGE = /\[Image #\d{1,6}\]|<image name=\[Image #\d{1,6}\][^<>]{0,400}>|<\/image>/g;

/**
 * hostile: a transcript's or a hook's text. What is left of it without what its harness adds: equal for the two tellings
 * of one prompt. Linear.
 */
export function promptKey(harness: Harness, text: string): PromptKey {
  const own = FRAMES[harness].reduce(unframed, text.replaceAll('\r\n', '\n'));
  const bare = plain(own.replaceAll(IMAGE, ''));
  return { text: bare, pieces: bare.includes('[Pasted text #') ? bare.split(PLACEHOLDER) : [bare] };
}

/** NFC, no blanks at the ends of lines, none around the whole. */
function plain(text: string): string {
  return text
    .normalize('NFC')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
}

function unframed(text: string, frame: Frame): string {
  switch (frame.kind) {
    case 'tags':
      return text.includes(frame.sign) ? text.replaceAll(frame.form, '') : text;
    case 'whole':
      return frame.form.exec(text) === null ? text : frame.of(text);
    case 'before':
      return withoutBlocks(text, frame);
  }
}

/** Takes whole blocks off the beginning, and off the end where the frame says so. */
function withoutBlocks(text: string, { tags, behind }: Extract<Frame, { kind: 'before' }>): string {
  let rest = text.trim();
  for (let more = true; more; ) {
    more = false;
    for (const tag of tags) {
      const close = `</${tag}>`;
      const end = rest.startsWith(`<${tag}>`) ? rest.indexOf(close) : -1;
      if (end >= 0) {
        rest = rest.slice(end + close.length).trimStart();
        more = true;
      }
      const start = behind && rest.endsWith(close) ? rest.lastIndexOf(`<${tag}>`) : -1;
      if (start > 0) {
        rest = rest.slice(0, start).trimEnd();
        more = true;
      }
    }
  }
  return rest;
}

/** Whether a line says what a hook saw: equal, or with placeholders where the hook has what was pasted. */
export function isSamePrompt(line: PromptKey, hook: PromptKey): boolean {
  if (line.text === hook.text) return true;
  if (line.pieces.length === 1) return false;
  const [first = '', ...rest] = line.pieces;
  const last = rest.pop() ?? '';
  if (!hook.text.startsWith(first) || !hook.text.endsWith(last)) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = hook.text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at + last.length <= hook.text.length;
}
