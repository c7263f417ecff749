import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answeredBy } from '../../../src/view/page/holds/answered-by.ts';
import { EventStream } from '../../../src/view/page/http/event-stream.ts';
import { prettyJson } from '../../../src/view/page/record/pretty-json.ts';
import { beginning, chunksOf } from '../../../src/view/page/text/cut.ts';
import { bytes, duration } from '../../../src/view/page/text/numbers.ts';
import { visiblePieces, visibleText } from '../../../src/view/page/text/visible.ts';

const text = fc.string({ unit: 'binary', maxLength: 300 });

describe('a foreign text', () => {
  it('has no unseen character left, in pieces and whole', () => {
    const unseen =
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u;
    fc.assert(
      fc.property(text, (foreign) => {
        const pieces = visiblePieces(foreign).map((piece) => piece.text);
        expect(pieces.join('')).toBe(visibleText(foreign));
        expect(unseen.test(pieces.join(''))).toBe(false);
      }),
    );
  });

  it.each([
    ['\u202eexe', '\u27e8U+202E\u27e9exe'],
    ['\u001b[0m', '\u241b[0m'],
    ['a\u200bb\u{e0041}', 'a\u27e8U+200B\u27e9b\u27e8U+E0041\u27e9'],
    ['\u007f\ud800', '\u2421\u27e8U+D800\u27e9'],
    ['a\tb\r\nc', 'a\tb\nc'],
    ['a\rb', 'a\u240db'],
    ['naïve שלום 日本 👩', 'naïve שלום 日本 👩'],
  ])('%j is shown as %j', (foreign, shown) => {
    expect(visibleText(foreign)).toBe(shown);
  });

  it('of a million unseen characters is few pieces', () => {
    expect(visiblePieces('a\u202e'.repeat(500_000)).length).toBeLessThan(1_000);
  });

  it('is the same in blocks as it was whole', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 3_900, maxLength: 9_000 }), (long) => {
        expect(chunksOf(long).join('')).toBe(long);
        expect(chunksOf(long).every(({ length }) => length <= 4_000)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('begins with so many lines, and is whole where little more is left', () => {
    const lines = 'one\ntwo\nthree\nfour\nfive\nsix';
    expect(beginning(lines, { characters: 100, lines: 2 })).toBe('one\ntwo');
    expect(beginning(lines, { characters: 100, lines: 5 })).toBe(lines);
    expect(beginning('x'.repeat(110), { characters: 100, lines: 2 })).toHaveLength(110);
    expect(beginning('x'.repeat(200), { characters: 100, lines: 2 })).toHaveLength(100);
  });
});

describe("a record's line laid out", () => {
  it('is the same value, and the same characters but for white space', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(JSON.parse(prettyJson(json))).toEqual(JSON.parse(json));
        expect(prettyJson(json).replace(/\s/g, '')).toBe(json.replace(/\s/g, ''));
      }),
    );
  });

  it('loses nothing of what is no JSON', () => {
    fc.assert(
      fc.property(text, (foreign) => {
        expect(prettyJson(foreign).replace(/\s/g, '')).toBe(foreign.replace(/\s/g, ''));
      }),
    );
  });
});

describe('events', () => {
  it('are the same however the stream is cut', () => {
    const stream = ': tracekit\n\ndata: {"a":1}\n\n: \n\ndata: {"b":2}\n\n';
    fc.assert(
      fc.property(fc.array(fc.nat(stream.length)), (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), stream.length];
        const reader = new EventStream();
        const events = places.flatMap((from, i) => reader.take(stream.slice(from, places[i + 1] ?? from)));
        expect(events).toEqual(['{"a":1}', '{"b":2}']);
      }),
    );
  });
});

describe('words for figures', () => {
  it.each([
    [812, '812 B'],
    [3_400, '3.4 KB'],
    [12_000_000, '12 MB'],
  ])('%d bytes are %s', (value, words) => expect(bytes(value)).toBe(words));

  it.each([
    [420, '420 ms'],
    [3_200, '3.2 s'],
    [252_000, '4 min 12 s'],
    [7_500_000, '2 h 5 min'],
    [Number.NaN, ''],
  ])('%d ms are %j', (value, words) => expect(duration(value)).toBe(words));

  it('name who answered, and show as it stands what is not understood', () => {
    expect(answeredBy('{"uid":7,"processes":[{"pid":1,"name":"node"},{"pid":2,"name":"bash"}]}')).toBe(
      'user 7, node \u2190 bash',
    );
    for (const other of ['a person', '{"uid":7}', '[]', 'null']) expect(answeredBy(other)).toBe(other);
  });
});
