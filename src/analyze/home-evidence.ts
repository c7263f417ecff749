import type { HomePaths } from '../log/home.ts';
import { type LogLine, readLog } from '../log/read.ts';
import { TracekitError } from '../model/error.ts';
import type { JsonObject, LogRecord } from '../model/record.ts';
import { dataFault } from '../model/schema.ts';
import { envelopeFault } from '../proof/envelope.ts';
import { leafHex } from '../proof/record.ts';
import { ContentReader } from '../vault/content-reader.ts';
import type { Evidence, LoggedRecord, RunEntry } from './evidence.ts';

export type EvidenceErrorCode = 'log_broken';

/** A longer content is not read: no rule needs more of one. */
const MAX_CONTENT = 32 << 20;

/** What a record's place in its run begins with; a late record names its run in `data`. */
const PLACE = Buffer.from('"run":{"id":"');
const LATE = Buffer.from('"run":"');
const OPENED = Buffer.from('"kind":"run.opened"');
const ID_DIGITS = 16;

/**
 * A home's log and vault as evidence, as they are when it is made. Records are checked one by one; whether the log as a
 * whole holds is `verify`'s question. Throws `log_broken` where a line is no record.
 */
export function homeEvidence(
  paths: Pick<HomePaths, 'segments' | 'vault'>,
  source: 'home' | 'transcript' = 'home',
): Evidence {
  const { runs, spans, end } = indexOf(paths.segments);
  const contents = new ContentReader(paths.vault);
  return {
    source,
    runs,
    recordsOf: (wanted) => recordsOf(paths.segments, wanted, spanOf(spans, wanted, end)),
    open: ({ commitment }) => contents.get(commitment, MAX_CONTENT),
    close: () => contents.close(),
  };
}

/** The numbers of a run's first and last record, late ones too. */
type Span = { first: number; last: number };

type Index = {
  readonly runs: readonly RunEntry[];
  readonly spans: ReadonlyMap<string, Span>;
  readonly end: number;
};

function indexOf(segments: string): Index {
  const runs: RunEntry[] = [];
  const spans = new Map<string, Span>();
  let end = 0;
  for (const line of readLog(segments)) {
    end = line.seq + 1;
    const run = runIn(line.bytes);
    if (run === undefined) continue;
    const span = spans.get(run);
    if (span !== undefined) span.last = line.seq;
    else spans.set(run, { first: line.seq, last: line.seq });
    if (line.bytes.includes(OPENED)) runs.push(entryOf(decoded(line)));
  }
  return { runs, spans, end };
}

/** The run that a line is of, or about: as its bytes have it, unchecked. */
function runIn(line: Buffer): string | undefined {
  const own = line.lastIndexOf(PLACE);
  const at = own >= 0 ? own + PLACE.length : line.indexOf(LATE) + LATE.length;
  return at < LATE.length ? undefined : line.toString('latin1', at, at + ID_DIGITS);
}

function spanOf(spans: ReadonlyMap<string, Span>, wanted: ReadonlySet<string>, end: number): Span {
  const found = [...wanted].flatMap((run) => spans.get(run) ?? []);
  return {
    first: found.reduce((least, { first }) => Math.min(least, first), end),
    last: found.reduce((most, { last }) => Math.max(most, last), -1),
  };
}

function* recordsOf(
  segments: string,
  wanted: ReadonlySet<string>,
  { first, last }: Span,
): Generator<LoggedRecord> {
  if (last < first) return;
  for (const line of readLog(segments, first)) {
    if (line.seq > last) return;
    const run = runIn(line.bytes);
    if (run !== undefined && wanted.has(run)) yield decoded(line);
  }
}

/** Its shape is checked, so that whoever reads it finds what the schema says; whether its bytes are canonical is `verify`'s. */
function decoded({ bytes, seq }: LogLine): LoggedRecord {
  const record = parsed(bytes);
  const what =
    envelopeFault(record, 'all') ??
    dataFault((record as LogRecord).kind, (record as LogRecord).data) ??
    ((record as LogRecord).seq === seq ? undefined : `number ${(record as LogRecord).seq}`);
  if (what === undefined) return { record: record as LogRecord, leaf: leafHex(bytes) };
  throw new TracekitError<EvidenceErrorCode>(
    'log_broken',
    `record ${seq}: expected a record of the log, found that ${what}; run: tracekit verify`,
  );
}

function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

/** A run as its `run.opened` tells of it. */
export function entryOf({ record }: LoggedRecord): RunEntry {
  const { data } = record;
  const from = data.from as JsonObject | undefined;
  return {
    id: record.run?.id ?? '',
    harness: String(data.harness),
    session: String(data.session),
    ...(from === undefined ? {} : { from: from as RunEntry['from'] & object }),
  };
}
