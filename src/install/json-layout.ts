import type { Node } from 'jsonc-parser';
import { visit } from 'jsonc-parser';

/** How a JSON text is laid out, so that what is put in looks like what stands there. */
export type JsonLayout = {
  /** `\n`, `\r\n` or `\r`: the first line break of the text. */
  readonly eol: string;
  /** One level of indentation. */
  readonly unit: string;
  /** Written over several lines, as people do; else all in one, as programs do. */
  readonly lines: boolean;
  /** What follows a comma or a colon in a text of one line. */
  readonly space: string;
};

/** The layout of a text whose root is an object; that of an empty text is two blanks a level. */
export function layoutOf(text: string, root: Node | undefined): JsonLayout {
  const eol = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  const first = root?.children?.[0];
  const unit = first === undefined ? undefined : ownIndent(text, first.offset);
  const depth = root === undefined ? '' : (ownIndent(text, root.offset) ?? '');
  const deeper = unit?.startsWith(depth) === true ? unit.slice(depth.length) : unit;
  const inside = root === undefined ? '' : text.slice(root.offset, root.offset + root.length);
  const lines = first === undefined || /[\r\n]/.test(inside);
  const space = /":\S/.test(inside) && !/": /.test(inside) ? '' : ' ';
  return { eol, unit: deeper === undefined || deeper === '' ? '  ' : deeper, lines, space };
}

/** The blanks before an offset where nothing else stands before it on its line. */
export function ownIndent(text: string, offset: number): string | undefined {
  const before = text.slice(lineStart(text, offset), offset);
  return /^[ \t]*$/.test(before) ? before : undefined;
}

/** The blanks at the beginning of the line that an offset lies in. */
export function lineIndent(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))![0];
}

function lineStart(text: string, offset: number): number {
  const before = text.slice(0, offset);
  return Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1;
}

/** What stands in `text` from `from` to `to`, where only blanks, comments and a comma may. Offsets into the text. */
export type Gap = {
  /** After the last comma or comment; `from` where there is none. */
  readonly end: number;
  readonly comma: { readonly start: number; readonly end: number } | undefined;
};

export function gapIn(text: string, from: number, to: number): Gap {
  let end = from;
  let comma: Gap['comma'];
  const passed = (start: number, length: number): boolean => {
    if (start < from || start >= to) return false;
    end = Math.max(end, start + length);
    return true;
  };
  visit(
    text,
    {
      onComment: (start, length) => void passed(start, length),
      onSeparator: (character, start, length) => {
        if (character === ',' && passed(start, length)) comma ??= { start, end: start + length };
      },
    },
    { allowTrailingComma: true },
  );
  return { end, comma };
}

/** A value as JSON in this layout; lines after the first are indented by `indent`. */
export function rendered(value: unknown, { eol, unit, lines, space }: JsonLayout, indent: string): string {
  if (lines) return JSON.stringify(value, null, unit).replaceAll('\n', `${eol}${indent}`);
  return inOneLine(value, space);
}

function inOneLine(value: unknown, space: string): string {
  if (Array.isArray(value)) return `[${value.map((item) => inOneLine(item, space)).join(`,${space}`)}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}:${space}${inOneLine(item, space)}`,
  );
  return `{${members.join(`,${space}`)}}`;
}
