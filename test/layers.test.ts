import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Import, importsOf, readImports, sourceFiles } from './layers/imports.ts';
import { cycles, layerFaults, reachFaults, signingFaults } from './layers/rules.ts';

const imports = readImports(['src', 'tailers']);

describe('the layers of src/ and tailers/', () => {
  it('are imported in their order only', () => {
    expect(layerFaults(imports)).toEqual([]);
  });

  it('keep private keys and Node out of the reach of proof/, verify/ and the verifier of bundles', () => {
    expect(reachFaults(imports)).toEqual([]);
  });

  it('sign in one file', () => {
    expect(signingFaults(imports)).toEqual([]);
  });

  it('have no import cycles', () => {
    expect(cycles(imports)).toEqual([]);
  });

  it('were read: every local import names a file, and no file with imports was passed over', () => {
    const local = imports.filter(({ target }) => /^(src|tailers)\//.test(target));
    expect(local.filter(({ target }) => !existsSync(target))).toEqual([]);
    expect(local.length).toBeGreaterThan(300);
    expect(
      sourceFiles(['src', 'tailers']).filter((file) => file.startsWith('tailers/')).length,
    ).toBeGreaterThan(20);
  });
});

/** The project's imports and those of one more file. */
function withFile(file: string, text: string): Import[] {
  return [...imports, ...importsOf(file, text)];
}

describe('the rules', () => {
  it.each([
    [
      'src/proof/new.ts',
      "import { Log } from '../log/log.ts';",
      'src/proof/new.ts:1: imports src/log/log.ts; proof/ imports folders before it only',
    ],
    [
      'src/log/new.ts',
      "import {\n  a,\n  b,\n} from '../vault/vault.ts';",
      'src/log/new.ts:1: imports src/vault/vault.ts; log/ imports folders before it only',
    ],
    [
      'src/bytes/new.ts',
      "\nimport { dataFault } from '../model/schema.ts';",
      'src/bytes/new.ts:2: imports src/model/schema.ts; bytes/ imports types and errors of model/ only',
    ],
    [
      'src/verify/new.ts',
      "export { x } from '../../tailers/tail.ts';",
      'src/verify/new.ts:1: imports tailers/tail.ts; only cli/ imports tailers/',
    ],
    [
      'tailers/codex/new.ts',
      "import { x } from '../../src/harness/decode.ts';",
      'tailers/codex/new.ts:1: imports src/harness/decode.ts; tailers/ imports bytes, model and the tables of harness/ only',
    ],
    [
      'tailers/new.ts',
      "const log = await import('../src/log/log.ts');",
      'tailers/new.ts:1: imports src/log/log.ts; tailers/ imports bytes, model and the tables of harness/ only',
    ],
    [
      'src/util/new.ts',
      "import { toHex } from '../bytes/hex.ts';",
      'src/util/new.ts:1: imports src/bytes/hex.ts; src/util/ is in no layer; give it a place in LAYERS',
    ],
  ])('refuse a wrong import in %s', (file, text, fault) => {
    expect(layerFaults(withFile(file, text))).toEqual([fault]);
  });

  it('let bytes/ have the types of model/', () => {
    expect(
      layerFaults(withFile('src/bytes/new.ts', "import type { Json } from '../model/record.ts';")),
    ).toEqual([]);
  });

  it('refuse a verifier that reaches a key through another file', () => {
    const text = "import { Log } from '../log/log.ts';";
    expect(reachFaults(withFile('src/verify/new.ts', text)).join('\n')).toMatch(
      /^src\/log\/log\.ts:\d+: reaches src\/log\/keys\.ts; a verifier holds no key$/m,
    );
  });

  it('refuse a Node module in proof/, and the file access of verify/ in its core', () => {
    const inProof = withFile('src/proof/new.ts', "import { readFileSync } from 'node:fs';");
    expect(reachFaults(inProof)).toEqual([
      'src/proof/new.ts:1: imports node:fs; only src/bytes/sha256.ts and src/proof/ed25519.ts may',
    ]);
    const inCore = withFile('src/verify/new.ts', "import { logFiles } from './log-files.ts';");
    expect(reachFaults(inCore)).toEqual([
      'src/verify/new.ts:1: imports src/verify/log-files.ts; what runs in a browser reads no files',
    ]);
  });

  it('refuse a second place that signs', () => {
    const text = "import { createPrivateKey, sign } from 'node:crypto';";
    expect(signingFaults(withFile('src/signer/new.ts', text))).toEqual([
      'src/signer/new.ts:1: can sign; only src/log/keys.ts may',
    ]);
  });

  it('name a cycle by the line that closes it', () => {
    const text = "import { fromHex } from './new.ts';\n";
    const found = cycles([
      ...importsOf('src/bytes/new.ts', "import { other } from './other.ts';"),
      ...importsOf('src/bytes/other.ts', text),
    ]);
    expect(found).toEqual([
      'src/bytes/other.ts:1: closes a cycle: src/bytes/new.ts -> src/bytes/other.ts -> src/bytes/new.ts',
    ]);
  });
});
