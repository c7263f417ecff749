import { generateKeyPairSync, sign } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  verifyEd25519 as verifyByNoble,
  verifyEd25519Async as verifyByWebCrypto,
} from '../../src/proof/ed25519.browser.ts';
import { verifyEd25519 as verifyByNode } from '../../src/proof/ed25519.ts';

// C2SP/CCTV ed25519 at 1e3d286.
const FILE = '../shared/vectors/ed25519/ed25519vectors.json';
const present = existsSync(FILE);

type Vector = {
  readonly number: number;
  readonly key: string;
  readonly sig: string;
  readonly msg: string;
  readonly flags: readonly string[] | null;
};

/** A strict verifier takes none of these: `reencoded_k` only marks a hash over another encoding of A or R. */
const REFUSED = new Set([
  'low_order_A',
  'low_order_component_A',
  'low_order_component_R',
  'low_order_residue',
  'non_canonical_A',
  'non_canonical_R',
  'reencoded_k',
]);

async function verdicts(v: Vector): Promise<readonly boolean[]> {
  const [key, signature, message] = [
    Buffer.from(v.key, 'hex'),
    Buffer.from(v.sig, 'hex'),
    Buffer.from(v.msg),
  ];
  return [
    verifyByNode(key, message, signature),
    verifyByNoble(key, message, signature),
    await verifyByWebCrypto(key, message, signature),
  ];
}

describe.skipIf(!present)(`the public Ed25519 edge cases (skipped where ${FILE} is absent)`, () => {
  it('get the same answer from node:crypto, noble and WebCrypto, the one their flags ask for', async () => {
    const vectors: readonly Vector[] = JSON.parse(readFileSync(FILE, 'utf8'));
    expect(vectors).toHaveLength(914);
    const wrong: unknown[] = [];
    for (const v of vectors) {
      const wanted = !(v.flags ?? []).some((flag) => REFUSED.has(flag));
      const found = await verdicts(v);
      if (found.some((verdict) => verdict !== wanted)) wrong.push({ ...v, found, wanted });
    }
    expect(wrong).toEqual([]);
  });
});

const BACK_ENDS = [
  ['node:crypto', verifyByNode],
  ['noble', verifyByNoble],
  ['WebCrypto', verifyByWebCrypto],
] as const;

describe.each(BACK_ENDS)('verifyEd25519 by %s', (_, verify) => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
  const message = Buffer.from('a checkpoint\n');
  const signature = new Uint8Array(sign(null, message, privateKey));

  it('accepts a signature', async () => {
    expect(await verify(key, message, signature)).toBe(true);
  });

  it('refuses it for another message', async () => {
    expect(await verify(key, Buffer.from('another\n'), signature)).toBe(false);
  });

  it('refuses S + L, the other spelling of the same signature', async () => {
    const order = 2n ** 252n + 27742317777372353535851937790883648493n;
    const s = BigInt(`0x${Buffer.from(signature.subarray(32)).reverse().toString('hex')}`) + order;
    const other = Buffer.concat([
      signature.subarray(0, 32),
      Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse(),
    ]);
    expect(await verify(key, message, other)).toBe(false);
  });

  it('refuses the key whose signatures fit every message', async () => {
    const identity = Uint8Array.of(1, ...new Uint8Array(31));
    const forged = Uint8Array.of(...identity, ...new Uint8Array(32));
    expect(await verify(identity, message, forged)).toBe(false);
  });

  it.each([0, 31, 33])('refuses a key of %d bytes', async (length) => {
    expect(await verify(new Uint8Array(length), message, signature)).toBe(false);
  });

  it.each([0, 63, 65])('refuses a signature of %d bytes', async (length) => {
    expect(await verify(key, message, new Uint8Array(length))).toBe(false);
  });
});
