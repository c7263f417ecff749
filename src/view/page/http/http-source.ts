import type { ViewSource } from '../../api.ts';
import { followEvents } from './follow.ts';

/** The server did not answer as asked: its own sentence, or what is known. */
export class SourceError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'SourceError';
    this.code = code;
  }
}

/** What the server of `tracekit view` says that it is. */
type Home = { readonly kind: 'home' | 'bundle'; readonly answers: boolean };

/** A source over the server that this page comes from. Throws `SourceError`. */
export async function httpSource(token: string, onState: (connected: boolean) => void): Promise<ViewSource> {
  const headers = { authorization: `Bearer ${token}` };
  const get = async <T>(path: string, signal?: AbortSignal): Promise<T> =>
    json<T>(await asked(path, { headers, ...(signal === undefined ? {} : { signal }) }));
  const { kind, answers } = await get<Home>('/api/home');
  const run = (id: string): string => `/api/runs/${encodeURIComponent(id)}`;
  const base: ViewSource = {
    kind,
    runs: () => get('/api/runs'),
    review: (id) => get(`${run(id)}/review`),
    marks: (id) => get(`${run(id)}/marks`),
    rows: (id, from, count) => get(`${run(id)}/rows?from=${from}&count=${count}`),
    find: async (id, words, from) =>
      (
        await get<{ readonly row?: number }>(
          `${run(id)}/find?words=${encodeURIComponent(words)}&from=${from}`,
        )
      ).row,
    record: (seq) => get(`/api/records/${seq}`),
    content: (seq, commitment, from) =>
      get(`/api/records/${seq}/contents/${encodeURIComponent(commitment)}?from=${from}`),
  };
  if (kind === 'bundle') return base;
  return {
    ...base,
    follow: (take) =>
      followEvents({ take, onState, open: (signal) => fetch('/api/events', { headers, signal }) }),
    ...(answers
      ? {
          answer: async (approval, request) => {
            const path = `/api/approvals/${encodeURIComponent(approval)}`;
            const body = JSON.stringify(request);
            await json(
              await asked(path, {
                method: 'POST',
                headers: { ...headers, 'content-type': 'application/json' },
                body,
              }),
            );
          },
        }
      : {}),
  };
}

async function asked(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    throw new SourceError(
      'no_server',
      'The viewer does not answer: tracekit view was ended. Start it again and open the address that it prints.',
    );
  }
}

async function json<T>(response: Response): Promise<T> {
  const value: unknown = await response.json().catch(() => undefined);
  if (response.ok) return value as T;
  const { error } = (value ?? {}) as {
    readonly error?: { readonly code?: unknown; readonly message?: unknown };
  };
  throw new SourceError(
    typeof error?.code === 'string' ? error.code : 'failed',
    typeof error?.message === 'string' ? error.message : `the viewer answered ${response.status}`,
  );
}
