import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Gate, HookCall, HookWait } from '../../src/signer/hook-call.ts';
import { SignerServer } from '../../src/signer/server.ts';

type Seen = { readonly call: HookCall; readonly wait: HookWait };

type Served = { readonly path: string; readonly seen: Seen[]; readonly server: SignerServer };

async function serve(hook: Gate['hook']): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), 'tracekit-server-'));
  const path = join(folder, 's');
  const seen: Seen[] = [];
  const server = new SignerServer({
    gate: {
      hook: (call, wait) => {
        seen.push({ call, wait });
        return hook(call, wait);
      },
      ask: async ({ command }, caller) => {
        if (command === 'break') throw new Error('the secret is 42');
        return { ok: true, result: { command, caller } };
      },
      busy: () => false,
      close: async () => {},
    },
    clock: () => 1_000,
    platform: 'linux',
    caller: () => ({ pid: 7, uid: 8 }),
  });
  await server.listen(path);
  onTestFinished(async () => {
    await server.close(Promise.resolve(), 0);
    rmSync(folder, { recursive: true });
  });
  return { path, seen, server };
}

const silent: Gate['hook'] = async () => ({ stdout: '', stderr: '', exit: 0 });

function open({ path }: Served): Socket {
  const socket = connect(path);
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** Sends bytes and gives all that comes back. */
function send(served: Served, bytes: string | Uint8Array): Promise<string> {
  return new Promise((done) => {
    const socket = open(served);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    socket.on('close', () => done(text));
    socket.write(bytes);
  });
}

function post(target: string, body = '{}'): string {
  return `POST ${target} HTTP/1.0\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

const QUERY = 'agent=codex&event=PreToolUse&profile=open&install=i&cwd=%2Fa%20b';

it('a hook reaches the gate with what its command said of itself', async () => {
  const served = await serve(silent);
  await send(served, post(`/hook?${QUERY}&nonce=n1`, 'raw'));
  const { raw, ...head } = served.seen[0]!.call;
  expect(Buffer.from(raw).toString()).toBe('raw');
  expect(head).toEqual({
    harness: 'codex',
    event: 'PreToolUse',
    profile: 'open',
    install: 'i',
    nonce: 'n1',
    cwd: '/a b',
    caller: { pid: 7, uid: 8 },
    received: 1_000,
    spooled: false,
  });
});

it('words that no hook of ours sends are taken at their strictest', async () => {
  const served = await serve(silent);
  await send(served, post('/hook?agent=constructor&profile=opened&event=a%0Ab&nonce=%00'));
  expect(served.seen[0]!.call).toMatchObject({ harness: undefined, profile: 'closed', nonce: '' });
  expect(served.seen[0]!.call.event).toBeUndefined();
});

it('an answer is one frame a line, the exit last', async () => {
  const served = await serve(async (_call, wait) => {
    wait.say('waiting\r\nx 0');
    wait.failMode?.('closed');
    return { stdout: '{"a":"\\n"}', stderr: 'no\0\nno', exit: 2 };
  });
  const [, body] = (await send(served, post(`/hook?${QUERY}`))).split('\r\n\r\n');
  expect(body).toBe('2 waiting\n2 x 0\nf closed\n2 no\ufffd\n2 no\n1 {"a":"\\n"}\nx 2\n');
});

it('the same nonce gets the same answer, while it is decided and after', async () => {
  const settle: (() => void)[] = [];
  const served = await serve(async (_call, wait) => {
    wait.say('held');
    await new Promise<void>((resolve) => settle.push(resolve));
    return { stdout: '', stderr: '', exit: 2 };
  });
  const first = send(served, post(`/hook?${QUERY}&nonce=n`));
  const second = send(served, post(`/hook?${QUERY}&nonce=n`));
  await expect.poll(() => served.server.open).toBe(2);
  await new Promise((done) => {
    setTimeout(done, 30);
  });
  for (const each of settle) each();
  for (const text of [await first, await second, await send(served, post(`/hook?${QUERY}&nonce=n`))]) {
    expect(text).toMatch(/\r\n\r\n2 held\nx 2\n$/);
  }
  expect(served.seen).toHaveLength(1);
});

it('hooks without a nonce are each decided', async () => {
  const served = await serve(silent);
  await send(served, post(`/hook?${QUERY}`));
  await send(served, post(`/hook?${QUERY}`));
  expect(served.seen).toHaveLength(2);
});

it('a hook that closes is gone; one whose resend still waits is not', async () => {
  const served = await serve(() => new Promise(() => {}));
  const first = open(served);
  first.write(post(`/hook?${QUERY}&nonce=n`));
  await expect.poll(() => served.seen.length).toBe(1);
  const second = open(served);
  second.write(post(`/hook?${QUERY}&nonce=n`));
  await expect.poll(() => served.server.open).toBe(2);
  await new Promise((done) => {
    setTimeout(done, 30);
  });
  first.destroy();
  await new Promise((done) => {
    setTimeout(done, 50);
  });
  expect(served.seen[0]!.wait.gone.aborted).toBe(false);
  second.destroy();
  await expect.poll(() => served.seen[0]!.wait.gone.aborted).toBe(true);
});

it('a hook that was answered is not gone', async () => {
  const served = await serve(silent);
  await send(served, post(`/hook?${QUERY}`));
  await expect.poll(() => served.server.open).toBe(0);
  expect(served.seen[0]!.wait.gone.aborted).toBe(false);
});

it('a payload that is cut is not judged', async () => {
  const served = await serve(silent);
  const socket = open(served);
  socket.write(`POST /hook?${QUERY} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"half`);
  await expect.poll(() => served.server.open).toBe(1);
  socket.destroy();
  await expect.poll(() => served.server.open).toBe(0);
  expect(served.seen).toEqual([]);
});

