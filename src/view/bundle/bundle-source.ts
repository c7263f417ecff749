import type { OpenBundle } from '../../bundle/disclosed.ts';
import { toBase64 } from '../../bytes/base64.ts';
import { fromUtf8 } from '../../bytes/utf8.ts';
import { TracekitError } from '../../model/error.ts';
import type { Finding } from '../../model/finding.ts';
import type { Committed, JsonObject, LogRecord } from '../../model/record.ts';
import { encodeRecord } from '../../proof/record.ts';
import type { Verdict } from '../../verify/verdict.ts';
import type { Excerpt, Marks, RecordProof, Review, RowPage, RunSummary, ViewSource } from '../api.ts';
import { contentPiece } from '../content-piece.ts';
import { contentsOf } from '../contents-of.ts';
import { integrityOf } from '../integrity.ts';
import { comparingIn } from '../rows/comparing.ts';
import type { RowSource } from '../rows/excerpt.ts';
import { findRow } from '../rows/find.ts';
import { marksOf } from '../rows/marks.ts';
import { reviewOf, rowFindings } from '../rows/review.ts';
import { RunFold } from '../rows/run-fold.ts';
import { type RowMaking, rowsOf } from '../rows/run-rows.ts';
import { countOf, foldedSummary } from '../rows/summary.ts';

/** What is known of a bundle besides its bytes. */
export type BundleSourceOptions = {
  readonly bundle: OpenBundle;
  /** The verdicts on the bundle. */
  readonly verdicts: readonly Verdict[];
  /** What the analyzer finds in what is disclosed; undefined where it did not run, `failed` where it could not. */
  readonly findings?: readonly Finding[] | 'failed';
};

/** Contents longer than this are not sent to be opened in the page. */
const MOST_OPENED = 64 << 10;

/**
 * The run of a bundle as the page asks for it: only what was disclosed. Pure, and runs in a browser. What the bundle says
 * can be relied on as far as the verdicts say.
 */
export function bundleSource({ bundle, verdicts, findings }: BundleSourceOptions): ViewSource {
  const { manifest } = bundle;
  const source = rowSource(bundle);
  const fold = foldOf(bundle, source);
  const found = findings === undefined || findings === 'failed' ? [] : findings;
  const making: RowMaking = { fold, source, findings: rowFindings(fold, found) };
  const summary = (): RunSummary => ({
    ...foldedSummary(making, openingOf(bundle)),
    live: false,
    integrity: integrityOf(verdicts),
    ...(findings === undefined ? {} : { findings: countOf(found) }),
  });
  const check = (run: string): void => {
    if (run !== manifest.run)
      throw new TracekitError('no_such_run', `expected run ${manifest.run}, the bundle's own, found another`);
  };
  return {
    kind: 'bundle',
    runs: async () => [summary()],
    review: async (run): Promise<Review> => {
      check(run);
      const analysis = findings === 'failed' ? 'failed' : findings === undefined ? 'running' : 'done';
      return reviewOf(making, { summary: summary(), analysis, findings: found, verdicts });
    },
    marks: async (run): Promise<Marks> => {
      check(run);
      return marksOf(fold, making.findings);
    },
    rows: async (run, from, count): Promise<RowPage> => {
      check(run);
      return rowsOf(making, from, count);
    },
    find: async (run, words, from) => {
      check(run);
      return findRow(making, words, from);
    },
    record: async (seq) => recordProof(bundle, seq),
    content: async (seq, commitment, from): Promise<Excerpt> =>
      contentPiece(source, { seq, commitment, from }),
  };
}

function rowSource({ records, content }: OpenBundle): RowSource {
  const bySeq = new Map(records.map(({ record }) => [record.seq, record]));
  const kept = new Map<string, Uint8Array | undefined>();
  const open = ({ commitment }: Committed): Uint8Array | undefined => {
    if (!kept.has(commitment)) {
      if (kept.size > 2_000) kept.clear();
      kept.set(commitment, content(commitment));
    }
    return kept.get(commitment);
  };
  return { record: (seq) => bySeq.get(seq), open, gone: 'not_disclosed' };
}

function foldOf({ records, manifest }: OpenBundle, source: RowSource): RunFold {
  const fold = new RunFold();
  for (const { record, kind } of records) {
    const run = record.run?.id ?? (record.data as JsonObject).run;
    if (kind !== 'base' && run === manifest.run) fold.take(record);
  }
  fold.settle(comparingIn(source));
  return fold;
}

function openingOf({ records, manifest }: OpenBundle): LogRecord | undefined {
  return records.find(({ record }) => record.kind === 'run.opened' && record.run?.id === manifest.run)
    ?.record;
}

/** A bundle has one proof for its run's chain, and one for each record outside of it. */
function recordProof(
  { records, manifest, proofs, note, salt, content }: OpenBundle,
  seq: number,
): RecordProof {
  const found = records.find(({ record }) => record.seq === seq);
  if (found === undefined)
    throw new TracekitError('no_such_record', `record ${seq}: expected a record of the bundle, found none`);
  const { record, leaf } = found;
  const path = proofs.get(seq);
  const contents = contentsOf(record).map(({ field, bytes, commitment }) => {
    if (bytes > MOST_OPENED) return { field, bytes, commitment, closed: 'too_large' as const };
    const opened = content(commitment);
    const salted = salt(commitment);
    if (opened === undefined || salted === undefined)
      return { field, bytes, commitment, closed: 'not_disclosed' as const };
    return { field, bytes, commitment, salt: salted, content: toBase64(opened) };
  });
  const vkey = newestKey(records.map((one) => one.record));
  return {
    ...{ seq, leaf, contents },
    line: fromUtf8(encodeRecord(record)) ?? '',
    ...(path === undefined ? {} : { inclusion: { size: manifest.size, path, root: manifest.root } }),
    ...(path === undefined && found.kind === 'record' ? { chained: manifest.last } : {}),
    ...(note === undefined ? {} : { checkpoint: note }),
    ...(vkey === undefined ? {} : { vkey }),
  };
}

function newestKey(records: readonly LogRecord[]): string | undefined {
  const vkey = records.findLast(({ kind }) => kind === 'log.opened' || kind === 'key.rotated')?.data.vkey;
  return typeof vkey === 'string' ? vkey : undefined;
}
