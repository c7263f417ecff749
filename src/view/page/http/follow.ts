import type { ViewEvent } from '../../api.ts';
import { EventStream } from './event-stream.ts';

/** Pauses between tries, in milliseconds. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;

export type FollowOptions = {
  readonly open: (signal: AbortSignal) => Promise<Response>;
  readonly take: (event: ViewEvent) => void;
  /** Whether events come now. After a break whatever came meanwhile was missed. */
  readonly onState: (connected: boolean) => void;
};

/** Follows the server's events, and comes again after a break, until the returned function is called. */
export function followEvents(options: FollowOptions): () => void {
  const ended = new AbortController();
  void keepFollowing(options, ended.signal);
  return () => ended.abort();
}

async function keepFollowing(options: FollowOptions, signal: AbortSignal): Promise<void> {
  let pause = FIRST_PAUSE;
  while (!signal.aborted) {
    try {
      const response = await options.open(signal);
      if (response.ok && response.body !== null) {
        options.onState(true);
        pause = FIRST_PAUSE;
        await readEvents(response.body, options.take);
      }
    } catch {
      // The server is gone, or the page is: the next try tells.
    }
    if (signal.aborted) return;
    options.onState(false);
    await new Promise((resolve) => setTimeout(resolve, pause));
    pause = Math.min(LONGEST_PAUSE, pause * 2);
  }
}

async function readEvents(body: ReadableStream<Uint8Array>, take: (event: ViewEvent) => void): Promise<void> {
  const stream = new EventStream();
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    for (const data of stream.take(decoder.decode(value, { stream: true }))) take(JSON.parse(data));
  }
}
