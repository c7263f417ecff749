import { describe, expect, test } from 'vitest';
import { LineSplitter, lineEnds, splitLines } from '../../src/bytes/lines.ts';

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
const split = (bytes: Uint8Array) => [...splitLines(bytes)].map(text);

describe('splitting into physical lines', () => {
  test('each line keeps its newline and the last one has none where the bytes have none', () => {
    expect(split(Buffer.from('a\nbb\n\nc'))).toEqual(['a\n', 'bb\n', '\n', 'c']);
  });

  test('nothing gives no line', () => {
    expect(split(Buffer.alloc(0))).toEqual([]);
  });

  test('CR belongs to the line, mixed endings too', () => {
    expect(split(Buffer.from('a\r\nb\nc\rd\r\n'))).toEqual(['a\r\n', 'b\n', 'c\rd\r\n']);
  });

  test('U+2028, U+0085, form feed and NUL end no line', () => {
    const line = Buffer.from('a\u2028b\u0085c\fd\0\0e\n');
    expect(split(line)).toEqual([text(line)]);
  });

  test('a BOM and invalid UTF-8 are bytes like others', () => {
    const bytes = Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x0a, 0xc3, 0x28, 0x0a]);
    expect([...splitLines(bytes)].map((line) => line.length)).toEqual([5, 3]);
  });

  test('ends are looked for only in the range that is asked for', () => {
    expect([...lineEnds(Buffer.from('a\nb\nc\n'), 2, 5)]).toEqual([4]);
  });

  test('more lines than the first guess are all found', () => {
    expect(lineEnds(Buffer.from('\n'.repeat(1000))).length).toBe(1000);
  });

  test('a plain Uint8Array gives the same ends as a Buffer', () => {
    const bytes = Buffer.from('x\nyy\nzzz\n');
    expect([...lineEnds(new Uint8Array(bytes))]).toEqual([...lineEnds(bytes)]);
  });

  test('a CJK character across byte 65,536 stays whole', () => {
    const line = Buffer.from(`${'a'.repeat(65_535)}語b\n`);
    const splitter = new LineSplitter();
    const lines = [...splitter.push(line.subarray(0, 65_536)), ...splitter.push(line.subarray(65_536))];
    expect(lines.map((found) => Buffer.from(found).toString())).toEqual([line.toString()]);
  });

  test('what follows the last newline is the rest', () => {
    const splitter = new LineSplitter();
    expect([...splitter.push(Buffer.from('a\nb'))].map(text)).toEqual(['a\n']);
    expect(text(splitter.rest())).toBe('b');
    expect(splitter.rest().length).toBe(0);
  });
});
