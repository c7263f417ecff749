import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitLines } from '../../src/verify/lines.ts';

async function read(
  bytes: Uint8Array,
  piece: number,
  options: { from?: number; to?: number; skip?: boolean; max?: number },
) {
  const from = options.from ?? 0;
  const found: { text: string; offset: number; end: string }[] = [];
  const pieces = (function* () {
    for (let at = from; at < bytes.length; at += piece) yield bytes.slice(at, at + piece);
  })();
  await splitLines(pieces, {
    max: 50,
    ...options,
    from,
    onLine: ({ bytes: line, offset, end }) => found.push({ text: Buffer.from(line).toString(), offset, end }),
  });
  return found;
}

describe('lines of a span', () => {
  it('are each in exactly one of the spans, however they are cut', async () => {
    const property = fc.asyncProperty(
      fc.array(fc.constantFrom('a', '\n', 'bcd', '\n\n'), { maxLength: 60 }),
      fc.integer({ min: 1, max: 9 }),
      fc.nat(80),
      async (words, piece, cut) => {
        const bytes = Buffer.from(words.join(''));
        const at = Math.min(cut, bytes.length);
        const whole = await read(bytes, piece, {});
        const head = at === 0 ? [] : await read(bytes, piece, { to: at });
        const tail = await read(bytes, piece, at === 0 ? {} : { from: at - 1, skip: true });
        expect([...head, ...tail]).toEqual(whole);
        expect(whole.map(({ text }) => text).join('\n')).toBe(
          bytes.toString().endsWith('\n') ? bytes.toString().slice(0, -1) : bytes.toString(),
        );
      },
    );
    await fc.assert(property, { numRuns: 500 });
  });

  it('that are too long are cut and said so, with the offset of the next one right', async () => {
    const bytes = Buffer.from(`${'x'.repeat(500)}\nnext\n`);
    const found = await read(bytes, 7, {});
    expect(found[0]!.end).toBe('long');
    expect(found[0]!.text.length).toBeLessThan(60);
    expect(found[1]).toEqual({ text: 'next', offset: 501, end: 'newline' });
  });

  it('without a newline at the end are said to be so', async () => {
    expect(await read(Buffer.from('a\nb'), 2, {})).toEqual([
      { text: 'a', offset: 0, end: 'newline' },
      { text: 'b', offset: 2, end: 'nothing' },
    ]);
  });
});
