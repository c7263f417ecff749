import { connect } from 'node:net';

/**
 * How one exchange over the socket ended. `refused`: nobody listens there, and nothing was sent. `silent`: no byte came
 * for too long. `cut`: the connection closed; what came before stands in `status` and what `onBytes` was given.
 */
export type Exchanged =
  | { readonly kind: 'refused' | 'silent' | 'late' | 'stopped' }
  | { readonly kind: 'ended'; readonly status: number };

export type Exchange = {
  readonly socket: string;
  /** Path and query. */
  readonly target: string;
  readonly body: Uint8Array;
  /** The answer's bytes behind its head. */
  readonly onBytes: (bytes: Buffer) => void;
  /** Give up when no byte came for so long, and when the whole took so long, in ms. */
  readonly silenceMs: number;
  readonly wholeMs: number;
  readonly signal?: AbortSignal;
  /** Somebody listens. */
  readonly onConnect?: () => void;
};

/** hostile: an answer's head beyond this is none of ours. */
const MOST_HEAD = 16_384;

/**
 * One POST in HTTP/1.0, whose answer is plain bytes until the connection closes: the hook's bundle has no need of
 * node:http. Never rejects.
 */
export function exchange(options: Exchange): Promise<Exchanged> {
  const { socket: path, target, body, silenceMs, wholeMs, signal } = options;
  return new Promise((resolve) => {
    const socket = connect(path);
    const head = new AnswerHead(options.onBytes);
    let connected = false;
    const finish = (result: Exchanged): void => {
      clearTimeout(whole);
      signal?.removeEventListener('abort', stop);
      socket.destroy();
      resolve(result);
    };
    const stop = (): void => finish({ kind: 'stopped' });
    const over = (): void => finish(connected ? { kind: 'ended', status: head.status } : { kind: 'refused' });
    const whole = setTimeout(() => finish({ kind: 'late' }), wholeMs);
    socket.setTimeout(silenceMs, () => finish({ kind: 'silent' }));
    signal?.addEventListener('abort', stop, { once: true });
    socket.on('connect', () => {
      connected = true;
      options.onConnect?.();
      const head = Buffer.from(`POST ${target} HTTP/1.0\r\nContent-Length: ${body.length}\r\n\r\n`);
      // A large body is not copied; a small one goes with the head in one write.
      if (body.length > 65_536) socket.write(head);
      socket.write(body.length > 65_536 ? body : Buffer.concat([head, body]));
    });
    socket.on('data', (bytes: Buffer) => {
      if (!head.add(bytes)) over();
    });
    socket.on('end', over);
    socket.on('error', over);
  });
}

/** Reads an answer's head and passes on what follows. */
class AnswerHead {
  status = 0;
  #held: Buffer | undefined = Buffer.alloc(0);
  readonly #onBytes: (bytes: Buffer) => void;

  constructor(onBytes: (bytes: Buffer) => void) {
    this.#onBytes = onBytes;
  }

  /** False where this is no answer of a signer. */
  add(bytes: Buffer): boolean {
    if (this.#held === undefined) {
      this.#onBytes(bytes);
      return true;
    }
    const held = Buffer.concat([this.#held, bytes]);
    const end = held.indexOf('\r\n\r\n');
    this.#held = held;
    if (end < 0) return held.length <= MOST_HEAD;
    this.#held = undefined;
    const [, status] = /^HTTP\/1\.[01] ([0-9]{3}) /.exec(held.subarray(0, 20).toString('latin1')) ?? [];
    this.status = Number(status ?? 0);
    const rest = held.subarray(end + 4);
    if (this.status === 200 && rest.length > 0) this.#onBytes(rest);
    return this.status === 200;
  }
}
