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
