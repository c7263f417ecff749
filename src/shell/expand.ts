import type { ParsedScript, Word as WordNode, WordPart } from 'unbash';
import { parse } from 'unbash';
import { braceAlternatives } from './brace.ts';
import type { Env, Fields } from './env.ts';
import { parameterValue } from './parameter.ts';
import { untilde } from './path.ts';
import { MAX_VALUE, splitWords, UNKNOWN, UNKNOWN_TEXT, type Word } from './word.ts';

/** What expanding a word needs of the reader. */
export type Expander = {
  readonly env: Env;
  /** Reads a substitution's commands and gives what they print: fields, or one unknown word. */
  readonly substitute: (script: ParsedScript, kind: 'output' | 'file') => Fields;
  /** Counts work; false when the line's budget is used up. */
  readonly spend: (units: number) => boolean;
};

/** The fields that one word of the source becomes: none, one or several. */
export function expandWord(node: WordNode, x: Expander): Fields {
  if (!x.spend(1)) return [UNKNOWN];
  const parts = node.parts;
  if (parts === undefined) return [{ text: tilde(node.text, node.value, x) }];
  const brace = parts.find((part) => part.type === 'BraceExpansion');
  if (brace !== undefined) {
    const at = brace.pos - node.pos;
    const expanded = expandBrace({ node, at, length: brace.text.length }, x);
    if (expanded !== undefined) return expanded;
  }
  const out = new FieldBuilder();
  parts.forEach((part, i) => {
    addPart(part, x, out, i === 0);
  });
  return out.fields();
}

/** A word whose white space does not split (an assignment's value, a redirect's file, a here-string). */
export function expandOne(node: WordNode, x: Expander): Word {
  const fields = expandWord(node, x);
  return fields.length === 1 ? fields[0]! : joinFields(fields);
}

/** The parts of a here-document's body as one text. */
export function expandParts(parts: readonly WordPart[], x: Expander): Word {
  const out = new FieldBuilder();
  for (const part of parts) addQuoted(part, x, out);
  return joinFields(out.fields());
}

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

function expandBrace(
  brace: { readonly node: WordNode; readonly at: number; readonly length: number },
  x: Expander,
): Fields | undefined {
  const raw = brace.node.text;
  const alternatives = braceAlternatives(raw.slice(brace.at, brace.at + brace.length));
  if (alternatives === undefined) return undefined;
  const before = raw.slice(0, brace.at);
  const after = raw.slice(brace.at + brace.length);
  const out: Word[] = [];
  for (const alternative of alternatives) {
    const text = before + alternative + after;
    if (!x.spend(1 + Math.ceil(text.length / 16))) return [UNKNOWN];
    const command = parse(`: ${text}`).commands[0]?.command;
    if (command?.type !== 'Command') return [UNKNOWN];
    for (const arg of command.args) if (arg.type === 'Word') out.push(...expandWord(arg, x));
  }
  return out;
}

function addPart(part: WordPart, x: Expander, out: FieldBuilder, first: boolean): void {
  switch (part.type) {
    case 'Literal':
      out.add({ text: first ? tilde(part.text, part.value, x) : part.value });
      return;
    case 'Glob':
      out.add({ text: part.text, glob: true });
      return;
    case 'ExtendedGlob':
      out.add({ text: '*', glob: true });
      return;
    case 'BraceExpansion':
      out.add({ text: part.text, glob: true });
      return;
    case 'SimpleExpansion':
    case 'ParameterExpansion':
      out.split(parameterValue(part, x));
      return;
    case 'CommandExpansion':
      out.split(part.script === undefined ? [UNKNOWN] : x.substitute(part.script, 'output'));
      return;
    case 'ProcessSubstitution':
      for (const word of part.script === undefined ? [UNKNOWN] : x.substitute(part.script, 'file'))
        out.add(word);
      return;
    default:
      addQuoted(part, x, out);
  }
}

function addQuoted(part: WordPart, x: Expander, out: FieldBuilder): void {
  out.quote();
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      out.add({ text: part.value });
      return;
    case 'DoubleQuoted':
    case 'LocaleString':
      for (const child of part.parts) addQuoted(child, x, out);
      return;
    case 'SimpleExpansion':
    case 'ParameterExpansion':
      out.quoted(parameterValue(part, x), part.text.includes('@'));
      return;
    case 'CommandExpansion':
      out.quoted(part.script === undefined ? [UNKNOWN] : x.substitute(part.script, 'output'), false);
      return;
    case 'ArithmeticExpansion':
      // A number: it can name no file that matters.
      out.add({ text: '0' });
      return;
    default:
      addPart(part, x, out, false);
  }
}

function tilde(raw: string, value: string, x: Expander): string {
  if (raw.startsWith('~')) return untilde(value, x.env.home);
  // `--prefix=~/x` and `dd of=~/x`: some shells expand it, and reading it so is the stricter way.
  const at = value.indexOf('=~/');
  return at < 0 ? value : `${value.slice(0, at + 1)}${x.env.home}${value.slice(at + 2)}`;
}

/** Gathers a word's pieces into fields as the shell splits them. */
class FieldBuilder {
  readonly #done: Word[] = [];
  #open: Word | undefined;

  quote(): void {
    this.#open ??= { text: '' };
  }

  add(piece: Word): void {
    const open = this.#open;
    if (open === undefined) {
      this.#open = piece;
      return;
    }
    const text = open.text + piece.text;
    const from = [...(open.from ?? []), ...(piece.from ?? [])];
    const long = text.length > MAX_VALUE;
    this.#open = {
      text: long ? UNKNOWN_TEXT : text,
      ...(open.unresolved || piece.unresolved || long ? { unresolved: true } : {}),
      ...(open.glob || piece.glob ? { glob: true } : {}),
      ...(open.tree || piece.tree ? { tree: true } : {}),
      ...(from.length > 0 ? { from } : {}),
    };
  }

  /** A quoted expansion: one piece, or for `"$@"` and `"${a[@]}"` a field each. */
  quoted(fields: Fields, each: boolean): void {
    if (fields.length === 0 && each && this.#open?.text === '') this.#open = undefined;
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
    if (this.#open !== undefined) this.#done.push(this.#open);
    this.#open = undefined;
  }
}

/** The variables with more than one possible value that a word's text names. */
export function ambiguous(texts: readonly string[], env: Env): readonly string[] {
  const out: string[] = [];
  for (const [name, values] of env.vars)
    if (values.length > 1 && texts.some((text) => text.includes('$') && text.includes(name))) out.push(name);
  return out.slice(0, 3);
}
