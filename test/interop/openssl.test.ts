import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { parseNote } from '../../src/proof/note.ts';
import { parseVkey } from '../../src/proof/vkey.ts';
import { itNeeds, OPENSSL, run } from './foreign-tool.ts';
import { type MadeLog, makeLog } from './made-log.ts';

// `ssh-keygen` has no test here: it verifies its own SSHSIG format only, which signs a framed hash and not the
// note's text, so that no signature of a C2SP note can be put before it.

let log: MadeLog;
let folder: string;
beforeAll(async () => {
  log = await makeLog();
  folder = mkdtempSync(join(tmpdir(), 'tracekit-openssl-'));
});
afterAll(() => {
  log.remove();
  rmSync(folder, { recursive: true, force: true });
});

type Signed = { readonly key: Uint8Array; readonly text: Uint8Array; readonly signature: Uint8Array };

/** Each signature of each checkpoint, with the key that its id names. */
function signatures(): readonly Signed[] {
  const keys = log.vkeys.flatMap((text) => {
    const read = parseVkey(text);
    return read.kind === 'ok' ? [read.value] : [];
  });
  return log.checkpoints.flatMap(({ note }) => {
    const read = parseNote(Buffer.from(note));
    if (read.kind === 'fault') throw new Error(read.what);
    const text = Buffer.from(read.value.text);
    return read.value.signatures.map(({ id, signature }) => ({
      ...{ text, signature },
      key: keys.find((vkey) => vkey.id === id)!.publicKey,
    }));
  });
}

/** Whether `openssl pkeyutl` takes the signature: over the text itself, by an SPKI key (RFC 8410 §4). */
function verifies({ key, text, signature }: Signed): boolean {
  const head = Buffer.from('302a300506032b6570032100', 'hex');
  writeFileSync(join(folder, 'key'), Buffer.concat([head, key]));
  writeFileSync(join(folder, 'text'), text);
  writeFileSync(join(folder, 'signature'), signature);
  const args = ['-verify', '-pubin', '-keyform', 'DER', '-rawin', '-inkey', 'key', '-in', 'text', '-sigfile'];
  const { code, out, err } = run('sh', [
    '-c',
    `cd "$0" && openssl pkeyutl "$@"`,
    folder,
    ...args,
    'signature',
  ]);
  const said = out + err;
  expect(said).toMatch(/Signature Verified Successfully|Signature Verification Failure/);
  return code === 0;
}

function flip(bytes: Uint8Array, at: number): Uint8Array {
  const changed = Uint8Array.from(bytes);
  changed[at]! ^= 1;
  return changed;
}

describe('OpenSSL', () => {
  itNeeds(OPENSSL, 'verifies each signature over the text of a checkpoint', () => {
    const all = signatures();
    expect(all.length).toBeGreaterThan(log.checkpoints.length);
    expect(all.map(verifies)).toEqual(all.map(() => true));
  });

  itNeeds(OPENSSL, 'refuses it with a bit of text or signature changed, or by another key', () => {
    const all = signatures();
    const one = all.at(-1)!;
    const steps = (bytes: Uint8Array, step: number) =>
      Array.from({ length: Math.ceil(bytes.length / step) }, (_, i) => i * step);
    const wrong = [
      ...steps(one.text, 7).map((at) => ({ ...one, text: flip(one.text, at) })),
      ...steps(one.signature, 5).map((at) => ({ ...one, signature: flip(one.signature, at) })),
      { ...one, key: all[0]!.key },
      { ...one, text: one.text.subarray(0, -1) },
    ];
    expect(wrong.map(verifies)).toEqual(wrong.map(() => false));
  });
});
