import { randomBytes } from 'node:crypto';
import { closeSync, linkSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { TracekitError } from '../model/error.ts';
import { errno, namesIn, readSmall } from './disk.ts';

/** `locked`: another process writes. `lock_failed`: the system made no socket. */
export type LockErrorCode = 'locked' | 'lock_failed';

/** The right to write a home, until released or until the process ends, however it ends. */
export type Lock = { readonly release: () => Promise<void> };

/** A socket address holds 108 bytes with its final NUL; 104 on the BSDs. */
const MAX_SOCKET_PATH = 103;
const SOCKET = /^([0-9]{1,15})\.sock$/;

/**
 * Takes the one writer's lock, kept in `folder`. Throws `locked`, naming the holder's process, where another holds it.
 *
 * Both parts are sockets that the kernel closes with their process, so a killed holder leaves nothing to wait for.
 * The abstract socket (Linux; a named pipe on Windows) decides between two starts at once. It is invisible from another
 * network namespace, where a container may share the home: hence also a socket in the folder, which is probed.
 */
export async function takeLock(folder: string): Promise<Lock> {
  const global = globalAddress(lockName(folder));
  const held: Server[] = [];
  try {
    if (global !== undefined) held.push(await holdGlobal(global, folder));
    if (process.platform !== 'win32') held.push(await holdFile(folder));
  } catch (error) {
    await Promise.all(held.map(stop));
    throw error;
  }
  return {
    release: async () => {
      // The file socket first: whoever gets the abstract one next must find it dead.
      for (const server of held.splice(0).reverse()) await stop(server);
    },
  };
}

/** The random name of the lock, made once for each home. Of two makers, the first to link it wins. */
function lockName(folder: string): string {
  const path = join(folder, 'name');
  const found = readSmall(path)?.toString('latin1');
  if (found !== undefined && /^[0-9a-f]{32}$/.test(found)) return found;
  if (found !== undefined) rmSync(path, { force: true });
  const name = randomBytes(16).toString('hex');
  const draft = `${path}.${name}`;
  writeFileSync(draft, name, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, path);
    return name;
  } catch (error) {
    if (errno(error) !== 'EEXIST') throw error;
    return readSmall(path)?.toString('latin1') ?? name;
  } finally {
    rmSync(draft, { force: true });
  }
}

function globalAddress(name: string): string | undefined {
  if (process.platform === 'linux') return `\0tracekit-${name}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\tracekit-${name}` : undefined;
}

async function holdGlobal(address: string, folder: string): Promise<Server> {
  try {
    return await listen(address);
  } catch (error) {
    if (errno(error) !== 'EADDRINUSE') throw failed(folder, error);
    throw locked(folder, (await probe(address)).pid);
  }
}

/**
 * Holds the socket with the highest number in the folder. A dead socket is never replaced, only outnumbered: two that
 * found the same one dead both try to link the next number, and a link to a name that exists fails. Whoever then
 * sees a higher number gives way. The highest is never removed, so numbers only grow.
 */
async function holdFile(folder: string): Promise<Server> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const top = highest(folder);
    if (top > 0) {
      const found = await probeFile(folder, `${top}.sock`);
      if (found.alive) throw locked(folder, found.pid);
    }
    const server = await linkSocket(folder, top + 1);
    if (server === undefined) continue;
    if (highest(folder) === top + 1) {
      for (const number of numbers(folder))
        if (number <= top) rmSync(join(folder, `${number}.sock`), { force: true });
      return server;
    }
    await stop(server);
  }
  throw locked(folder, undefined);
}

/** A socket that already listens when its number appears; undefined where the number is taken. */
async function linkSocket(folder: string, number: number): Promise<Server | undefined> {
  const draft = `draft-${randomBytes(8).toString('hex')}`;
  const server = await withAddress(folder, draft, listen).catch((error: unknown) => {
    throw failed(folder, error);
  });
  try {
    linkSync(join(folder, draft), join(folder, `${number}.sock`));
    return server;
  } catch (error) {
    await stop(server);
    if (errno(error) === 'EEXIST') return undefined;
    throw failed(folder, error);
  } finally {
    rmSync(join(folder, draft), { force: true });
  }
}

function numbers(folder: string): number[] {
  return namesIn(folder).flatMap((name) => {
    const digits = SOCKET.exec(name)?.[1];
    return digits === undefined ? [] : [Number(digits)];
  });
}

function highest(folder: string): number {
  return numbers(folder).reduce((top, number) => Math.max(top, number), 0);
}

type Probe = { readonly alive: boolean; readonly pid?: number };

/** Whether somebody listens at the address, and which process says it does. */
function probe(address: string): Promise<Probe> {
  return new Promise((resolve) => {
    let said = '';
    const socket = connect(address);
    const answer = (alive: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(alive && /^[0-9]{1,10}\n$/.test(said) ? { alive, pid: Number(said) } : { alive });
    };
    // A holder that is stopped or busy still holds: the kernel accepts for it.
    const timer = setTimeout(() => answer(true), 500);
    socket.on('data', (bytes) => {
      if (said.length < 20) said += bytes.toString('latin1');
    });
    socket.on('end', () => answer(true));
    socket.on('error', (error) => answer(!['ECONNREFUSED', 'ENOENT'].includes(errno(error) ?? '')));
  });
}

function probeFile(folder: string, name: string): Promise<Probe> {
  return withAddress(folder, name, probe);
}

/** Calls `use` with an address of `name` in the folder that fits a socket, however long the folder's path is. */
async function withAddress<T>(
  folder: string,
  name: string,
  use: (address: string) => Promise<T>,
): Promise<T> {
  const path = join(folder, name);
  if (Buffer.byteLength(path) <= MAX_SOCKET_PATH) return use(path);
  if (process.platform !== 'linux') {
    const what = `${path}: expected at most ${MAX_SOCKET_PATH} bytes for a socket's path, found ${Buffer.byteLength(path)}; name a home with a shorter path (--home)`;
    throw new TracekitError<LockErrorCode>('lock_failed', what);
  }
  const fd = openSync(folder, 'r');
  try {
    return await use(`/proc/self/fd/${fd}/${name}`);
  } finally {
    closeSync(fd);
  }
}

function listen(address: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.end(`${process.pid}\n`);
    });
    server.once('error', reject);
    server.listen(address, () => {
      server.off('error', reject);
      server.unref();
      resolve(server);
    });
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

function locked(folder: string, pid: number | undefined): TracekitError<LockErrorCode> {
  const who = pid === undefined ? 'a process that does not say its number' : `process ${pid}`;
  const what =
    'wait for it, end it (tracekit signer stop, or Ctrl-C where a recording runs), or name another home (--home)';
  return new TracekitError(
    'locked',
    `${folder}: expected no other writer of this home, found ${who}; ${what}`,
  );
}

function failed(folder: string, cause: unknown): TracekitError<LockErrorCode> {
  if (cause instanceof TracekitError) return cause;
  const why = cause instanceof Error ? cause.message : String(cause);
  const what = `${folder}: expected to make the lock's socket here, found: ${why}; make the folder writable, or name a home on a file system that takes sockets (--home)`;
  return new TracekitError('lock_failed', what, { cause });
}
