import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonTape } from '../../src/bytes/json-tape.ts';
import { JsonListView, JsonObjectView, type JsonValue, rootOf, viewJson } from '../../src/bytes/json-view.ts';

/** Strings with what makes a scanner stumble: quotes, runs of backslashes, escapes, word borders, beyond ASCII. */
const text = fc
  .array(fc.constantFrom('a', '"', '\\', '\\\\', '\u00e9', '漢', '{', ']', '\n', 'xyz', '\ud800', 'type'))
  .map((pieces) => pieces.join(''));
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(
      text,
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
    ),
    fc.array(tie('value'), { maxLength: 6 }),
    fc.dictionary(fc.oneof(text, fc.constantFrom('type', 'tope', '', '__proto__')), tie('value'), {
      maxKeys: 8,
      noNullPrototype: true,
    }),
  ),
})).value;
const space = fc.constantFrom(undefined, 1, '\t');

/** Reads the bytes behind others, as a line lies in its block. */
function read(bytes: Buffer, tape = new JsonTape()) {
  const block = Buffer.concat([Buffer.from('{"x\n'), bytes, Buffer.from('"\n')]);
  const result = tape.read(block, 4, 4 + bytes.length);
  return { result, value: result === 'json' ? rootOf(tape) : undefined, block };
}

function plain(value: JsonValue): unknown {
  if (value instanceof JsonListView) return [...value.elements()].map((element) => plain(element.value));
  if (!(value instanceof JsonObjectView)) return value;
  const keys = Object.keys(JSON.parse(value.tape.bytes.toString('utf8', value.range.start, value.range.end)));
  return Object.fromEntries(keys.map((key) => [key, plain(value.get(key)!)]));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

describe('JSON text read where it lies', () => {
  it('has the values that JSON.parse reads', () => {
    const tape = new JsonTape();
    fc.assert(
      fc.property(json, space, (value, indent) => {
        const bytes = Buffer.from(JSON.stringify(value, undefined, indent));
        const found = read(bytes, tape);
        expect(found.result).toBe('json');
        expect(plain(found.value!)).toEqual(JSON.parse(bytes.toString()));
      }),
      { numRuns: 500 },
    );
  });

  it('is JSON exactly where JSON.parse takes it', () => {
    const pieces = fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"',
        '\\',
        '"a"',
        '"a":',
        '1',
        '-',
        '0',
        '01',
        '.',
        'e',
        'E+',
        '-0.5e3',
      ],
      ...[
        'true',
        'null',
        'fals',
        ' ',
        '\t',
        '\v',
        '\\u00',
        '\\ud8',
        '"\\u00e9"',
        '"\\x"',
        '\u00e9',
        '\u0001',
      ],
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 9 }), (some) => {
        const text = some.join('');
        expect(read(Buffer.from(text)).result === 'json').toBe(parsed(text) !== undefined);
      }),
      { numRuns: 5_000 },
    );
  });

  it('says of a text with one byte changed what JSON.parse says', () => {
    fc.assert(
      fc.property(json, fc.nat(), fc.nat(255), (value, at, byte) => {
        const bytes = Buffer.from(JSON.stringify({ value }));
        bytes[at % bytes.length] = byte;
        const { result, value: found } = read(bytes);
        const expected = parsed(bytes.toString('utf8'));
        expect(result === 'json').toBe(expected !== undefined);
        if (result === 'json') expect(plain(found!)).toEqual(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  it('gives the raw bytes of a member, of the last one where a key is given twice', () => {
    const { value, block } = read(Buffer.from('{"a" : 1, "b":[2], "\\u0061":"x" }'));
    const object = value as JsonObjectView;
    const { start, end } = object.rangeOf('a')!;
    expect(block.toString('utf8', start, end)).toBe('"x"');
    expect(object.duplicate).toBe(true);
    expect(object.get('a')).toBe('x');
    expect(object.has('c')).toBe(false);
  });

  it('tells a key given twice among many', () => {
    const members = Array.from({ length: 200 }, (_, i) => `"k${i}":${i}`);
    expect((viewJson(`{${members.join(',')}}`) as JsonObjectView).duplicate).toBe(false);
    expect((viewJson(`{${members.join(',')},"k7":1}`) as JsonObjectView).duplicate).toBe(true);
  });

  it('counts levels, and takes a text that nests deeper than a stack', () => {
    const tape = new JsonTape();
    const bytes = Buffer.from('['.repeat(200_000) + ']'.repeat(200_000));
    expect(tape.read(bytes, 0, bytes.length)).toBe('json');
    expect(tape.depth).toBe(200_000);
    expect(tape.read(Buffer.from('{"a":[{}]}'), 0, 10)).toBe('json');
    expect(tape.depth).toBe(3);
  });

  it('gives up on a text of more than a million values', () => {
    expect(read(Buffer.from(`[${'1,'.repeat(1 << 20)}1]`)).result).toBe('too_many');
  });

  it('knows of bytes beyond ASCII and of surrogates', () => {
    const tape = new JsonTape();
    for (const [text, wide, surrogates] of [
      ['"a"', false, false],
      ['"é"', true, false],
      ['"\\ud83d\\ude00"', false, true],
      ['"\\uD7ff"', false, false],
    ] as const) {
      const bytes = Buffer.from(text);
      tape.read(bytes, 0, bytes.length);
      expect([tape.wide, tape.surrogates]).toEqual([wide, surrogates]);
    }
  });
});
