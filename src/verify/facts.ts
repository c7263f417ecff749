import type { JsonObject, LogRecord } from '../model/record.ts';
import { SCHEMA_VERSION } from '../model/schema.ts';
import { type Cited, citesOf, MAX_CITED } from './cites.ts';

/** Something that a record says and a reader must know: the record's number, and the words of it. */
export type Fact = { readonly seq: number; readonly what: string; readonly run?: string };

/** The first facts of a kind, and how many there are. */
export type Facts = { readonly list: Fact[]; count: number };

export type LogOpened = {
  readonly origin: string;
  readonly schema: number;
  readonly assurance: string;
  readonly vkey: string;
};

/** What records say that is neither a chain nor a run: plain data, which crosses from a worker. */
export type LogFacts = {
  opened: LogOpened | undefined;
  /** The keys that `log.opened` and `key.rotated` name, as vkey lines. */
  readonly keys: { readonly seq: number; readonly vkey: string }[];
  readonly recovered: Facts;
  readonly gaps: Facts;
  readonly erased: Facts;
  /** The host's clock going back from one record to the next. */
  readonly jumps: Facts;
  /** What findings cite, at most `MAX_CITED` of it. */
  readonly cited: Cited[];
  firstTime: string | undefined;
  lastTime: string | undefined;
  /** The newest format or schema version met that this program does not know, and its first record. */
  newer: { readonly seq: number; readonly version: number } | undefined;
};

/** So many facts of a kind are listed. */
const MAX_FACTS = 200;

export function newFacts(): LogFacts {
  return {
    opened: undefined,
    keys: [],
    recovered: { list: [], count: 0 },
    gaps: { list: [], count: 0 },
    erased: { list: [], count: 0 },
    jumps: { list: [], count: 0 },
    cited: [],
    firstTime: undefined,
    lastTime: undefined,
    newer: undefined,
  };
}

/** Takes in what a record says. Its data fits its schema, or that of a newer version. */
export function foldFacts(facts: LogFacts, record: LogRecord): void {
  foldTime(facts, record.seq, record.time);
  facts.firstTime ??= record.time;
  facts.lastTime = record.time;
  const { kind, seq, data } = record;
  if (kind === 'log.opened') {
    facts.opened ??= openedOf(data);
    if (facts.opened.schema > SCHEMA_VERSION) facts.newer ??= { seq, version: facts.opened.schema };
  }
  if (kind === 'log.opened' || kind === 'key.rotated') facts.keys.push({ seq, vkey: String(data.vkey) });
  else if (kind === 'recovered') addFact(facts.recovered, { seq, what: recoveredWords(data) });
  else if (kind === 'gap') addFact(facts.gaps, gapFact(record));
  else if (kind === 'finding' && facts.cited.length < MAX_CITED) facts.cited.push(...citesOf(record));
  else if (kind === 'vault.erased') addFact(facts.erased, { seq, what: `record ${String(data.record)}` });
}

/** Notes where the clock goes back: `time` is that of record `seq`. Times of equal length sort as text. */
export function foldTime(facts: LogFacts, seq: number, time: string): void {
  if (facts.lastTime === undefined || time >= facts.lastTime) return;
  addFact(facts.jumps, { seq, what: `${facts.lastTime} → ${time}` });
}

export function addFact(facts: Facts, fact: Fact): void {
  facts.count++;
  if (facts.list.length < MAX_FACTS) facts.list.push(fact);
}

function openedOf({ origin, schema, assurance, vkey }: JsonObject): LogOpened {
  return {
    origin: String(origin),
    schema: Number(schema),
    assurance: String(assurance),
    vkey: String(vkey),
  };
}

function recoveredWords({ what, bytes, segment, offset }: JsonObject): string {
  if (what === 'mark_key')
    return 'the mark key was lost or replaced, copies of earlier lines are not known as such';
  const where = segment === undefined ? '' : ` at byte ${String(offset)} of segment ${String(segment)}`;
  return `${String(what)}, ${String(bytes)} bytes${where}`;
}

function gapFact({ seq, data, run }: LogRecord): Fact {
  const { gap, transcript, line, offset } = data;
  const where = transcript === undefined ? '' : ` (transcript ${String(transcript)})`;
  const at =
    line === undefined && offset === undefined ? '' : `, line ${String(line)}, byte ${String(offset)}`;
  const fact = { seq, what: `${String(gap)}${where}${at}` };
  const id = run?.id ?? (typeof data.run === 'string' ? data.run : undefined);
  return id === undefined ? fact : { ...fact, run: id };
}
