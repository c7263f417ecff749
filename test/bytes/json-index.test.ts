import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { membersAt, type Range } from '../../src/bytes/json-index.ts';

const whole = (bytes: Buffer): Range => ({ start: 0, end: bytes.length });
const valueAt = (bytes: Buffer, { start, end }: Range): unknown =>
  JSON.parse(bytes.toString('utf8', start, end));

/** Strings with what makes a scanner stumble: quotes, runs of backslashes, escapes, beyond 64 bytes and beyond ASCII. */
const text = fc
  .array(fc.constantFrom('a', '"', '\\', '\\\\', '\u00e9', '漢', '{', ']', '\n', 'x'.repeat(62), 'type'))
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
    tie('list'),
    tie('object'),
  ),
  list: fc.array(tie('value'), { maxLength: 6 }),
  object: fc.dictionary(
    fc.oneof(text, fc.constantFrom('type', 'uuid', 'message', 'isMeta', 'agentId')),
    tie('value'),
    {
      maxKeys: 8,
      noNullPrototype: true,
    },
  ),
}));
const space = fc.constantFrom(undefined, 1, '\t');

describe('where the members of an object lie', () => {
  it('gives each member of an object the bytes that say what JSON.parse reads', () => {
    fc.assert(
      fc.property(json.object, space, (object, indent) => {
        const bytes = Buffer.from(JSON.stringify(object, undefined, indent));
        const { ranges, duplicate } = membersAt(bytes, whole(bytes))!;
        const parsed = JSON.parse(bytes.toString()) as { [key: string]: unknown };
        expect(duplicate).toBe(false);
        expect([...ranges.keys()].sort()).toEqual(Object.keys(parsed).sort());
        for (const [key, range] of ranges) expect(valueAt(bytes, range)).toEqual(parsed[key]);
      }),
    );
  });

  it('finds a string’s end behind escapes wherever they lie about the 64th byte', () => {
    for (let pad = 56; pad < 70; pad++) {
      for (const tail of ['\\', '"', '\\"', '\\\\', '"\\', '\\\\\\"', '']) {
        const bytes = Buffer.from(JSON.stringify({ a: 'x'.repeat(pad) + tail, b: 1 }));
        const { ranges } = membersAt(bytes, whole(bytes))!;
        expect(valueAt(bytes, ranges.get('a')!)).toBe('x'.repeat(pad) + tail);
        expect(valueAt(bytes, ranges.get('b')!)).toBe(1);
      }
    }
  });

  it('reads keys in any spelling', () => {
    const bytes = Buffer.from(
      String.raw`{"type":1,"caller":2,"tYpe":3,"\u0075uid":4,"isMeta":5,"agentId":6}`,
    );
    const { ranges } = membersAt(bytes, whole(bytes))!;
    expect([...ranges.keys()]).toEqual(['type', 'caller', 'tYpe', 'uuid', 'isMeta', 'agentId']);
  });

  it('says that a key stands twice, also in two spellings', () => {
    const bytes = Buffer.from(String.raw`{"uuid":1,"\u0075uid":2}`);
    const { ranges, duplicate } = membersAt(bytes, whole(bytes))!;
    expect(duplicate).toBe(true);
    expect(valueAt(bytes, ranges.get('uuid')!)).toBe(2);
  });
});
