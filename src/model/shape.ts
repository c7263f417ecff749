import { isSafeId } from './harness.ts';
import type { Json } from './record.ts';

/**
 * Closed shapes: what a value must look like, with every unknown field refused. A shape is a function from a
 * value and its path to the first fault, as `path: expected …, found …`, or undefined where there is none.
 */
export type Shape = (value: Json | undefined, path: string) => string | undefined;

type Fields = { readonly [key: string]: Shape };

function fault(path: string, expected: string, value: Json | undefined): string {
  const found = value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 60);
  return `${path}: expected ${expected}, found ${found}`;
}

/** An integer from 0 to `max` (2^53−1 unless stated). */
export function int(max = Number.MAX_SAFE_INTEGER): Shape {
  return (value, path) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= max
      ? undefined
      : fault(path, `an integer from 0 to ${max}`, value);
}

export const bool: Shape = (value, path) =>
  typeof value === 'boolean' ? undefined : fault(path, 'true or false', value);

/** One of the words. */
export function word(words: readonly string[]): Shape {
  const set = new Set<unknown>(words);
  return (value, path) => (set.has(value) ? undefined : fault(path, `one of ${words.join(', ')}`, value));
}

/** A string that matches `pattern`; `what` names it in the fault. Patterns are anchored and cannot backtrack. */
export function text(pattern: RegExp, what: string): Shape {
  return (value, path) =>
    typeof value === 'string' && pattern.test(value) ? undefined : fault(path, what, value);
}

/** Lower-case hex of exactly `digits` digits. */
export function hex(digits: number): Shape {
  return text(new RegExp(`^[0-9a-f]{${digits}}$`), `${digits} lower-case hex digits`);
}

/** A harness's id that may stand in clear. */
export const id: Shape = (value, path) =>
  isSafeId(value) ? undefined : fault(path, 'an id of printable ASCII', value);

export function list(of: Shape, max: number): Shape {
  return (value, path) => {
    if (!Array.isArray(value)) return fault(path, 'a list', value);
    if (value.length > max) return `${path}: expected at most ${max} entries, found ${value.length}`;
    for (let i = 0; i < value.length; i++) {
      // The path is spelled out only where there is a fault: a verifier runs this on every record.
      if (of(value[i], path) !== undefined) return of(value[i], `${path}[${i}]`);
    }
    return undefined;
  };
}

/** An object with all of `required`, any of `optional`, and nothing else. */
export function object(required: Fields, optional: Fields = {}): Shape {
  const shapes = new Map(Object.entries({ ...required, ...optional }));
  const needed = Object.keys(required);
  return (value, path) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value))
      return fault(path, 'an object', value);
    const given = value as { readonly [key: string]: Json };
    let seen = 0;
    for (const key in given) {
      const shape = shapes.get(key);
      if (shape === undefined) return `${path}: unknown field ${JSON.stringify(key).slice(0, 60)}`;
      if (shape(given[key], path) !== undefined) return shape(given[key], `${path}.${key}`);
      seen++;
    }
    if (seen < needed.length || needed.some((key) => !Object.hasOwn(given, key))) {
      const missing = needed.filter((key) => !Object.hasOwn(given, key));
      if (missing.length > 0) return `${path}: missing ${missing.join(', ')}`;
    }
    return undefined;
  };
}

/** One of two shapes: `marked` for objects that have the field, else `plain`. */
export function either(field: string, marked: Shape, plain: Shape): Shape {
  return (value, path) =>
    value !== null && typeof value === 'object' && Object.hasOwn(value, field)
      ? marked(value, path)
      : plain(value, path);
}

/** Objects told apart by the word in `field`. */
export function union(field: string, cases: { readonly [word: string]: Shape }): Shape {
  return (value, path) => {
    const which =
      value !== null && typeof value === 'object' ? (value as Record<string, Json>)[field] : undefined;
    const shape = typeof which === 'string' && Object.hasOwn(cases, which) ? cases[which] : undefined;
    return shape === undefined
      ? fault(`${path}.${field}`, `one of ${Object.keys(cases).join(', ')}`, which)
      : shape(value, path);
  };
}
