import type { SimpleCommand } from './command.ts';
import type { Fields } from './env.ts';
import { MAX_VALUE, splitWords, UNKNOWN_TEXT, type Word } from './word.ts';

/** Several fields as one word. */
export function joinFields(fields: Fields): Word {
  const first = fields[0] ?? { text: '' };
  if (fields.length < 2) return first;
  const text = fields.map((field) => field.text).join(' ');
  const from = fields.flatMap((field) => field.from ?? []);
  return {
    text: text.length > MAX_VALUE ? UNKNOWN_TEXT : text,
    ...(fields.some((field) => field.unresolved) || text.length > MAX_VALUE ? { unresolved: true } : {}),
    ...(from.length > 0 ? { from } : {}),
  };
}

/** Gathers a word's pieces into fields as the shell splits them. */
export class FieldBuilder {
  readonly #done: Word[] = [];
  #open: Word | undefined;
  /** What the open word's pieces hold the output of: gathered apart, since copying it for each piece is quadratic. */
  #from: SimpleCommand[] = [];

  quote(): void {
    this.#open ??= { text: '' };
  }

  add(piece: Word): void {
    const open = this.#open;
    for (const command of piece.from ?? []) this.#from.push(command);
    if (open === undefined) {
      this.#open = piece;
      return;
    }
    const text = open.text + piece.text;
    const long = text.length > MAX_VALUE;
    this.#open = {
      text: long ? UNKNOWN_TEXT : text,
      ...(open.unresolved || piece.unresolved || long ? { unresolved: true } : {}),
      ...(open.glob || piece.glob ? { glob: true } : {}),
      ...(open.tree || piece.tree ? { tree: true } : {}),
    };
  }

  /** A quoted expansion: one piece, or for `"$@"` and `"${a[@]}"` a field each. */
  quoted(fields: Fields, each: boolean): void {
    if (fields.length === 0 && each && this.#open?.text === '') {
      this.#open = undefined;
      this.#from = [];
    }
    if (!each) this.add(joinFields(fields));
    else
      fields.forEach((field, i) => {
        if (i > 0) this.#close();
        this.add(field);
      });
  }

  /** An unquoted expansion: its white space splits. */
  split(fields: Fields): void {
    fields.forEach((field, i) => {
      if (i > 0) this.#close();
      const { text, ...marks } = field;
      if (!/[ \t\n]/.test(text)) {
        if (text !== '') this.add(field);
        return;
      }
      if (/^[ \t\n]/.test(text)) this.#close();
      splitWords(text, marks).forEach((word, at) => {
        if (at > 0) this.#close();
        this.add(word);
      });
      if (/[ \t\n]$/.test(text)) this.#close();
    });
  }

  fields(): Fields {
    this.#close();
    return this.#done;
  }

  #close(): void {
    if (this.#open !== undefined)
      this.#done.push(this.#from.length > 0 ? { ...this.#open, from: this.#from } : this.#open);
    this.#open = undefined;
    this.#from = [];
  }
}
