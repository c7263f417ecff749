import { existsSync, readFileSync } from 'node:fs';
import canonicalizeByNpm from 'canonicalize';
import { describe, expect, it } from 'vitest';
import { canonicalize } from '../../src/bytes/canonical.ts';
import { canonicalFault } from '../../src/bytes/canonical-check.ts';

// cyberphone/json-canonicalization testdata at 19d51d7. Of the six, values.json alone has fractions and exponents,
// which records do not have: there the npm package shows the vector, and ours must refuse.
const FOLDER = '../shared/vectors/jcs';
const NAMES = ['arrays', 'french', 'structures', 'unicode', 'values', 'weird'];
const OF_INTEGERS = NAMES.filter((name) => name !== 'values');
const present = existsSync(FOLDER);

function input(name: string) {
  return JSON.parse(readFileSync(`${FOLDER}/input/${name}.json`, 'utf8'));
}

describe.skipIf(!present)(`the public JCS vectors (skipped where ${FOLDER} is absent)`, () => {
  it.each(NAMES)('%s: the npm package writes the output', (name) => {
    expect(canonicalizeByNpm(input(name))).toBe(readFileSync(`${FOLDER}/output/${name}.json`, 'utf8'));
  });

  it.each(OF_INTEGERS)('%s: canonicalize writes the output', (name) => {
    expect(canonicalize(input(name))).toBe(readFileSync(`${FOLDER}/output/${name}.json`, 'utf8'));
  });

  it.each(OF_INTEGERS)('%s: the output is canonical', (name) => {
    expect(canonicalFault(readFileSync(`${FOLDER}/output/${name}.json`))).toBeUndefined();
  });

  it('values: the fraction is refused where it stands', () => {
    const output = readFileSync(`${FOLDER}/output/values.json`);
    expect(() => canonicalize(input('values'))).toThrow(/333333333.3333333/);
    expect(canonicalFault(output)).toEqual({
      at: output.indexOf('.'),
      what: 'expected an integer, without fraction or exponent',
    });
  });
});
