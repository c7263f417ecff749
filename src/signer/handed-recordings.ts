import { isAbsolute } from 'node:path';
import type { Gate, GateAnswer, GateRequest } from './hook-call.ts';
import type { OpenHome } from './open-home.ts';
import { recordInto } from './recording.ts';

/** Adds `record` to what the gate is asked: `tracekit record` hands over to the signer where one runs. */
export function withRecordings(gate: Gate, open: OpenHome, home: string): Gate {
  const stop = new AbortController();
  const running = new Set<Promise<unknown>>();
  const recordNow = async (request: GateRequest): Promise<GateAnswer> => {
    const { paths, idleMs } = request;
    if (
      !Array.isArray(paths) ||
      !paths.every((path) => typeof path === 'string' && isAbsolute(path)) ||
      typeof idleMs !== 'number'
    ) {
      return { ok: false, code: 'bad_request', message: 'record: expected absolute paths and idleMs' };
    }
    const notices: string[] = [];
    const work = recordInto(open, {
      ...{ home, paths, idleMs, follow: false, signal: stop.signal },
      onProgress: () => {},
      onNotice: (text) => notices.push(text),
    });
    running.add(work);
    try {
      return { ok: true, result: { ...(await work), notices: notices.slice(0, 100) } };
    } catch (error) {
      return {
        ok: false,
        code: 'record_failed',
        message: error instanceof Error ? error.message : String(error),
      };
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
