import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Insertion, inserted, takenBack } from '../../src/install/insertion.ts';

/** A text, insertions into it in order, and a place outside of them where somebody else puts something. */
const edits = fc
  .tuple(
    fc.string({ maxLength: 30 }),
    fc.array(fc.tuple(fc.nat(30), fc.string({ minLength: 1, maxLength: 8 })), { maxLength: 4 }),
  )
  .map(([before, list]) => ({
    before,
    insertions: list
      .map(([at, text]): Insertion => ({ offset: Math.min(at, before.length), text: `<${text}>` }))
      .sort((a, b) => a.offset - b.offset),
  }));

it('takes insertions back from a text that nobody else changed', () => {
  fc.assert(
    fc.property(edits, (edit) => {
      expect(takenBack(inserted(edit.before, edit.insertions), edit)).toBe(edit.before);
    }),
  );
});

it('takes insertions back from a text that somebody else wrote on to', () => {
  fc.assert(
    fc.property(edits, fc.string({ maxLength: 9 }), (edit, text) => {
      expect(takenBack(inserted(edit.before, edit.insertions) + text, edit)).toBe(edit.before + text);
    }),
  );
});

it('takes insertions back from a text with a new head, or says that it can’t', () => {
  fc.assert(
    fc.property(edits, fc.string({ maxLength: 9 }), (edit, text) => {
      const back = takenBack(text + inserted(edit.before, edit.insertions), edit);
      expect([text + edit.before, undefined]).toContain(back);
    }),
  );
});

it('says nothing where somebody changed what was put in', () => {
  const edit = { before: 'ab', insertions: [{ offset: 1, text: '<xyz>' }] };
  expect(takenBack('a<xYz>b', edit)).toBeUndefined();
  expect(takenBack('ab', edit)).toBeUndefined();
  expect(takenBack('a<xyz>bc', edit)).toBe('abc');
  expect(takenBack('Aa<xyz>b', edit)).toBe('Aab');
});
