import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { takeLock } from '../../src/log/lock.ts';
import { scratch } from './scratch.ts';

function folder(name = 'lock'): string {
  const path = join(scratch().root, name);
  mkdirSync(path, { recursive: true });
  return path;
}

it('gives a second writer the number of the process that holds it, and what to do', async () => {
  const path = folder();
  const lock = await takeLock(path);
  await expect(takeLock(path)).rejects.toMatchObject({
    code: 'locked',
    message: expect.stringContaining(`process ${process.pid};`),
  });
  await lock.release();
});

it('is free again once released', async () => {
  const path = folder();
  for (let i = 0; i < 3; i++) await (await takeLock(path)).release();
  await (await takeLock(path)).release();
  expect(readdirSync(path).filter((name) => name.endsWith('.sock')).length).toBeLessThanOrEqual(1);
});

it('lets exactly one of many that start at once win', async () => {
  const path = folder();
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => takeLock(path)));
  const winners = results.filter(({ status }) => status === 'fulfilled');
  expect(winners.length).toBe(1);
  for (const result of results) if (result.status === 'fulfilled') await result.value.release();
});

it('sees a holder by its file socket where the abstract one is out of sight', async () => {
  const path = folder();
  const server = createServer((socket) => socket.end('4242\n'));
  await new Promise<void>((resolve) => server.listen(join(path, '7.sock'), resolve));
  await expect(takeLock(path)).rejects.toMatchObject({
    code: 'locked',
    message: expect.stringContaining('process 4242;'),
  });
  await new Promise((resolve) => server.close(resolve));
  await (await takeLock(path)).release();
});

it('works in a folder whose path is longer than a socket address', async () => {
  const path = folder(`${'long-'.repeat(30)}/${'longer-'.repeat(10)}`);
  const lock = await takeLock(path);
  await expect(takeLock(path)).rejects.toMatchObject({ code: 'locked' });
  await lock.release();
});

it('is not held by a socket that a killed process left behind', async () => {
  const path = folder();
  const code = `require('net').createServer().listen(${JSON.stringify(join(path, '3.sock'))}, () => console.log('up'))`;
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('exit', resolve));
  expect(readdirSync(path)).toContain('3.sock');
  const lock = await takeLock(path);
  expect(readdirSync(path)).toContain('4.sock');
  await lock.release();
});
