import type { Gate } from './hook-call.ts';

/**
 * A gate that is still being opened, for a server that listens already: what comes waits, in the order in which it
 * came, while its connection's heartbeat goes on. Reading a long log takes seconds, and a hook's time is short. Where
 * the gate can't be opened, whoever waits gets the error.
 */
export function lateGate(opening: Promise<Gate>): Gate {
  let open: Gate | undefined;
  opening.then(
    (gate) => {
      open = gate;
    },
    () => {},
  );
  return {
    get tailers() {
      return open?.tailers;
    },
    hook: async (call, wait) => (open ?? (await opening)).hook(call, wait),
    ask: async (request, caller) => (open ?? (await opening)).ask(request, caller),
    busy: () => open?.busy() ?? true,
    close: async () => (open ?? (await opening)).close(),
  };
}
