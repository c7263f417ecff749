import { setImmediate } from 'node:timers/promises';
import { isHexOf } from '../bytes/hex.ts';
import { toUtf8 } from '../bytes/utf8.ts';
import { readLog } from '../log/read.ts';
import { TracekitError } from '../model/error.ts';
import { type Finding, isSeverity, type RecordCite } from '../model/finding.ts';
import type { Committed, Draft, LogRecord } from '../model/record.ts';
import { leafHash } from '../proof/record.ts';

export type FindingErrorCode = 'bad_finding';

/** So many lines are looked at before others have their turn. */
const LINES_A_TURN = 4096;
const FINDING = Buffer.from('"kind":"finding"');
const OPENED = Buffer.from('"kind":"run.opened"');

export type FindingParts = {
  /** The folder of the log's segments. */
  readonly segments: string;
  readonly commit: (content: Uint8Array) => Committed;
};

/**
 * The drafts of the findings that are not in the log yet, by their fingerprints. Throws `bad_finding` where one cites what is
 * not in the log: a record that `verify` would fail over must not be made.
 */
export async function findingDrafts(
  findings: readonly Finding[],
  { segments, commit }: FindingParts,
): Promise<readonly Draft[]> {
  const cited = new Map<number, string>();
  for (const { cites } of findings) for (const { seq, leaf } of cites.map(recordCite)) cited.set(seq, leaf);
  const runs = new Set(findings.map(({ run }) => run));
  const known = new Set<string>();
  let lines = 0;
  for (const { seq, bytes } of readLog(segments)) {
    if (++lines % LINES_A_TURN === 0) await setImmediate();
    const leaf = cited.get(seq);
    if (leaf !== undefined && isHexOf(leaf, leafHash(bytes))) cited.delete(seq);
    if (bytes.includes(FINDING)) known.add(keyOf(recordOf(bytes).data));
    else if (bytes.includes(OPENED)) runs.delete(recordOf(bytes).run?.id ?? '');
  }
  const [missing] = cited.keys();
  if (missing !== undefined) throw bad(`it cites record ${missing}, which the log does not have so`);
  const [run] = runs;
  if (run !== undefined) throw bad(`it is of run ${run}, which the log does not have`);
  const fresh = new Map(findings.map((finding) => [finding.fingerprint, finding]));
  return [...fresh.values()]
    .filter((finding) => !known.has(keyOf(finding)))
    .map((finding) => draftOf(finding, commit));
}

/** With the severity, so that nobody can have a finding left out by recording a milder one in its stead. */
function keyOf({
  fingerprint,
  severity,
}: {
  readonly fingerprint?: unknown;
  readonly severity?: unknown;
}): string {
  return `${String(fingerprint)} ${String(severity)}`;
}

function recordOf(line: Buffer): LogRecord {
  return JSON.parse(line.toString('utf8')) as LogRecord;
}

function recordCite(cite: Finding['cites'][number]): RecordCite {
  if (cite.kind === 'record') return cite;
  throw bad('it cites ranges of a file that is not recorded');
}

/** What is said about a run is chained apart from its records, whether it is closed or not. */
function draftOf(finding: Finding, commit: FindingParts['commit']): Draft {
  const { rule, kind, severity, run, text, cites, trust, fingerprint } = finding;
  return {
    kind: 'finding',
    source: 'analyzer',
    data: {
      ...{ run, rule, severity, fingerprint },
      cites: cites.map(recordCite).map(({ seq, leaf }) => ({ seq, leaf })),
      text: commit(toUtf8(text)),
      ...(kind === undefined ? {} : { kind }),
      ...(trust === undefined ? {} : { trust }),
    },
  };
}

const ID = /^[A-Za-z0-9][A-Za-z0-9._/+-]{0,99}$/;
const HEX = /^[0-9a-f]{64}$/;

/** Findings as they come over the socket. hostile: whatever JSON. Throws `bad_finding`. */
export function parseFindings(value: unknown): readonly Finding[] {
  if (!Array.isArray(value)) throw bad('expected a list of findings');
  return (value as readonly unknown[]).map((one) => {
    const { rule, kind, severity, run, text, cites, trust, fingerprint } = (one ?? {}) as Record<
      string,
      unknown
    >;
    const holds =
      isText(rule, ID) &&
      (kind === undefined || isText(kind, ID)) &&
      typeof severity === 'string' &&
      isSeverity(severity) &&
      isText(run, /^[0-9a-f]{16}$/) &&
      typeof text === 'string' &&
      text.length <= 10_000 &&
      isText(fingerprint, HEX) &&
      (trust === undefined || trust === 'transcript') &&
      Array.isArray(cites) &&
      cites.length <= 200 &&
      (cites as readonly unknown[]).every(isRecordCite);
    if (!holds) throw bad('expected a finding with its rule, severity, run, text, cites and fingerprint');
    return {
      ...{ rule, severity, run, text, fingerprint, cites: cites as readonly RecordCite[] },
      ...(kind === undefined ? {} : { kind }),
      ...(trust === undefined ? {} : { trust: 'transcript' }),
    };
  });
}

function isText(value: unknown, pattern: RegExp): value is string {
  return typeof value === 'string' && pattern.test(value);
}

function isRecordCite(value: unknown): boolean {
  const { kind, seq, leaf } = (value ?? {}) as Record<string, unknown>;
  return kind === 'record' && Number.isSafeInteger(seq) && Number(seq) >= 0 && isText(leaf, HEX);
}

function bad(what: string): TracekitError<FindingErrorCode> {
  return new TracekitError('bad_finding', `a finding was not recorded: ${what}`);
}
