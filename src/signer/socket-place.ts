import { lstatSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Where a home's signer listens. It is kept in the home, since a hook may lack the variables that the signer chose
 * the place by (Gemini cleans them). `pid` is who wrote it, for messages alone: it may be dead and its number reused.
 */
export type SocketPlace = { readonly path: string; readonly pid: number };

/** The file that names the socket: its path in the first line, the signer's process number in the second. */
export function socketPointer(home: string): string {
  return join(home, 'state', 'socket');
}

/** The place that the newest signer wrote down; undefined where none ever listened, or the file is damaged. */
export function readSocketPlace(home: string): SocketPlace | undefined {
  let text: string;
  try {
    text = readFileSync(socketPointer(home), 'utf8');
  } catch {
    return undefined;
  }
  const [path = '', pid = '', rest] = text.split('\n', 3);
  if (path === '' || path.length > 4_096 || rest !== '' || !/^[0-9]{1,10}$/.test(pid)) return undefined;
  return { path, pid: Number(pid) };
}

export type SocketTrust = 'ours' | 'missing' | 'foreign';

/**
 * Whether the socket and its folder belong to `uid`, without following links. hostile: in /tmp another user may have
 * made both after a restart of the machine; whoever answers there would see each payload and decide each call.
 */
export function socketTrust(path: string, uid: number | undefined = process.getuid?.()): SocketTrust {
  if (uid === undefined) return 'ours';
  try {
    const folder = lstatSync(dirname(path));
    const socket = lstatSync(path);
    const private_ = folder.isDirectory() && folder.uid === uid && (folder.mode & 0o022) === 0;
    return private_ && socket.uid === uid && socket.isSocket() ? 'ours' : 'foreign';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'missing' : 'foreign';
  }
}
