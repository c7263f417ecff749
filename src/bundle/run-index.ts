import { TracekitError } from '../model/error.ts';
import type { JsonObject, LogRecord } from '../model/record.ts';
import type { LogSource } from '../verify/source.ts';
import { broken, type ExportErrorCode, readLines, recordOf } from './log-lines.ts';

/** Which records a run's bundle takes, by their numbers. */
export type RunIndex = {
  readonly first: number;
  readonly last: number;
  readonly records: number;
  readonly late: readonly number[];
  /** The log's opening, its keys, and the opening of each run that this one comes from; ascending. */
  readonly base: readonly number[];
  /** The keys that `log.opened` and `key.rotated` name. */
  readonly keys: readonly { readonly seq: number; readonly vkey: string }[];
};

type OpenedRun = { readonly seq: number; readonly from?: string };

/** Finds what the bundle of `run` takes from the first `size` records. One pass; memory grows with the number of runs. */
export async function indexRun(source: LogSource, size: number, run: string): Promise<RunIndex> {
  const opened = new Map<string, OpenedRun>();
  const own: number[] = [];
  const late: number[] = [];
  const keys: { readonly seq: number; readonly vkey: string }[] = [];
  let records = 0;
  await readLines(source, size, (line, seq) => {
    const record = recordOf(line, seq);
    if (record.kind === 'log.opened' || record.kind === 'key.rotated')
      keys.push({ seq, vkey: String(record.data.vkey) });
    if (record.kind === 'run.opened' && record.run !== undefined)
      opened.set(record.run.id, openedRun(record));
    if (record.run?.id === run) {
      records++;
      own[own.length === 0 ? 0 : 1] = seq;
    } else if (record.run === undefined && record.data.run === run) late.push(seq);
  });
  const [first, last = first] = own;
  if (first === undefined || last === undefined) {
    throw new TracekitError<ExportErrorCode>(
      'no_run',
      `expected run ${run} among the ${size} signed records, found none of its own; list runs with: tracekit log`,
    );
  }
  const base = [...keys.map(({ seq }) => seq), ...ancestors(opened, run)].sort((a, b) => a - b);
  return { first, last, records, late, base, keys };
}

function openedRun({ seq, data }: LogRecord): OpenedRun {
  const from = data.from === undefined ? undefined : (data.from as JsonObject).run;
  return typeof from === 'string' ? { seq, from } : { seq };
}

/** The openings of the runs that a run comes from, up to the first one. */
function ancestors(opened: ReadonlyMap<string, OpenedRun>, run: string): readonly number[] {
  const found = new Set<number>();
  for (let from = opened.get(run)?.from; from !== undefined; ) {
    const parent = opened.get(from);
    if (parent === undefined) throw broken(0, `run ${from}, which run ${run} comes from, is not in it`);
    // hostile: runs that come from each other would never end.
    if (found.has(parent.seq)) break;
    found.add(parent.seq);
    from = parent.from;
  }
  return [...found];
}
