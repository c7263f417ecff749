import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isStrict } from '../../src/proof/ed25519-points.ts';

// The back ends refuse some of these themselves; here the checks stand alone.
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const key = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
const signature = new Uint8Array(sign(null, Buffer.from('x'), privateKey));
const r = signature.subarray(0, 32);
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

function scalar(value: bigint): Uint8Array {
  return new Uint8Array(Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse());
}

function filled(first: number, rest: number): Uint8Array {
  return Uint8Array.of(first, ...new Uint8Array(30).fill(rest), rest & 0x7f);
}

describe('isStrict', () => {
  it('takes S = L − 1 and refuses S = L', () => {
    expect(isStrict(key, Uint8Array.of(...r, ...scalar(ORDER - 1n)))).toBe(true);
    expect(isStrict(key, Uint8Array.of(...r, ...scalar(ORDER)))).toBe(false);
  });

  it.each([
    ['the neutral point', filled(1, 0)],
    ['a point of order 2', filled(0xec, 0xff)],
    ['a point of order 4', filled(0, 0)],
    ['y = p + 1, another spelling of the neutral point', filled(0xee, 0xff)],
    ['x = 0 with the sign of a negative x', Uint8Array.of(1, ...new Uint8Array(30), 0x80)],
    ['no point of the curve', filled(2, 0)],
  ])('refuses as a key %s', (_, bytes) => {
    expect(isStrict(bytes, signature)).toBe(false);
  });

  it('takes the neutral point as R in its own spelling only', () => {
    expect(isStrict(key, Uint8Array.of(...filled(1, 0), ...signature.subarray(32)))).toBe(true);
    expect(isStrict(key, Uint8Array.of(...filled(0xee, 0xff), ...signature.subarray(32)))).toBe(false);
  });
});