it('a hook that waits hears a beat', async () => {
  const served = await serve(
    () =>
      new Promise((resolve) => {
        setTimeout(() => resolve({ stdout: '', stderr: '', exit: 0 }), 1_200);
      }),
  );
  expect(await send(served, post(`/hook?${QUERY}`))).toMatch(/\r\n\r\nh\nx 0\n$/);
});

it.each([
  ['a GET', 'GET /hook HTTP/1.1\r\n\r\n', /^HTTP\/1.1 405 [\s\S]*allow: POST/],
  ['another path', post('/../etc/passwd'), /^HTTP\/1.1 404 /],
  ['no HTTP', '\0\x01\x02\r\n\r\n', /^HTTP\/1.1 400 /],
  ['a huge head', `POST /hook HTTP/1.1\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`, /^HTTP\/1.1 4/],
])('%s is refused in few words, and costs nobody else', async (_what, bytes, expected) => {
  const served = await serve(silent);
  const text = await send(served, bytes);
  expect(text).toMatch(expected);
  expect(text.split('\r\n\r\n')[1]).toBe('');
  expect(await send(served, post(`/hook?${QUERY}`))).toMatch(/x 0\n$/);
});

it('clients that send half and wait, or read nothing, stall no other', async () => {
  const served = await serve(async (_call, wait) => {
    for (let i = 0; i < 200; i++) wait.say('y'.repeat(10_000));
    return { stdout: '', stderr: '', exit: 0 };
  });
  for (let i = 0; i < 100; i++) open(served).write('POST /hook HT');
  for (let i = 0; i < 20; i++) {
    const deaf = open(served);
    deaf.pause();
    deaf.write(post(`/hook?${QUERY}`));
  }
  await expect.poll(() => served.seen.length).toBe(20);
  const ask = await send(served, post('/ask', '{"command":"status"}'));
  expect(ask).toMatch(/"ok":true/);
});

it('a hook that reads nothing while its gate speaks on is given up', async () => {
  const served = await serve(async (_call, wait) => {
    for (let i = 0; i < 100; i++) wait.say('y'.repeat(10_000));
    await new Promise((resolve) => wait.gone.addEventListener('abort', resolve));
    return { stdout: '', stderr: '', exit: 0 };
  });
  const deaf = open(served);
  deaf.pause();
  deaf.write(post(`/hook?${QUERY}`));
  await expect.poll(() => served.seen[0]?.wait.gone.aborted).toBe(true);
});

it('a command is asked and answered in JSON', async () => {
  const served = await serve(silent);
  const text = await send(served, post('/ask', '{"command":"status"}'));
  expect(JSON.parse(text.split('\r\n\r\n')[1]!)).toEqual({
    ok: true,
    result: { command: 'status', caller: { pid: 7, uid: 8 } },
  });
});

it.each(['', '[]', 'null', '{"command":7}', '{', '"command"'])('the command %j is refused', async (body) => {
  const served = await serve(silent);
  expect(await send(served, post('/ask', body))).toContain('"code":"bad_request"');
});

it('of an error in a command nothing is told', async () => {
  const served = await serve(silent);
  const text = await send(served, post('/ask', '{"command":"break"}'));
  const body = text.split('\r\n\r\n')[1];
  expect(body).toContain('"ok":false');
  expect(body).not.toContain('42');
});

it('another Host is no reason to refuse', async () => {
  const served = await serve(silent);
  const text = await send(
    served,
    `POST /hook?${QUERY} HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 0\r\n\r\n`,
  );
  expect(text).toContain('x 0\n');
});
