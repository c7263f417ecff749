import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Captured, captureBytes, readCaptures } from '../../src/harness/capture.ts';
import { decode, isDecoded } from '../../src/harness/decode.ts';
import { type Known, scrub } from '../../src/harness/scrub.ts';
import { ELSEWHERE, fixture } from './hook-fixtures.ts';

const KNOWN: Known = { home: '/home/jane', hosts: ['jane-laptop'] };

function file(...payloads: readonly (string | Uint8Array)[]): Uint8Array {
  const pieces = payloads.map((payload) =>
    captureBytes({
      time: '2026-11-30T16:25:28.017Z',
      arguments: 'codex PreToolUse',
      payload: Buffer.from(payload),
    }),
  );
  return Buffer.concat(pieces);
}

function scrubbed(payload: string | Uint8Array, known = KNOWN): string {
  const result = scrub(file(payload), known);
  if (result.kind === 'broken') throw new Error(result.what);
  const read = readCaptures(result.bytes);
  if (read.kind === 'broken') throw new Error(read.what);
  return Buffer.from(read.captures[0]!.payload).toString();
}

describe('scrubbing a capture', () => {
  it('gives back every payload, whatever its bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 5 }), (payloads) => {
        const read = readCaptures(file(...payloads));
        expect(read.kind === 'captures' && read.captures.map((one: Captured) => [...one.payload])).toEqual(
          payloads.map((one) => [...one]),
        );
      }),
    );
  });

  it('replaces the home and its user alike in every spelling', () => {
    const text =
      '{"cwd":"/home/jane/p","t":"/home/jane/.claude/projects/-home-jane-p/x.jsonl","w":"C:\\\\Users\\\\jane\\\\p","e":"\\/home\\/jane"}';
    expect(scrubbed(text)).toBe(text.replaceAll('jane', 'dev'));
  });

  it('finds a user that nobody named by the home in a path', () => {
    expect(scrubbed('{"cwd":"/Users/okonkwo/p","owner":"okonkwo"}', {})).toBe(
      '{"cwd":"/Users/dev/p","owner":"dev"}',
    );
  });

  it('replaces a home of another form whole', () => {
    expect(scrubbed('{"cwd":"/srv/agents/x7/p"}', { home: '/srv/agents/x7' })).toBe('{"cwd":"/home/dev/p"}');
  });

  it('replaces a user of two letters in paths alone', () => {
    expect(scrubbed('{"cwd":"/home/jo/p","a":"jo"}', {})).toBe('{"cwd":"/home/dev/p","a":"jo"}');
  });

  it('leaves a user’s name inside of longer words', () => {
    expect(scrubbed('{"a":"janet, jane_x, jane"}')).toBe('{"a":"janet, jane_x, dev"}');
  });

  it('gives the same e-mail, host and key the same stand-in', () => {
    const key = `sk-ant-${'a1B2'.repeat(8)}`;
    const text = `j@corp.example k@corp.example j@corp.example https://git.corp.example/x jane-laptop 10.1.2.3 ${key} ${key}`;
    expect(scrubbed(text)).toBe(
      'person1@example.invalid person2@example.invalid person1@example.invalid https://host1.example.invalid/x host3.example.invalid host2.example.invalid scrubbed-key-1 scrubbed-key-1',
    );
  });

  it('takes out keys in each form', () => {
    const secret = 'Zm9vYmFyYmF6cXV4'.repeat(2);
    const forms = [
      `{"api_key":"${secret}"}`,
      `"{\\"token\\": \\"${secret}\\"}"`,
      `AWS_SECRET_ACCESS_KEY=${secret}`,
      `Authorization: Bearer ${secret}`,
      `ghp_${secret}`,
      `eyJhbGciOiJIUzI1.${secret}.${secret}`,
      `-----BEGIN PRIVATE KEY-----\\n${secret}\\n-----END PRIVATE KEY-----`,
      `password=${secret}`,
    ];
    for (const form of forms) expect(scrubbed(form)).not.toContain(secret.slice(0, 16));
  });

  it('leaves what names nobody', () => {
    const text =
      '{"url":"http://127.0.0.1:8080/x","f":".claude/settings.local.json","v":"2.1.332","cwd":"/home/dev/p"}';
    expect(scrubbed(text)).toBe(text);
  });

  it('makes the lengths in the headers right and keeps bytes that are no text', () => {
    const raw = Buffer.concat([Buffer.from('/home/jane/'), Buffer.from([0xff, 0x00, 0xfe])]);
    const result = scrub(file(raw, 'x'), KNOWN);
    const read = readCaptures(result.kind === 'fixture' ? result.bytes : new Uint8Array());
    expect(
      read.kind === 'captures' && read.captures.map(({ payload }) => Buffer.from(payload).toString('latin1')),
    ).toEqual(['/home/dev/\xff\0\xfe', 'x']);
  });

  it('changes nothing the second time', () => {
    const once = scrub(
      file('{"a":"/home/jane","m":"j@corp.example","h":"box.lan","k":"token=abcdefghijkl"}'),
      KNOWN,
    );
    const bytes = once.kind === 'fixture' ? once.bytes : new Uint8Array();
    const twice = scrub(bytes, {});
    expect(twice.kind === 'fixture' && Buffer.from(twice.bytes).equals(Buffer.from(bytes))).toBe(true);
  });

  it('leaves a payload that decodes as before', () => {
    const raw = fixture('codex', 'exec-shell-PreToolUse-1.json');
    const text = Buffer.from(raw).toString().replaceAll('/home/dev', '/home/jane');
    const found = decode(Buffer.from(scrubbed(text)), { harness: 'codex' }, ELSEWHERE);
    expect(isDecoded(found) && found.cwd).toBe('/home/dev/project');
  });

  it('says where a file is no capture, or is cut', () => {
    expect(scrub(Buffer.from('{"a":1}\n'), {})).toMatchObject({ kind: 'broken', at: 0 });
    const cut = file('abc', 'defgh');
    expect(scrub(cut.subarray(0, cut.length - 4), {})).toMatchObject({
      kind: 'broken',
      what: expect.stringContaining('expected 5 bytes'),
    });
    expect(scrub(Buffer.from('tracekit-capture now 99999999999 x\n'), {})).toMatchObject({ kind: 'broken' });
  });
});
