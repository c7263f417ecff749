import type { Word as WordNode, WordPart } from 'unbash';
import { parse } from 'unbash';
import { braceAlternatives } from './brace.ts';
import type { Env, Fields } from './env.ts';
import { FieldBuilder, joinFields } from './fields.ts';
import { type Expander, type ParameterExpander, parameterValue } from './parameter.ts';
import { untilde } from './path.ts';
import { UNKNOWN, type Word } from './word.ts';

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
    if (i === 0 && part.type === 'Literal') out.add({ text: tilde(part.text, part.value, x) });
    else addPart(part, x, out);
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

/** A value whose own separators (`IFS=,`) stand as blanks, at which it is split. */
function bySeparators(word: Word, env: Env): Word {
  const ifs = env.vars.get('IFS')?.[0]?.[0]?.text.replace(/[ \t\n]/g, '') ?? '';
  return ifs === '' || ifs.length > 8 || word.unresolved
    ? word
    : { ...word, text: [...word.text].map((char) => (ifs.includes(char) ? ' ' : char)).join('') };
}

function withOne(x: Expander): ParameterExpander {
  return { ...x, one: (node) => expandOne(node, x) };
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

function addPart(part: WordPart, x: Expander, out: FieldBuilder): void {
  switch (part.type) {
    case 'Literal':
      out.add({ text: part.value });
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
      out.split(parameterValue(part, withOne(x)).map((word) => bySeparators(word, x.env)));
      return;
    case 'CommandExpansion':
      out.split(substituted(part, 'output', x));
      return;
    case 'ProcessSubstitution':
      for (const word of substituted(part, 'file', x)) out.add(word);
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
      out.quoted(parameterValue(part, withOne(x)), part.text.includes('@'));
      return;
    case 'CommandExpansion':
      out.quoted(substituted(part, 'output', x), false);
      return;
    case 'ArithmeticExpansion':
      // A number: it can name no file that matters.
      out.add({ text: '0' });
      return;
    default:
      addPart(part, x, out);
  }
}

/** Counted before the script is asked for: the parser reads it only then. */
function substituted(
  part: Extract<WordPart, { type: 'CommandExpansion' | 'ProcessSubstitution' }>,
  kind: 'output' | 'file',
  x: Expander,
): Fields {
  if (!x.spend(1) || part.script === undefined) return [UNKNOWN];
  return x.substitute(part.script, kind);
}

function tilde(raw: string, value: string, x: Expander): string {
  if (raw.startsWith('~')) return untilde(value, x.env.home);
  // `--prefix=~/x` and `dd of=~/x`: some shells expand it, and reading it so is the stricter way.
  const at = value.indexOf('=~/');
  return at < 0 ? value : `${value.slice(0, at + 1)}${x.env.home}${value.slice(at + 2)}`;
}

/** The variables with more than one possible value that a word's text names. */
export function ambiguous(texts: readonly string[], env: Env): readonly string[] {
  const out: string[] = [];
  for (const [name, values] of env.vars)
    if (values.length > 1 && texts.some((text) => text.includes('$') && text.includes(name))) out.push(name);
  return out.slice(0, 3);
}
