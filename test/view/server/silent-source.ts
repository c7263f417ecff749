import { connect } from 'node:net';
import type { ViewEvent, ViewSource } from '../../../src/view/api.ts';
import { TOKEN } from '../view-stand.ts';

/** A source that gives nothing, and tells its followers what the test says. */
export function silentSource(): {
  readonly source: ViewSource;
  readonly takers: ReadonlySet<(event: ViewEvent) => void>;
} {
  const takers = new Set<(event: ViewEvent) => void>();
  const refuse = () => Promise.reject(new Error('a detail that nobody may see'));
  const source: ViewSource = {
    ...{ kind: 'home', runs: async () => [], review: refuse, marks: refuse, rows: refuse },
    ...{ find: refuse, record: refuse, content: refuse },
    follow: (take) => {
      takers.add(take);
      return () => void takers.delete(take);
    },
  };
  return { source, takers };
}

/** What a client that follows events sends. */
export function eventsRequest(port: number): string {
  return `GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${TOKEN}\r\n\r\n`;
}

/** Asks for exactly this path, which others would tidy up. */
export function raw(
  port: number,
  path: string,
  address = '127.0.0.1',
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: address, timeout: 3_000 });
    let text = '';
    socket.on('timeout', () => socket.destroy(new Error('timeout')));
    socket.on('error', reject);
    socket.on('data', (data) => {
      text += data.toString('utf8');
    });
    socket.on('close', () => resolve({ status: Number(text.split(' ')[1]), text }));
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${TOKEN}\r\nConnection: close\r\n\r\n`,
    );
  });
}

/** Waits for what comes of itself. */
export async function until(done: () => boolean): Promise<void> {
  while (!done()) await new Promise((resolve) => setTimeout(resolve, 5));
}
