import { isAbsolute } from 'node:path';
import type { Gate, GateAnswer, GateRequest } from './hook-call.ts';
import type { OpenHome } from './open-home.ts';
import { recordInto } from './recording.ts';

/** Adds `record` to what the gate is asked: `tracekit record` hands over to the signer where one runs. */
export function withRecordings(gate: Gate, open: OpenHome, home: string): Gate {
  const stop = new AbortController();
  const running = new Set<Promise<unknown>>();
  const recordNow = async (request: GateRequest): Promise<GateAnswer> => {
    const what = wantedOf(request);
    if (what === undefined)
      return { ok: false, code: 'bad_request', message: 'record: expected absolute paths and idleMs' };
    const notices: string[] = [];
    const work = recordInto(open, {
      ...{ home, ...what, follow: false, signal: stop.signal },
      onProgress: () => {},
      onNotice: (text) => notices.push(text),
    });
    running.add(work);
    try {
      return { ok: true, result: { ...(await work), notices: notices.slice(0, 100) } };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { ok: false, code: 'record_failed', message };
    } finally {
      running.delete(work);
    }
  };
  return {
    ...(gate.tailers && { tailers: gate.tailers }),
    hook: (call, wait) => gate.hook(call, wait),
    ask: (request, caller) => (request.command === 'record' ? recordNow(request) : gate.ask(request, caller)),
    busy: () => running.size > 0 || gate.busy(),
    close: async () => {
      stop.abort();
      await Promise.allSettled(running);
      await gate.close();
    },
  };
}

/** What the request asks to record; undefined where it is none of ours. hostile: whatever another process sends. */
function wantedOf({
  paths,
  idleMs,
}: GateRequest): { readonly paths: readonly string[]; readonly idleMs: number } | undefined {
  const areAbsolute =
    Array.isArray(paths) && paths.every((path) => typeof path === 'string' && isAbsolute(path));
  return areAbsolute && typeof idleMs === 'number' ? { paths: paths as string[], idleMs } : undefined;
}
