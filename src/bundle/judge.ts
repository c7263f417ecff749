import type { Vkey } from '../proof/vkey.ts';
import { isKeyGood, judgeAuthorship, unreadAuthorship } from '../verify/authorship.ts';
import type { Break } from '../verify/breaks.ts';
import { judgeCompleteness, whereRecordsHold } from '../verify/completeness.ts';
import { judgeGateCoverage } from '../verify/coverage.ts';
import { keyringOf } from '../verify/keyring.ts';
import { reportRun } from '../verify/run-report.ts';
import { compareSeen, readSeen, remember, type SeenOutcome } from '../verify/seen.ts';
import { judgeNote, type Signature } from '../verify/signature.ts';
import type { SeenStore } from '../verify/source.ts';
import { judgeTime } from '../verify/time.ts';
import type { Standing, Verdict, VerifyReport } from '../verify/verdict.ts';
import type { BundleCheck } from './check.ts';

/** The pinned keys, and the store of checkpoints seen before; either may be absent. */
export type JudgeOptions = { readonly trusted?: readonly Vkey[]; readonly seen?: SeenStore };

/** The verdicts on a bundle that was read whole. */
export function judgeBundle(check: BundleCheck, options: JudgeOptions): VerifyReport {
  const { manifest, base } = check;
  const origin = base.opened?.origin;
  const keyring = keyringOf(base.keys, base.notes);
  const signature = signatureOf(check, keyring);
  const remembered = readSeen(options.seen, origin);
  const size = manifest?.size ?? 0;
  const seen = compareSeen(remembered, {
    ...{ keyring, size },
    rootAt: (at) => (at === size ? manifest?.root : undefined),
  });
  const authorship = { signature, keyring, trusted: options.trusted, seen };
  const integrity = judgeIntegrity(check, { signature, seen, keyIsGood: isKeyGood(authorship) });
  const runs = [...check.book.runs.values()].filter(({ id }) => id === manifest?.run).map(reportRun);
  if (signature.kind === 'signed' && integrity.standing !== 'failed' && integrity.standing !== 'unusable') {
    remember(options.seen, remembered, signature.newest);
  }
  const completeness = whereRecordsHold(judgeCompleteness(runs, check.facts), integrity);
  const isUntold = isUnread(check) || isKeyUnread(check, signature);
  return {
    subject: 'bundle',
    ...(origin === undefined ? {} : { origin }),
    records: check.records + check.late + base.count,
    signed: signature.kind === 'signed' ? check.records + check.late + base.count : 0,
    verdicts: [
      integrity,
      completeness,
      isUntold ? unreadAuthorship() : judgeAuthorship(authorship),
      judgeTime(check.facts),
      judgeGateCoverage(runs),
    ],
    breaks: check.breaks.breaks().list,
    breakCount: check.breaks.count,
    runs,
  };
}

function signatureOf(check: BundleCheck, keyring: ReturnType<typeof keyringOf>): Signature {
  const { checkpoint, base } = check;
  if (checkpoint === undefined) return { kind: 'none', what: 'the bundle holds no checkpoint' };
  if (checkpoint.kind === 'fault') {
    return { kind: /signature|empty line/.test(checkpoint.what) ? 'none' : 'bad', what: checkpoint.what };
  }
  if (base.opened === undefined) {
    return { kind: 'unknown_key', what: 'the bundle lacks the log’s first record, which would name its key' };
  }
  return judgeNote(checkpoint.value, keyring, base.opened.origin);
}

type Grounds = { readonly signature: Signature; readonly seen: SeenOutcome; readonly keyIsGood: boolean };
type Answer = { readonly word: string; readonly standing: Standing; readonly basis: readonly string[] };

/**
 * Checks that every line is what its place asks for; that the run's records chain from its first to the last, which
 * a proof ties to the signed tree, as one does each record outside of the chain; that the contents are those that
 * were committed to; that the log's key signed the tree; that no other tree of that size, or key, was seen.
 */
function judgeIntegrity(check: BundleCheck, grounds: Grounds): Verdict {
  const answer = firstFailure(check, grounds) ?? newer(check) ?? valid(check);
  const { seen } = grounds;
  const seenBasis =
    seen.kind === 'none' ? [] : [seen.kind === 'older' ? `older than seen: ${seen.what}` : seen.what];
  const warnings = seen.kind === 'unreadable' ? ['the checkpoint seen before was not compared'] : [];
  return { question: 'integrity', ...answer, basis: [...new Set([...answer.basis, ...seenBasis])], warnings };
}

function firstFailure(check: BundleCheck, { signature, seen, keyIsGood }: Grounds): Answer | undefined {
  const [first] = check.breaks.breaks().list.filter((one) => isFault(one, check));
  if (
    first !== undefined &&
    signature.kind === 'none' &&
    check.breaks.count === 1 &&
    first.kind === 'bundle'
  ) {
    return failed('NO-SIGNATURE', signature.what);
  }
  if (first !== undefined) {
    const word = first.kind === 'tail' ? 'TRUNCATED' : 'TAMPERED';
    return failed(`${word} at record ${first.seq}, byte ${first.offset} of the bundle`, first.what);
  }
  if (signature.kind === 'bad') return failed('TAMPERED', signature.what);
  if (seen.kind === 'forked') return failed('FORKED', seen.what);
  if (isUnread(check) || isKeyUnread(check, signature)) return undefined;
  if (signature.kind === 'none') return failed('NO-SIGNATURE', signature.what);
  if (signature.kind === 'unknown_key') return failed('UNKNOWN-KEY', signature.what);
  return keyIsGood ? undefined : failed('UNKNOWN-KEY', 'no pinned key vouches for the key that signed');
}

/** Its first line names a newer version: nothing after it was read, its checkpoint neither. */
function isUnread({ newer, manifest }: BundleCheck): boolean {
  return newer !== undefined && manifest === undefined;
}

/** Whether the key that signed may be named by a record of a newer version. */
function isKeyUnread({ base }: BundleCheck, signature: Signature): boolean {
  return base.unread > 0 && signature.kind === 'unknown_key';
}

/** Where the proven opening of the log names a newer schema, records may be of kinds that are unknown here. */
function isFault({ kind }: Break, { base }: BundleCheck): boolean {
  return base.newer === undefined || !(kind === 'line' || kind === 'order' || kind === 'content');
}

function newer(check: BundleCheck): Answer | undefined {
  const version = check.newer ?? check.base.newer;
  if (version === undefined) {
    const basis = check.unread.basis();
    return basis.length === 0 ? undefined : { word: 'CANNOT JUDGE', standing: 'unusable', basis };
  }
  const what = `it is of version ${version}, which this program does not know: use a newer tracekit`;
  return { word: 'CANNOT JUDGE', standing: 'unusable', basis: [what] };
}

function valid({ records, late, base, contents, manifest }: BundleCheck): Answer {
  return {
    word: 'VALID',
    standing: 'ok',
    basis: [
      `${records} records of the run chain from its first to record ${manifest!.last}, which is proven in the signed tree of ${manifest!.size}`,
      `${late} late and ${base.count} other records are each proven in it; later ones about the run may exist`,
      `${contents.count} contents are disclosed, each the one that a record commits to; what is not disclosed cannot be read from here`,
    ],
  };
}

function failed(word: string, why: string): Answer {
  return { word, standing: 'failed', basis: [why] };
}
