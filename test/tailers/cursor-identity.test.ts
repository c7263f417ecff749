import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Repeats } from '../../tailers/cursor/repeats.ts';
import { asked, assistant, CHILD, ended, MAIN, read, readings, text, use } from './cursor-files.ts';

const digests = (...objects: readonly object[]) =>
  readings(...objects).map(({ identity }) => identity?.digest);
const turn = [asked('go'), assistant(text('One.'), use('Shell', { command: 'ls' }))];

it('knows the lines of a rewritten file again, though a turn’s end vanished between them', () => {
  const before = digests(...turn, ended('success'));
  const after = digests(...turn, asked('on'), assistant(text('Two.')), ended('success'));
  expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
  expect(new Set([...before, ...after]).size).toBe(5);
});

it('gives no identity to a turn’s end, which says the same each time', () => {
  expect(digests(ended('success'))).toEqual([undefined]);
});

it('keeps a prompt given twice apart, and knows each again', () => {
  const twice = digests(asked('on'), asked('on'));
  expect(twice[0]).not.toBe(twice[1]);
  expect(digests(asked('first'), asked('on'), asked('on')).slice(1)).toEqual(twice);
});

it('takes a line for another one where any byte of its message, its role, or whose file it is differs', () => {
  const same = { role: 'assistant', message: { content: [text('a')] } };
  const lines = [same, { ...same, role: 'user' }, assistant(text('b')), assistant(text('a'), text(''))];
  expect(new Set(digests(...lines)).size).toBe(4);
  const [child] = read(CHILD, same).readings;
  const [other] = read({ ...MAIN, session: 'another' }, same).readings;
  expect(new Set([...digests(same), child!.identity!.digest, other!.identity!.digest]).size).toBe(3);
});

it('counts equal contents however many others there are', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(600), { maxLength: 2_000 }), (numbers) => {
      const repeats = new Repeats();
      const counts = new Map<number, number>();
      for (const number of numbers) {
        const before = counts.get(number) ?? 0;
        // Many digests whose low halves fall on few slots.
        const digest = number.toString(16).padStart(8, '0') + (number % 7).toString(16).padStart(8, '0');
        expect(repeats.next(digest)).toBe(before);
        counts.set(number, before + 1);
      }
    }),
    { numRuns: 30 },
  );
});

it('counts no more contents than there is room for', () => {
  const repeats = new Repeats();
  const digest = (n: number): string =>
    Math.imul(n, 0x9e3779b1).toString(16).replace('-', '').padStart(8, '0') +
    (n >>> 0).toString(16).padStart(8, '0');
  for (let n = 0; n < 200_000; n++) repeats.next(digest(n));
  expect([repeats.next(digest(5)), repeats.next(digest(199_999)), repeats.next(digest(199_999))]).toEqual([
    1, 0, 0,
  ]);
});
