import { toHex } from '../bytes/hex.ts';
import type { Checkpoint } from '../proof/checkpoint.ts';
import type { Vkey } from '../proof/vkey.ts';
import { isKeyGood, judgeAuthorship, unreadAuthorship } from './authorship.ts';
import { MAX_BREAKS } from './breaks.ts';
import { citeBreaks } from './cites.ts';
import { judgeCompleteness, whereRecordsHold } from './completeness.ts';
import { judgeGateCoverage } from './coverage.ts';
import { type HeldNotes, readHeldNotes } from './held-notes.ts';
import { type IntegrityInput, integrityBreaks, isUnread, judgeIntegrity } from './integrity.ts';
import type { ScanResult } from './join-parts.ts';
import { keyringOf } from './keyring.ts';
import { reportRun } from './run-report.ts';
import { type ScanPool, scanLog } from './scan-log.ts';
import { compareSeen, readSeen, remember, type SeenNote, type SeenOutcome } from './seen.ts';
import { compareRoots, findSignature } from './signature.ts';
import type { LogSource, SeenStore } from './source.ts';
import { judgeTime } from './time.ts';
import type { VerifyReport } from './verdict.ts';

export type VerifyOptions = {
  /** The pinned keys; undefined: whichever key the log itself names, with a warning. */
  readonly trusted?: readonly Vkey[];
  /** Compared before, updated after a verdict that is no failure. */
  readonly seen?: SeenStore;
  readonly pool?: ScanPool;
};

/** Verifies a home's log from what `source` reads of it. hostile: everything but the options. */
export async function verifyHome(source: LogSource, options: VerifyOptions = {}): Promise<VerifyReport> {
  const notes = readHeldNotes(source);
  const claimed = notes.head?.kind === 'ok' ? notes.head.value.checkpoint.origin : undefined;
  const before = readSeen(options.seen, claimed);
  const scan = await withCites(source, await scanHome(source, notes, { before, options }));
  const origin = scan.facts.opened?.origin;
  // A home without a checkpoint may still be one that was seen: its first record says which.
  const seen = before.kind === 'none' && origin !== claimed ? readSeen(options.seen, origin) : before;
  return judge({ source, notes, scan, seen, options });
}

/** What findings cite is looked up where the records hold; else there is nothing to compare it with. */
async function withCites(source: LogSource, scan: ScanResult): Promise<ScanResult> {
  if (scan.breaks.count > 0 || scan.facts.newer !== undefined) return scan;
  const list = await citeBreaks(source, scan.facts.cited);
  if (list.length === 0) return scan;
  return { ...scan, breaks: { list: list.slice(0, MAX_BREAKS), count: list.length }, afterBreak: 1 };
}

function scanHome(
  source: LogSource,
  notes: HeldNotes,
  { before, options }: { readonly before: SeenNote; readonly options: VerifyOptions },
): Promise<ScanResult> {
  const sizes = new Set(notes.history.map(({ checkpoint }) => checkpoint.size));
  sizes.add(0);
  if (notes.head?.kind === 'ok') sizes.add(notes.head.value.checkpoint.size);
  if (before.kind === 'note') sizes.add(before.held.checkpoint.size);
  const { pool } = options;
  return scanLog(source, { sizes, ...(pool === undefined ? {} : { pool }) });
}

type Evidence = {
  readonly source: LogSource;
  readonly notes: HeldNotes;
  readonly scan: ScanResult;
  readonly seen: SeenNote;
  readonly options: VerifyOptions;
};

/** The log's own keys, its signature, and what the roots that were signed or seen are against the records'. */
function compare({ notes, scan, seen: remembered }: Evidence) {
  const origin = scan.facts.opened?.origin;
  const held = remembered.kind === 'note' ? remembered.held : undefined;
  const own = [
    ...notes.history,
    ...(notes.head?.kind === 'ok' ? [notes.head.value] : []),
    ...(held ? [held] : []),
  ];
  const keyring = keyringOf(
    scan.facts.keys,
    own.filter(({ checkpoint }) => isRootOf(scan, checkpoint)),
  );
  const signature = findSignature(notes, {
    ...{ keyring, origin },
    seen: held !== undefined && isRootOf(scan, held.checkpoint) ? held : undefined,
  });
  const roots = compareRoots(scan, notes, { signature, keyring, origin });
  const seen = compareSeen(remembered, {
    keyring,
    size: scan.size,
    rootAt: (size) => scan.trees.get(size)?.root,
  });
  return { origin, keyring, signature, roots, seen };
}

function judge(evidence: Evidence): VerifyReport {
  const { source, notes, scan, options } = evidence;
  const { origin, keyring, signature, roots, seen } = compare(evidence);
  const authorship = { signature, keyring, trusted: options.trusted, seen };
  const integrity: IntegrityInput = {
    ...{ scan, signature, roots, seen, keyIsGood: isKeyGood(authorship) },
    claimed: notes.head?.kind === 'ok' ? notes.head.value.checkpoint.size : 0,
    strange: [...strangers(source, notes), ...unreadable(seen)],
  };
  const runs = [...scan.runs.values()].filter(({ chain }) => chain !== undefined).map(reportRun);
  const verdict = judgeIntegrity(integrity);
  const breaks = integrityBreaks(integrity);
  if (signature.kind === 'signed' && verdict.standing !== 'failed' && verdict.standing !== 'unusable') {
    remember(options.seen, evidence.seen, signature.newest);
  }
  return {
    subject: 'home',
    ...(origin === undefined ? {} : { origin }),
    records: scan.size,
    signed: signature.kind === 'signed' ? signature.newest.checkpoint.size : 0,
    verdicts: [
      verdict,
      whereRecordsHold(judgeCompleteness(runs, scan.facts), verdict),
      isUnread(scan.facts) ? unreadAuthorship() : judgeAuthorship(authorship),
      judgeTime(scan.facts),
      judgeGateCoverage(runs),
    ],
    breaks,
    breakCount: Math.max(breaks.length, scan.breaks.count),
    runs,
  };
}

function strangers(source: LogSource, notes: HeldNotes): readonly string[] {
  const alone = notes.head?.kind === 'ok' && notes.history.length === 0;
  return [
    ...(alone ? ['checkpoints.ndjson: expected earlier checkpoints, found none to compare with'] : []),
    ...source.strangers.slice(0, 20).map((name) => `seg/${name}: not a segment's name, not read`),
    ...notes.strange.slice(0, 20).map((what) => `${what}; not a checkpoint, left out`),
    ...(notes.skipped > 0 ? [`${notes.skipped} older checkpoints were not compared`] : []),
  ];
}

function unreadable(seen: SeenOutcome): readonly string[] {
  return seen.kind === 'unreadable' ? [`the checkpoint seen before was not compared: ${seen.what}`] : [];
}

function isRootOf(scan: ScanResult, { size, root }: Checkpoint): boolean {
  return scan.trees.get(size)?.root === toHex(root);
}
