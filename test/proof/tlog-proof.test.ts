import { describe, expect, it } from 'vitest';
import { formatTlogProof, parseTlogProof } from '../../src/proof/tlog-proof.ts';

const HASH = new Uint8Array(32).fill(7);
const LINE = Buffer.from(HASH).toString('base64');
const NOTE = `o\n8\n${LINE}\n\n\u2014 o AP8A/wE=\n`;

describe('a tlog-proof', () => {
  it('is written as C2SP tlog-proof shows it', () => {
    expect(formatTlogProof({ index: 5, proof: [HASH, HASH], note: NOTE, extra: Uint8Array.of(1) })).toBe(
      `c2sp.org/tlog-proof@v1\nextra AQ==\nindex 5\n${LINE}\n${LINE}\n\n${NOTE}`,
    );
  });

  it.each([
    { index: 0, proof: [], note: NOTE },
    { index: 5, proof: [HASH], note: NOTE },
    { index: 5, proof: [HASH], note: NOTE, extra: new Uint8Array(0) },
  ])('comes back from its text (%#)', (proof) => {
    expect(parseTlogProof(formatTlogProof(proof))).toEqual({ kind: 'ok', value: proof });
  });

  it.each([
    ['another head', `c2sp.org/tlog-proof@v2\nindex 0\n\n${NOTE}`],
    ['no index', `c2sp.org/tlog-proof@v1\n\n${NOTE}`],
    ['a leading zero', `c2sp.org/tlog-proof@v1\nindex 01\n\n${NOTE}`],
    ['extra after the index', `c2sp.org/tlog-proof@v1\nindex 0\nextra AQ==\n\n${NOTE}`],
    ['extra that is no base64', `c2sp.org/tlog-proof@v1\nextra AQ=\nindex 0\n\n${NOTE}`],
    ['a short hash', `c2sp.org/tlog-proof@v1\nindex 0\nAQ==\n\n${NOTE}`],
    ['54 hashes', `c2sp.org/tlog-proof@v1\nindex 0\n${`${LINE}\n`.repeat(54)}\n${NOTE}`],
    ['no checkpoint', 'c2sp.org/tlog-proof@v1\nindex 0\n'],
  ])('with %s is refused', (_, text) => {
    expect(parseTlogProof(text).kind).toBe('fault');
  });
});
