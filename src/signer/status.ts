import type { JsonObject } from '../model/record.ts';
import type { Holds } from './holds.ts';
import type { Journal } from './journal.ts';

/** What `tracekit status` shows of a running signer. */
export function statusOf({
  journal,
  holds,
}: {
  readonly journal: Journal;
  readonly holds: Holds;
}): JsonObject {
  const runs = [...journal.state.runs.values()].filter(({ open }) => open);
  return {
    assurance: 'dev',
    waiting: holds.count,
    runs: runs.map(({ id, harness, session, part, mode, records, transcripts }) => ({
      run: id,
      harness,
      session,
      part,
      mode,
      records,
      lines: transcripts.reduce((sum, transcript) => sum + transcript.lines, 0),
      openCalls: journal.gate
        .openCalls(id)
        .filter((call) => call.provisional === undefined && journal.gate.mayRun(call)).length,
    })),
  };
}
