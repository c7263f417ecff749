import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ViewEvent } from '../../../src/view/api.ts';
import { type Request, TOKEN, ViewStand } from '../view-stand.ts';
import { eventsRequest, silentSource, until } from './silent-source.ts';

let stand: ViewStand;
afterEach(() => stand.stop());

describe('requests that cost', () => {
  it('a body beyond its bound is refused', async () => {
    stand = await new ViewStand().start({ source: silentSource().source, answer: async () => undefined });
    const asking: Request = {
      method: 'POST',
      path: '/api/approvals/apr-000000000000',
      body: Buffer.alloc(1 << 20, 0x20),
    };
    const answered = await stand.ask(asking).catch(() => undefined);
    expect(answered === undefined || answered.status === 413).toBe(true);
    expect((await stand.ask({ path: '/api/runs' })).status).toBe(200);
  });

  it.each([
    '',
    '[]',
    'null',
    '{"answer":"yes"}',
    '{"answer":"approve","reason":1}',
    '{"answer":"approve","release":"x"}',
    '{',
    '1',
  ])('a body that is no answer is refused: %s', async (body) => {
    const answered: unknown[] = [];
    stand = await new ViewStand().start({
      source: silentSource().source,
      answer: async (...all) => void answered.push(all),
    });
    expect((await stand.ask({ method: 'POST', path: '/api/approvals/apr-000000000000', body })).status).toBe(
      400,
    );
    expect(answered).toEqual([]);
  });

  it('a client that never reads is dropped, and others are not kept waiting', async () => {
    const { source, takers } = silentSource();
    stand = await new ViewStand().start({ source });
    const deaf = connect(stand.server.port, '127.0.0.1');
    deaf.write(eventsRequest(stand.server.port));
    deaf.pause();
    await until(() => takers.size === 1);
    const event: ViewEvent = { kind: 'review', run: 'x'.repeat(64 << 10) };
    let told = 0;
    while (takers.size > 0 && told < 10_000) {
      for (const take of takers) take(event);
      told++;
      if (told % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(takers.size).toBe(0);
    expect(stand.server.followers).toBe(0);
    expect((await stand.ask({ path: '/api/runs' })).status).toBe(200);
    deaf.destroy();
  });

  it('a hundred clients are served, and one more is told so', async () => {
    const { source, takers } = silentSource();
    stand = await new ViewStand().start({ source });
    const heard: string[] = [];
    const clients = Array.from({ length: 100 }, (_, i) => {
      const socket = connect(stand.server.port, '127.0.0.1');
      heard[i] = '';
      socket.on('data', (data) => {
        heard[i] += data.toString();
      });
      socket.write(eventsRequest(stand.server.port));
      return socket;
    });
    await until(() => takers.size === 100);
    const { status, json } = await stand.ask({ path: '/api/events' });
    expect(status).toBe(503);
    expect(json).toEqual({
      error: { code: 'too_many_clients', message: expect.stringContaining('too many pages') },
    });
    for (const take of takers) take({ kind: 'signer', running: true });
    await until(() => heard.every((text) => text.includes('"kind":"signer"')));
    expect((await stand.ask({ path: '/api/runs' })).status).toBe(200);
    for (const client of clients) client.destroy();
    await until(() => takers.size === 0);
  });

  it('a client that goes is forgotten', async () => {
    const { source, takers } = silentSource();
    stand = await new ViewStand().start({ source });
    const socket = connect(stand.server.port, '127.0.0.1');
    socket.write(eventsRequest(stand.server.port));
    await until(() => takers.size === 1);
    socket.destroy();
    await until(() => takers.size === 0);
    expect(stand.server.followers).toBe(0);
  });

  it.each([
    'GET / HTTP/1.1\r\n\r\n',
    'nonsense\r\n\r\n',
    `GET / HTTP/1.1\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`,
  ])('nonsense costs one connection', async (bytes) => {
    stand = await new ViewStand().start({ source: silentSource().source });
    const socket = connect(stand.server.port, '127.0.0.1');
    await new Promise<void>((resolve) => {
      socket.on('close', () => resolve());
      socket.on('error', () => resolve());
      socket.resume();
      socket.write(bytes);
    });
    expect((await stand.ask({ path: '/api/runs' })).status).toBe(200);
  });
});

it('nothing of a request is written to a file of the home', async () => {
  stand = new ViewStand();
  await stand.record(['fixtures/claude-code/print-subagent'].filter(existsSync));
  await stand.start();
  await stand.ask({ path: '/api/runs?remarkable=request', headers: { 'user-agent': 'remarkable' } });
  await stand.ask({ path: '/api/records/0' });
  const files = readdirSync(stand.dir, { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  );
  const all = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1')).join('');
  expect(all).not.toContain('remarkable');
  expect(all).not.toContain(TOKEN);
});
