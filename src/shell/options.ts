import type { Word } from './word.ts';

/** A command's arguments apart: options as written (with their values), and the rest. */
export type Arguments = {
  /** Each option's value, or an empty word where it has none; short ones are split (`-rf` is `-r` and `-f`). */
  readonly options: ReadonlyMap<string, readonly Word[]>;
  readonly operands: readonly Word[];
};

/** Which options take a value: `short` letters, and `long` names with their dashes. */
export type Spec = {
  readonly short?: string;
  readonly long?: readonly string[];
  /** Long options with a single dash (`-name`), as find, java and terraform spell them. */
  readonly single?: boolean;
  /** Stop at the first operand: the rest belongs to another command. */
  readonly first?: boolean;
};

const NONE: Word = { text: '' };

/** Reads a command's words after its name, getopt's way. */
export function readArguments(words: readonly Word[], spec: Spec = {}): Arguments {
  const options = new Map<string, Word[]>();
  const operands: Word[] = [];
  const add = (name: string, value: Word): void => {
    const list = options.get(name);
    if (list === undefined) options.set(name, [value]);
    else list.push(value);
  };
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    const text = word.text;
    if (text === '--') {
      operands.push(...words.slice(i + 1));
      break;
    }
    if (text.length < 2 || text[0] !== '-') {
      if (spec.first) return { options, operands: words.slice(i) };
      operands.push(word);
    } else if (text.startsWith('--') || spec.single) {
      i += readLong({ word, next: words[i + 1], spec, add });
    } else i += readShort({ word, next: words[i + 1], spec, add });
  }
  return { options, operands };
}

type Step = {
  readonly word: Word;
  readonly next: Word | undefined;
  readonly spec: Spec;
  readonly add: (name: string, value: Word) => void;
};

function readLong({ word, next, spec, add }: Step): number {
  const eq = word.text.indexOf('=');
  const name = eq < 0 ? word.text : word.text.slice(0, eq);
  if (eq >= 0) {
    add(name, { ...word, text: word.text.slice(eq + 1) });
    return 0;
  }
  const valued = spec.long?.includes(name) === true && next !== undefined;
  add(name, valued ? next : NONE);
  return valued ? 1 : 0;
}

function readShort({ word, next, spec, add }: Step): number {
  for (let at = 1; at < word.text.length; at++) {
    const name = `-${word.text[at]}`;
    if (spec.short?.includes(word.text[at]!) !== true) {
      add(name, NONE);
      continue;
    }
    const rest = word.text.slice(at + 1);
    if (rest !== '') add(name, { ...word, text: rest });
    else add(name, next ?? NONE);
    return rest === '' && next !== undefined ? 1 : 0;
  }
  return 0;
}

/** Whether any of the options is given; a long one also by an unambiguous beginning, as getopt and git take it. */
export function has(args: Arguments, ...names: readonly string[]): boolean {
  return names.some((name) => {
    if (args.options.has(name)) return true;
    if (!name.startsWith('--')) return false;
    for (const given of args.options.keys())
      if (given.length >= 5 && given.startsWith('--') && name.startsWith(given)) return true;
    return false;
  });
}

/** The last value of the first of the options that is given. */
export function optionValue(args: Arguments, ...names: readonly string[]): Word | undefined {
  for (const name of names) {
    const values = args.options.get(name);
    if (values !== undefined) return values.at(-1);
  }
  return undefined;
}
