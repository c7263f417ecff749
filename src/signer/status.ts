import type { JsonObject } from '../model/record.ts';
import { behind } from './behind.ts';
import type { Constraints } from './constraints.ts';
import { heldTexts } from './held-texts.ts';
import type { Holds } from './holds.ts';
import type { Journal } from './journal.ts';
import type { RunState } from './state.ts';
import type { TailerHub } from './tailer-hub.ts';

export type StatusParts = {
  readonly journal: Journal;
  readonly holds: Holds;
  readonly constraints: Pick<Constraints, 'texts'>;
  /** A content of the vault that is kept: the transcripts' paths. */
  readonly open: (commitment: string) => Uint8Array | undefined;
  readonly tailers?: Pick<TailerHub, 'busy' | 'status' | 'notice'>;
};

/** What `tracekit status` shows of a running signer. */
export function statusOf(parts: StatusParts): JsonObject {
  const { journal, holds, tailers } = parts;
  const runs = [...journal.state.runs.values()].filter(({ open }) => open);
  const notice = tailers?.notice();
  return {
    assurance: 'dev',
    waiting: holds.count,
    ...(tailers?.busy() === true && { tailer: tailers.status() }),
    ...(notice !== undefined && { notice }),
    runs: runs.map((run) => statusOfRun(run, parts)),
  };
}

function statusOfRun(run: RunState, { journal, open, constraints }: StatusParts): JsonObject {
  const { id, harness, session, part, mode, records, transcripts, counts } = run;
  const { linked, decided, gaps } = counts;
  return {
    ...{ run: id, harness, session, part, mode, records, gaps },
    lines: transcripts.reduce((sum, transcript) => sum + transcript.lines, 0),
    behind: behindOf(run, open),
    /** Calls that the transcripts tell of, by how their reasoning is linked; those that the gate decided. */
    calls: { ...linked, decided },
    openCalls: journal.gate
      .openCalls(id)
      .filter((call) => call.provisional === undefined && journal.gate.mayRun(call)).length,
    ...heldTexts(journal.state.constraints, constraints.texts, id),
  };
}

/** What the run's transcripts have more than is recorded. */
function behindOf({ transcripts }: RunState, open: StatusParts['open']): JsonObject {
  const sum = { bytes: 0, lines: 0 };
  for (const { path, end, gone } of transcripts) {
    const place = gone ? undefined : open(path);
    const more = place && behind(Buffer.from(place).toString('utf8'), end);
    sum.bytes += more?.bytes ?? 0;
    sum.lines += more?.lines ?? 0;
  }
  return sum;
}
