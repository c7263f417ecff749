import fc from 'fast-check';
import type { Json } from '../../src/model/record.ts';

/** Characters where escapes, UTF-8 and the two key orders can go wrong. */
const edge = fc.constantFrom(
  '\u0000',
  '\b',
  '\n',
  '\u001f',
  '"',
  '\\',
  '/',
  '\u007f',
  'é',
  '\u2028',
  '\ud7ff',
  '\ue000',
  '\uffff',
  '😀',
  '\u{10ffff}',
  '1',
  '10',
  'a',
);
const text = fc.oneof(
  fc.string({ unit: edge, maxLength: 6 }),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constantFrom('__proto__', 'toJSON', 'constructor', ''),
);
const integer = fc.oneof(
  fc.maxSafeInteger(),
  fc.integer({ min: -12, max: 12 }),
  fc.constantFrom(Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER),
);

/** JSON as records may have it: integers, well-formed text, any nesting. */
export const arbitraryJson: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constantFrom(null, true, false),
    integer,
    text,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(text, tie('value')), { maxLength: 5 }).map((entries) => Object.fromEntries(entries)),
  ),
})).value;
