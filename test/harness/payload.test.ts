import { describe, expect, it } from 'vitest';
import { filled, own, text, unwrapJson } from '../../src/harness/payload.ts';

describe('a foreign object’s fields', () => {
  it('are only its own', () => {
    for (const key of ['constructor', 'toString', '__proto__', 'hasOwnProperty'])
      expect(own({}, key)).toBeUndefined();
  });

  it('are told from empty ones', () => {
    expect(text({ a: '', b: 'x' }, 'a', 'b')).toBe('');
    expect(filled({ a: '', b: 'x' }, 'a', 'b')).toBe('x');
  });

  it('may hold an object as text, and other text stays', () => {
    expect(unwrapJson(' {"a":1}')).toEqual({ a: 1 });
    for (const value of ['{"a"', '1', 'null', '"x"', '', '*** Begin Patch', 7, null])
      expect(unwrapJson(value)).toBe(value);
  });
});
