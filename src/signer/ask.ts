import { foreignSocket } from './foreign-socket.ts';
import type { GateAnswer, GateRequest } from './hook-call.ts';
import { exchange } from './http-exchange.ts';
import { readSocketPlace, socketTrust } from './socket-place.ts';

export type AskOptions = {
  /** Give up after so long, in ms; 10 s. */
  readonly wholeMs?: number;
};

/** Why no signer answered: none ever listened, its socket is dead or gone, another user's, or it hangs. */
export type NoAnswer = {
  readonly ok: false;
  readonly code: 'no_signer' | 'foreign_socket' | 'signer_hangs' | 'bad_answer';
  readonly message: string;
};

/** Asks the home's signer a command over its socket. Never rejects, and starts none. */
export async function askSigner(
  home: string,
  request: GateRequest,
  { wholeMs = 10_000 }: AskOptions = {},
): Promise<GateAnswer> {
  const place = readSocketPlace(home);
  if (place === undefined) return noAnswer('no_signer', `${home}: no signer has run here`);
  const trust = process.platform === 'win32' ? 'ours' : socketTrust(place.path);
  if (trust === 'foreign') return noAnswer('foreign_socket', foreignSocket(place.path));
  const chunks: Buffer[] = [];
  const result = await exchange({
    socket: place.path,
    target: '/ask',
    body: Buffer.from(JSON.stringify(request)),
    onBytes: (bytes) => chunks.push(bytes),
    silenceMs: wholeMs,
    wholeMs,
  });
  if (result.kind === 'refused') return noAnswer('no_signer', `${place.path}: no signer listens`);
  if (result.kind !== 'ended') {
    return noAnswer(
      'signer_hangs',
      `${place.path}: the signer (process ${place.pid}) gave no answer in ${wholeMs} ms`,
    );
  }
  return (
    parseAnswer(Buffer.concat(chunks)) ?? noAnswer('bad_answer', `${place.path}: expected a signer's answer`)
  );
}

function noAnswer(code: NoAnswer['code'], message: string): NoAnswer {
  return { ok: false, code, message };
}

function parseAnswer(bytes: Buffer): GateAnswer | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return value !== null && typeof value === 'object' && 'ok' in value ? (value as GateAnswer) : undefined;
  } catch {
    return undefined;
  }
}
