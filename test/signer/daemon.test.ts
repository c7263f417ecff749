import { chownSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { homePaths, makeHome } from '../../src/log/home.ts';
import { takeLock } from '../../src/log/lock.ts';
import { askSigner } from '../../src/signer/ask.ts';
import { openSigner, runSigner, type SignerOptions } from '../../src/signer/daemon.ts';
import type { Gate } from '../../src/signer/hook-call.ts';
import { makeRuntime } from '../../src/signer/runtime.ts';
import { readSocketPlace } from '../../src/signer/socket-place.ts';
import { readStartFailure } from '../../src/signer/start-failure.ts';
import { signerStatus, stopSigner } from '../../src/signer/stop.ts';
import { until } from './gate-stand.ts';

async function openGate(home: string): Promise<Gate> {
  const lock = await takeLock(homePaths(home).lock);
  return {
    hook: async () => ({ stdout: '', stderr: '', exit: 0 }),
    ask: async ({ command }) => ({ ok: true, result: command }),
    busy: () => false,
    close: () => lock.release(),
  };
}

function options(change: Partial<SignerOptions> = {}): SignerOptions {
  const root = mkdtempSync(join(tmpdir(), 'tracekit-daemon-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const home = join(root, 'home');
  makeHome(homePaths(home));
  return { home, openGate, idleMs: 60_000, env: { XDG_RUNTIME_DIR: root }, ...change };
}

async function opened(given = options()) {
  const signer = await openSigner(given);
  onTestFinished(() => signer.stop('asked'));
  return { ...given, signer };
}

it('a signer answers commands, its own and the gate’s', async () => {
  const { home, signer } = await opened();
  expect(await signerStatus(home)).toMatchObject({
    running: true,
    pid: process.pid,
    socket: signer.runtime.socket,
  });
  expect(await askSigner(home, { command: 'approvals list' })).toEqual({
    ok: true,
    result: 'approvals list',
  });
});

it('a home in which none ever ran says so', async () => {
  expect(await signerStatus(options().home)).toMatchObject({ running: false, why: 'no_signer' });
  expect(await stopSigner(options().home)).toBe('not_running');
});

it('of two in one home the second is locked out, and the first goes on', async () => {
  const { home, env } = await opened();
  const second = openSigner({ home, openGate, idleMs: 1, ...(env !== undefined && { env }) });
  await expect(second).rejects.toMatchObject({ code: 'locked' });
  expect(await signerStatus(home)).toMatchObject({ running: true });
});

it('a signer that is asked to stop leaves neither socket nor lock', async () => {
  const { home, signer } = await opened();
  expect(await askSigner(home, { command: 'signer.stop' })).toMatchObject({ ok: true });
  expect(await signer.stopped).toBe('asked');
  expect(existsSync(signer.runtime.socket)).toBe(false);
  await (await takeLock(homePaths(home).lock)).release();
  expect(await signerStatus(home)).toMatchObject({ running: false, why: 'no_signer' });
});

it('a signer that nobody uses stops', async () => {
  const { signer } = await opened(options({ idleMs: 100 }));
  expect(await signer.stopped).toBe('idle');
});

it('a signer whose gate is busy does not', async () => {
  let busy = true;
  const { signer } = await opened(
    options({ idleMs: 50, openGate: async (home) => ({ ...(await openGate(home)), busy: () => busy }) }),
  );
  const early = await Promise.race([
    signer.stopped,
    new Promise((done) => setTimeout(done, 400, 'still there')),
  ]);
  expect(early).toBe('still there');
  busy = false;
  expect(await signer.stopped).toBe('idle');
});

it('a dead socket is replaced', async () => {
  const given = options();
  const { socket } = makeRuntime({ home: given.home, env: given.env! });
  const server = createServer().listen(socket);
  await new Promise((done) => server.once('listening', done));
  // Closed without its name: what a killed signer leaves.
  const kept = `${socket}.kept`;
  renameSync(socket, kept);
  await new Promise((done) => server.close(done));
  renameSync(kept, socket);
  expect(existsSync(socket)).toBe(true);
  const { home } = await opened(given);
  expect(await signerStatus(home)).toMatchObject({ running: true });
});

it('another user’s socket is refused, and the lock given back', {
  skip: process.getuid?.() !== 0,
}, async () => {
  const given = options();
  const { socket } = makeRuntime({ home: given.home, env: given.env! });
  writeFileSync(socket, '');
  chownSync(socket, 1, 1);
  await expect(openSigner(given)).rejects.toMatchObject({ code: 'foreign_socket' });
  await (await takeLock(homePaths(given.home).lock)).release();
});

it('why a start failed is kept for the hook that waits, and gone when one succeeds', async () => {
  const given = options();
  const broken = async (): Promise<Gate> => {
    throw new Error('the log is TAMPERED');
  };
  await expect(runSigner({ ...given, openGate: broken })).rejects.toThrow('TAMPERED');
  expect(readStartFailure(given.home, 0)).toEqual({ code: 'failed', message: 'the log is TAMPERED' });
  expect(readStartFailure(given.home, Date.now() + 5_000)).toBeUndefined();
  await opened(given);
  expect(readStartFailure(given.home, 0)).toBeUndefined();
});

it('why a start failed is kept in a home that is still empty', async () => {
  const home = join(options().home, 'new');
  const broken = async (): Promise<Gate> => {
    throw new Error('this home may not be used');
  };
  await expect(runSigner({ ...options(), home, openGate: broken })).rejects.toThrow('may not');
  expect(readStartFailure(home, 0)).toMatchObject({ message: 'this home may not be used' });
});

it('where it listens stands in the home', async () => {
  const { home, signer } = await opened();
  expect(readSocketPlace(home)).toEqual({ path: signer.runtime.socket, pid: process.pid });
});

it('a hook that comes while the log is read waits, and is answered when the gate is open', async () => {
  let open = (): void => {};
  const read = new Promise<void>((resolve) => {
    open = resolve;
  });
  const given = options({
    openGate: async (home, locked) => {
      const gate = await openGate(home);
      await locked();
      expect(readSocketPlace(given.home)).toBeDefined();
      await read;
      return gate;
    },
  });
  const opening = openSigner(given);
  await until(() => readSocketPlace(given.home) !== undefined, 'a socket');
  expect(await signerStatus(given.home)).toMatchObject({ running: true });
  let answered = false;
  const asked = askSigner(given.home, { command: 'approvals list' }).then((answer) => {
    answered = true;
    return answer;
  });
  await new Promise((done) => setTimeout(done, 50));
  expect(answered).toBe(false);
  open();
  const signer = await opening;
  onTestFinished(() => signer.stop('asked'));
  expect(await asked).toMatchObject({ ok: true });
});

it('a gate that cannot be opened leaves no socket that listens', async () => {
  const broken = async (_home: string, locked: () => Promise<void>): Promise<Gate> => {
    await locked();
    throw new Error('the log is TAMPERED');
  };
  const given = options({ openGate: broken });
  await expect(openSigner(given)).rejects.toThrow('TAMPERED');
  expect(await signerStatus(given.home)).toMatchObject({ running: false });
});

it('a signer whose socket was taken away stops, so that the next can listen', async () => {
  const { home, env, signer } = await opened();
  rmSync(signer.runtime.socket);
  expect(await signer.stopped).toBe('unreachable');
  const next = await openSigner({ home, openGate, idleMs: 60_000, ...(env !== undefined && { env }) });
  onTestFinished(() => next.stop('asked'));
  expect(await signerStatus(home)).toMatchObject({ running: true });
});

it('a signer that cannot say where it listens does not stay', async () => {
  const given = options();
  mkdirSync(join(homePaths(given.home).home, 'state', 'socket', 'x'), { recursive: true });
  await expect(openSigner(given)).rejects.toThrow();
  const { socket } = makeRuntime({ home: given.home, env: given.env! });
  expect(existsSync(socket)).toBe(false);
  await (await takeLock(homePaths(given.home).lock)).release();
});
