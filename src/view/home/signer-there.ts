import { connect } from 'node:net';
import { readSocketPlace, socketTrust } from '../../signer/socket-place.ts';

const WAIT_MS = 500;

/** Whether a signer listens for the home. It connects and says nothing: a request would keep an idle signer from ending. */
export function isSignerThere(home: string): Promise<boolean> {
  const place = readSocketPlace(home);
  if (place === undefined) return Promise.resolve(false);
  if (process.platform !== 'win32' && socketTrust(place.path) !== 'ours') return Promise.resolve(false);
  return new Promise((resolve) => {
    const socket = connect({ path: place.path, timeout: WAIT_MS });
    const end = (there: boolean) => {
      socket.destroy();
      resolve(there);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}
