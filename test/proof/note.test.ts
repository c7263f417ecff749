import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { toUtf8 } from '../../src/bytes/utf8.ts';
import { formatNote, type NoteSigner, parseNote, signNote, verifyNote } from '../../src/proof/note.ts';
import { vkeyOf } from '../../src/proof/vkey.ts';

function signerNamed(name: string): NoteSigner {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const key = createPrivateKey(privateKey.export({ format: 'pem', type: 'pkcs8' }));
  return { vkey: vkeyOf(name, new Uint8Array(raw)), sign: (message) => sign(null, message, key) };
}

const alice = signerNamed('alice.example/log');
const bob = signerNamed('bob.example');
const text = 'origin\n1\n\nmore\n';

describe('verifyNote', () => {
  it('accepts the signatures of known keys and says whose they are', () => {
    const note = toUtf8(signNote(text, [alice, bob]));
    expect(verifyNote(note, [bob.vkey, alice.vkey])).toMatchObject({
      kind: 'verified',
      note: { text },
      by: [alice.vkey, bob.vkey],
    });
  });

  it('ignores the signatures of unknown keys', () => {
    const note = toUtf8(signNote(text, [alice, bob]));
    expect(verifyNote(note, [bob.vkey])).toMatchObject({ kind: 'verified', by: [bob.vkey] });
  });

  it('knows no key by its name alone', () => {
    const note = toUtf8(signNote(text, [signerNamed('bob.example')]));
    expect(verifyNote(note, [bob.vkey])).toMatchObject({ kind: 'unknown_key', names: ['bob.example'] });
  });

  it('fails on one bad signature of a known key beside a good one', () => {
    const bad: NoteSigner = { vkey: bob.vkey, sign: (message) => alice.sign(message) };
    const note = toUtf8(signNote(text, [alice, bad]));
    expect(verifyNote(note, [alice.vkey, bob.vkey])).toMatchObject({ kind: 'bad_signature', vkey: bob.vkey });
  });

  it('fails on a bad signature that follows a good one of the same key', () => {
    const bad: NoteSigner = { vkey: alice.vkey, sign: () => new Uint8Array(64) };
    expect(verifyNote(toUtf8(signNote(text, [alice, bad])), [alice.vkey]).kind).toBe('bad_signature');
  });

  it('fails where the text was changed', () => {
    const note = toUtf8(signNote(text, [alice]).replace('1\n', '2\n'));
    expect(verifyNote(note, [alice.vkey]).kind).toBe('bad_signature');
  });
});

describe('parseNote', () => {
  it('gives back what formatNote was given', () => {
    const signatures = [{ name: 'a', id: '00ff00ff', signature: Uint8Array.of(1) }];
    expect(parseNote(toUtf8(formatNote(text, signatures)))).toEqual({
      kind: 'ok',
      value: { text, signatures },
    });
  });

  const line = '\u2014 a AP8A/wE=\n';
  it.each([
    ['no empty line', `text\n${line}`],
    ['no signature', 'text\n\n'],
    ['no newline at the end', `text\n\n${line.slice(0, -1)}`],
    ['another character for the last newline', `text\n\n${line.slice(0, -1)}x`],
    ['a hyphen for the dash', `text\n\n- a AP8A/wE=\n`],
    ['two spaces', `text\n\n\u2014  a AP8A/wE=\n`],
    ['a space at the end', `text\n\n\u2014 a AP8A/wE= \n`],
    ['a name with a plus', `text\n\n\u2014 a+b AP8A/wE=\n`],
    ['base64 with unused bits', `text\n\n\u2014 a AP8A/wF=\n`],
    ['only a key id', `text\n\n\u2014 a AP8A/w==\n`],
    ['a control character', `te\u0001xt\n\n${line}`],
    ['a carriage return', `text\r\n\n${line}`],
    ['text after the signatures', `text\n\n${line}more\n`],
    ['101 signatures', `text\n\n${line.repeat(101)}`],
    ['no text', line],
  ])('refuses %s', (_, note) => {
    expect(parseNote(toUtf8(note)).kind).toBe('fault');
  });

  it('refuses bytes that are no UTF-8', () => {
    expect(parseNote(Buffer.concat([Uint8Array.of(0xff), toUtf8(`\n\n${line}`)])).kind).toBe('fault');
  });

  it('refuses a note beyond 1 MB', () => {
    expect(parseNote(toUtf8(`${'a\n'.repeat(500_000)}\n${line}`)).kind).toBe('fault');
  });
});
