import { randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { toHex } from '../bytes/hex.ts';
import { sha256 } from '../bytes/sha256.ts';
import { TracekitError } from '../model/error.ts';
import { socketPointer } from './socket-place.ts';

export type RuntimeErrorCode = 'no_runtime_folder';

export type RuntimeOptions = {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform?: string;
  readonly uid?: number;
  /** Where folders of several users lie side by side; `/tmp`. */
  readonly shared?: string;
};

/** A private folder for sockets and FIFOs (none on Windows), and the address that the signer listens on. */
export type Runtime = { readonly folder: string | undefined; readonly socket: string };

/** A socket address holds 108 bytes with its final NUL; 104 on the BSDs. */
const MAX_SOCKET_PATH = 103;
const SOCKET = 'signer.sock';

/**
 * Makes or finds the runtime folder of a home, 0700 and this user's, whatever the home's path: in `$XDG_RUNTIME_DIR`
 * where that is private, else in `/tmp`. A folder there that is another user's, a link, or open to others is passed
 * over for one with a random name. Throws `no_runtime_folder` where none can be made.
 */
export function makeRuntime(options: RuntimeOptions): Runtime {
  const { home, env, shared = '/tmp', platform = process.platform } = options;
  const name = toHex(sha256(Buffer.from(home))).slice(0, 16);
  if (platform === 'win32') return { folder: undefined, socket: `\\\\.\\pipe\\tracekit-signer-${name}` };
  const uid = options.uid ?? process.getuid?.() ?? 0;
  const xdg = env.XDG_RUNTIME_DIR;
  const candidates = [
    ...(xdg !== undefined && isAbsolute(xdg) && isOwn(xdg, uid) ? [join(xdg, `tracekit-${name}`)] : []),
    join(shared, `tracekit-${uid}-${name}`),
    join(shared, `tracekit-${uid}-${name}-${toHex(randomBytes(4))}`),
  ];
  for (const folder of candidates) {
    const socket = join(folder, SOCKET);
    if (Buffer.byteLength(socket) <= MAX_SOCKET_PATH && isPrivateAfterMaking(folder, uid))
      return { folder, socket };
  }
  throw new TracekitError<RuntimeErrorCode>(
    'no_runtime_folder',
    `expected a folder for the signer's socket that only user ${uid} enters, found none of ${candidates.join(', ')}; set XDG_RUNTIME_DIR to a private folder`,
  );
}

function isOwn(folder: string, uid: number): boolean {
  try {
    const found = lstatSync(folder);
    return found.isDirectory() && found.uid === uid && (found.mode & 0o022) === 0;
  } catch {
    return false;
  }
}

function isPrivateAfterMaking(folder: string, uid: number): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
  }
  return isOwn(folder, uid) && (lstatSync(folder).mode & 0o077) === 0;
}

/** Writes down, in the home, where this process listens. */
export function writeSocketPlace(home: string, socket: string, pid: number = process.pid): void {
  const path = socketPointer(home);
  const draft = `${path}.${pid}`;
  writeFileSync(draft, `${socket}\n${pid}\n`, { mode: 0o600 });
  renameSync(draft, path);
}

const STALE_MS = 3_600_000;

/** Removes the FIFOs that hooks left when they were killed before they could. No hook waits so long. */
export function sweepRuntime(folder: string, now: number): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith('hook-')) continue;
    const path = join(folder, name);
    const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now;
    if (now - made > STALE_MS) rmSync(path, { force: true });
  }
}
