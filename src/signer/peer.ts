import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import type { Caller } from './hook-call.ts';

/** Linux: `getsockopt(fd, SOL_SOCKET, SO_PEERCRED)` gives `struct ucred { pid_t pid; uid_t uid; gid_t gid; }`. */
const SOL_SOCKET = 1;
const SO_PEERCRED = 17;
const UCRED_BYTES = 12;

type GetSockOpt = (fd: number, level: number, option: number, value: Buffer, length: Uint32Array) => number;

/**
 * Who is at the other end of a Unix socket, as the kernel says. Where the system or the optional package `koffi`
 * cannot tell, nothing is known, and an answer to a hold is then judged without it.
 */
export function peerOf(): (socket: Socket) => Caller {
  const getsockopt = process.platform === 'linux' ? loadGetsockopt() : undefined;
  if (getsockopt === undefined) return () => ({});
  return (socket) => {
    const fd = fdOf(socket);
    if (fd === undefined) return {};
    const credentials = Buffer.alloc(UCRED_BYTES);
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, credentials, new Uint32Array([UCRED_BYTES])) !== 0) return {};
    return { pid: credentials.readInt32LE(0), uid: credentials.readUInt32LE(4) };
  };
}

function loadGetsockopt(): GetSockOpt | undefined {
  try {
    const koffi = createRequire(import.meta.url)('koffi') as typeof import('koffi');
    const libc = koffi.load(null);
    return libc.func(
      'int getsockopt(int, int, int, _Out_ void *, _Inout_ uint32_t *)',
    ) as unknown as GetSockOpt;
  } catch {
    return undefined;
  }
}

/** Node keeps a socket's descriptor in its handle; it has no other way to it. */
function fdOf(socket: Socket): number | undefined {
  const handle = (socket as unknown as { readonly _handle?: { readonly fd?: number } })._handle;
  return typeof handle?.fd === 'number' && handle.fd >= 0 ? handle.fd : undefined;
}
