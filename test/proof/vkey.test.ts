import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/bytes/hex.ts';
import { formatVkey, keyId, parseVkey, vkeyOf } from '../../src/proof/vkey.ts';

// The key of Go's public checksum database.
const SUMDB = 'sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8';

describe('a vkey', () => {
  it('of the Go checksum database is read and printed', () => {
    const read = parseVkey(SUMDB);
    if (read.kind !== 'ok') throw new Error(read.what);
    expect(read.value).toMatchObject({ name: 'sum.golang.org', id: '033de0ae' });
    expect(keyId(read.value.name, read.value.publicKey)).toBe('033de0ae');
    expect(formatVkey(read.value)).toBe(SUMDB);
  });

  it('may have plus signs in its base64', () => {
    const vkey = vkeyOf('a', new Uint8Array(32).fill(0xfb));
    expect(formatVkey(vkey).split('+').length).toBeGreaterThan(3);
    const read = parseVkey(formatVkey(vkey));
    expect(read.kind === 'ok' && toHex(read.value.publicKey)).toBe('fb'.repeat(32));
  });

  it.each([
    ['another id', SUMDB.replace('033de0ae', '033de0af')],
    ['an upper-case id', SUMDB.replace('033de0ae', '033DE0AE')],
    ['another algorithm', SUMDB.replace('+Ac4', '+Bc4')],
    ['a short key', SUMDB.slice(0, -4)],
    ['a newline at its end', `${SUMDB}\n`],
    ['a space in its name', SUMDB.replace('sum', 's m')],
    ['no name', SUMDB.slice('sum.golang.org'.length)],
    ['nothing', ''],
  ])('with %s is refused', (_, text) => {
    expect(parseVkey(text).kind).toBe('fault');
  });

  it.each(['a\u0085', 'a\u00a0', 'a\u2003', 'a\ud800', 'a\u0000', 'a+', ''])(
    'may not be named %j',
    (name) => {
      expect(parseVkey(formatVkey(vkeyOf(name, new Uint8Array(32)))).kind).toBe('fault');
    },
  );
});
