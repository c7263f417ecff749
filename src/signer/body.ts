import type { IncomingMessage } from 'node:http';

export type Body =
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  /** Read to its end, so that the sender gets its answer, and let go. */
  | { readonly kind: 'too_large'; readonly length: number }
  /** The connection closed before the end. */
  | { readonly kind: 'cut' };

/** The bytes of all bodies that are being read; shared by the requests of one server. */
export type BodyBudget = { used: number; readonly most: number };

/** hostile: a body that goes on beyond this is cut off. */
const MOST_DRAINED = 2 ** 30;

/** Reads a request's body of at most `most` bytes, as long as the budget lasts. Never rejects. */
export function readBody(request: IncomingMessage, most: number, budget: BodyBudget): Promise<Body> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let held = 0;
    const letGo = (): void => {
      chunks.length = 0;
      budget.used -= held;
      held = 0;
    };
    const finish = (body: Body): void => {
      letGo();
      resolve(body);
    };
    let over = false;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > MOST_DRAINED) request.destroy();
      if (over) return;
      over = length > most || budget.used + chunk.length > budget.most;
      if (over) return letGo();
      chunks.push(chunk);
      held += chunk.length;
      budget.used += chunk.length;
    });
    request.on('end', () =>
      finish(over ? { kind: 'too_large', length } : { kind: 'whole', bytes: joined(chunks, length) }),
    );
    request.on('error', () => finish({ kind: 'cut' }));
    request.on('close', () => finish({ kind: 'cut' }));
  });
}

function joined(chunks: readonly Buffer[], length: number): Buffer {
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length);
}
