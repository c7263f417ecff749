import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/**
 * The processes at the other end of a connection to this machine's own port. `unknown`: this system does not tell
 * (only Linux does), or not of that process.
 */
export type Clients =
  | { readonly kind: 'known'; readonly pids: readonly number[] }
  | { readonly kind: 'unknown' };

/** A connection by its ports: both ends are on the loopback. */
export type Connection = { readonly client: number; readonly server: number };

/** TCP sockets of both families: a client may have made its connection with an IPv6 socket. */
const TABLES = ['tcp', 'tcp6'] as const;
/** The state `ESTABLISHED` (Linux, include/net/tcp_states.h). */
const ESTABLISHED = '01';

/** Reads from /proc which processes hold the client's end. hostile: a process can hide its descriptors; then nobody is known. */
export function clientsOf(connection: Connection, proc = '/proc'): Clients {
  const inode = TABLES.map((table) => inodeIn(readText(`${proc}/net/${table}`), connection)).find(
    (found) => found !== undefined,
  );
  if (inode === undefined) return { kind: 'unknown' };
  const pids = namesIn(proc)
    .filter((name) => /^[0-9]{1,10}$/.test(name))
    .filter((name) => holds(`${proc}/${name}/fd`, `socket:[${inode}]`))
    .map(Number);
  return pids.length === 0 ? { kind: 'unknown' } : { kind: 'known', pids };
}

/**
 * proc(5), /proc/net/tcp: `sl local_address rem_address st tx_queue:rx_queue tr:tm->when retrnsmt uid timeout inode …`,
 * addresses as hex `address:port`.
 */
export function inodeIn(table: string, { client, server }: Connection): string | undefined {
  for (const line of table.split('\n').slice(1)) {
    const fields = line.trim().split(/\s+/);
    const [, local = '', remote = '', state] = fields;
    const inode = fields[9];
    if (state !== ESTABLISHED || inode === undefined || !/^[1-9][0-9]{0,18}$/.test(inode)) continue;
    if (portOf(local) === client && portOf(remote) === server) return inode;
  }
  return undefined;
}

function portOf(address: string): number {
  return Number.parseInt(address.slice(address.lastIndexOf(':') + 1), 16);
}

function holds(folder: string, socket: string): boolean {
  return namesIn(folder).some((name) => {
    try {
      return readlinkSync(`${folder}/${name}`) === socket;
    } catch {
      return false;
    }
  });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
