import type { ParameterExpansionPart, ParsedScript, SimpleExpansionPart, Word as WordNode } from 'unbash';
import { assign, type Env, type Fields, lookUp } from './env.ts';
import { globMatches, hasGlob } from './glob.ts';
import { literal, UNKNOWN, type Word } from './word.ts';

/** What expanding a word needs of the reader. */
export type Expander = {
  readonly env: Env;
  /** Reads a substitution's commands and gives what they print: fields, or one unknown word. */
  readonly substitute: (script: ParsedScript, kind: 'output' | 'file') => Fields;
  /** Counts work; false when the line's budget is used up. */
  readonly spend: (units: number) => boolean;
};

/** An expander that also expands the words within a parameter (`${x:-word}`), each as one. */
export type ParameterExpander = Expander & { readonly one: (node: WordNode) => Word };

/** What `$x`, `${x…}`, `$1`, `$@` stands for; a variable that nobody set on the line gives `$x`, unresolved. */
export function parameterValue(
  part: SimpleExpansionPart | ParameterExpansionPart,
  x: ParameterExpander,
): Fields {
  if (part.type === 'SimpleExpansion') return variableValue(part.text.slice(1), x);
  if (part.prefix === '#') return [literal('0')];
  const name = part.prefix === '!' ? indirect(part.parameter, x) : part.parameter;
  if (name === undefined) return [UNKNOWN];
  const operation = part.operation;
  if (part.index !== undefined && !/^[@*]$/.test(part.index.text)) {
    const element = elementValue(name, part.index, x);
    return operation === undefined || element.length !== 1 ? element : [UNKNOWN];
  }
  if (operation === undefined) return variableValue(name, x);
  if (operation.type === 'Default') return defaulted(name, operation, x);
  const before = variableValue(name, x);
  const only = before[0];
  if (before.length !== 1 || only === undefined || only.unresolved)
    return before.length > 1 ? [UNKNOWN] : before;
  const text = changed(only.text, operation, x);
  return text === undefined ? [UNKNOWN] : [{ ...only, text }];
}

/** `${a[1]}`; of a map (`a[k]`) the one value it has, or an unknown one. */
function elementValue(name: string, index: WordNode, x: ParameterExpander): Fields {
  const fields = lookUp(x.env, name)?.[0];
  if (fields === undefined) return variableValue(name, x);
  const at = integer(index, x);
  if (at === undefined) return fields.length === 1 ? fields : [UNKNOWN];
  const field = fields[at < 0 ? fields.length + at : at];
  return field === undefined ? [] : [field];
}

/** What the shell sets by itself from what it has read or matched. */
const COMPUTED = /^(BASH_REMATCH|REPLY|MAPFILE|COPROC|OPTARG|BASH_COMMAND|BASH_ARGV)$/;

/** A process number above every kernel's (Linux: 2^22). */
const OWN_PROCESS = '4194305';

function variableValue(name: string, x: ParameterExpander): Fields {
  const args = x.env.args;
  if (name === '@' || name === '*') return args ?? [{ text: '$@', unresolved: true }];
  if (/^[1-9][0-9]?$/.test(name)) {
    if (args === undefined) return [{ text: `$${name}`, unresolved: true }];
    const word = args[Number(name) - 1];
    return word === undefined ? [] : [word];
  }
  // The shell itself and what it started: numbers that no other process has.
  if (name === '$' || name === '!') return [literal(OWN_PROCESS)];
  // `$0` of a `sh -c` is the word after the script.
  const set = lookUp(x.env, name)?.[0];
  if (set !== undefined) return set;
  // `$?`, `$#`: numbers.
  if (/^[?#0-]$/.test(name)) return [literal('0')];
  if (COMPUTED.test(name)) return [UNKNOWN];
  return [{ text: `$${name}`, unresolved: true }];
}

function indirect(name: string, x: ParameterExpander): string | undefined {
  const word = lookUp(x.env, name)?.[0]?.[0];
  return word === undefined || word.unresolved ? undefined : word.text;
}

type Operation = NonNullable<ParameterExpansionPart['operation']>;

function defaulted(
  name: string,
  operation: Extract<Operation, { type: 'Default' }>,
  x: ParameterExpander,
): Fields {
  const set = lookUp(x.env, name)?.[0] ?? positional(name, x);
  const operand = (): Fields => [x.one(operation.operand)];
  if (operation.operator.endsWith('+')) return operand();
  if (set !== undefined && !(operation.operator.startsWith(':') && set.every((word) => word.text === '')))
    return set;
  if (operation.operator.endsWith('?')) return variableValue(name, x);
  const value = operand();
  if (operation.operator.endsWith('=')) assign(x.env, name, [value]);
  return value;
}

function positional(name: string, x: ParameterExpander): Fields | undefined {
  if (!/^[1-9]$/.test(name)) return undefined;
  const word = x.env.args?.[Number(name) - 1];
  return word === undefined ? undefined : [word];
}

/** The value after `${x#…}`, `${x/a/b}`, `${x:1:2}`, `${x^^}`; undefined where we don't follow it. */
function changed(text: string, operation: Operation, x: ParameterExpander): string | undefined {
  switch (operation.type) {
    case 'Slice': {
      const from = integer(operation.offset, x);
      const length = operation.length === undefined ? Number.POSITIVE_INFINITY : integer(operation.length, x);
      if (from === undefined || length === undefined) return undefined;
      const start = from < 0 ? Math.max(0, text.length + from) : from;
      return text.slice(start, length < 0 ? length : start + length);
    }
    case 'CaseModification':
      if (operation.operator === '^^') return text.toUpperCase();
      if (operation.operator === ',,') return text.toLowerCase();
      return undefined;
    case 'Replace': {
      const pattern = plain(operation.pattern, x);
      const by = plain(operation.replacement, x);
      if (pattern === undefined || by === undefined || hasGlob(pattern) || pattern === '') return undefined;
      return operation.operator === '//' ? text.split(pattern).join(by) : text.replace(pattern, () => by);
    }
    case 'Remove': {
      const pattern = plain(operation.operand, x);
      return pattern === undefined ? undefined : removed(text, pattern, operation.operator);
    }
    default:
      return undefined;
  }
}

function removed(text: string, pattern: string, operator: string): string {
  if (text.length > 1024) return text;
  const lengths = Array.from({ length: text.length + 1 }, (_, i) => i);
  if (operator.length === 2) lengths.reverse();
  const front = operator.startsWith('#');
  const hit = lengths.find((n) =>
    globMatches(pattern, front ? text.slice(0, n) : text.slice(text.length - n)),
  );
  if (hit === undefined) return text;
  return front ? text.slice(hit) : text.slice(0, text.length - hit);
}

function integer(node: WordNode, x: ParameterExpander): number | undefined {
  const text = plain(node, x)?.trim() ?? '';
  return /^-?\d{1,6}$/.test(text) ? Number(text) : undefined;
}

function plain(node: WordNode, x: ParameterExpander): string | undefined {
  const word: Word = x.one(node);
  return word.unresolved ? undefined : word.text;
}
