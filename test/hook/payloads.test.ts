import { afterAll, describe, expect, it } from 'vitest';
import { buildProgram, calls, hook, nodeHook, runningSigner, stand } from './stand.ts';

const program = buildProgram();
afterAll(program.remove);

const PAYLOADS: readonly (readonly [string, Uint8Array | string])[] = [
  ['of no bytes', ''],
  ['of 50 MB', Buffer.alloc(50_000_000, 'x')],
  ['that is no JSON', '{"cut": "in the mid'],
  ['with NUL bytes, no UTF-8 and final line breaks', Buffer.from('\0\xff\xfe a\n\n\n', 'latin1')],
  ['with a BOM', '\ufeff{"do":"x"}'],
];

describe.each(PAYLOADS)('a payload %s', (_what, payload) => {
  it.each([
    ['script', hook],
    ['Node fallback', nodeHook],
  ])('reaches the gate byte for byte by the %s', async (_name, run) => {
    const at = stand(program);
    await runningSigner(at);
    const ended = await run(at, { payload });
    expect(ended).toMatchObject({ code: 0, stdout: '', stderr: '' });
    const bytes = Buffer.from(payload);
    expect(calls(at)).toMatchObject([
      { bytes: bytes.length, text: bytes.subarray(0, 200).toString('latin1') },
    ]);
  });

  it('reaches a signer that it starts', async () => {
    const at = stand(program);
    expect(await hook(at, { payload })).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect(calls(at)).toMatchObject([{ bytes: Buffer.from(payload).length }]);
  });
});

it('a payload beyond 64 MiB is a failure by both roads, and is read to its end', async () => {
  const at = stand(program);
  await runningSigner(at);
  const payload = Buffer.alloc(64 * 2 ** 20 + 1, 'x');
  for (const ended of [await hook(at, { payload }), await nodeHook(at, { payload })]) {
    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(/^\[tracekit\] blocked.*67108865 bytes[^\n]*\n$/);
  }
  expect(calls(at)).toEqual([]);
});
