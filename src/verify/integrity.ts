import { type Break, blame } from './breaks.ts';
import type { LogFacts } from './facts.ts';
import type { ScanResult } from './join-parts.ts';
import type { SeenOutcome } from './seen.ts';
import type { Roots, Signature } from './signature.ts';
import type { Standing, Verdict } from './verdict.ts';

export type IntegrityInput = {
  readonly scan: ScanResult;
  readonly signature: Signature;
  /** The size that the `checkpoint` file states, whether or not its signature could be judged. */
  readonly claimed: number;
  readonly roots: Roots;
  readonly seen: SeenOutcome;
  /** Whether the key may sign; false where keys are pinned and none of them vouches for it. */
  readonly keyIsGood: boolean;
  /** Facts about the files that are no fault of a record. */
  readonly strange: readonly string[];
};

type Answer = { readonly word: string; readonly standing: Standing; readonly basis: readonly string[] };

/** Whether the records are the ones that were signed, all of them, and no others. */
export function judgeIntegrity(input: IntegrityInput): Verdict {
  const answer = firstFailure(input) ?? newer(input) ?? valid(input);
  return {
    question: 'integrity',
    ...answer,
    basis: [...new Set([...answer.basis, ...seenBasis(input.seen), ...countBasis(input)])],
    warnings: [...input.strange, ...input.roots.strange, ...tornWarning(input)],
  };
}

/** All that does not hold, in log order, each laid at the record that was changed as far as that shows. */
export function integrityBreaks({ scan, roots }: IntegrityInput): readonly Break[] {
  const list = blame(scan.breaks.list);
  return roots.broken === undefined || list.length > 0 ? list : [roots.broken];
}

/**
 * Checks that the records follow from each other; that there is a checkpoint, and it is this log's; that all the
 * records that it covers are there, and give the root that it signs; that no other tree was signed or seen; that the
 * log is not an older one than was seen; that its key is known. The first of these that does not hold is the answer.
 */
function firstFailure(input: IntegrityInput): Answer | undefined {
  const { signature, roots, seen } = input;
  const broken = checkChain(input);
  if (broken !== undefined || isUnread(input.scan.facts)) return broken;
  return (
    (signature.kind === 'bad' ? failed('TAMPERED', signature.what) : undefined) ??
    checkReached(input) ??
    (roots.broken === undefined ? undefined : failed(placed(roots.broken), roots.broken.what)) ??
    (roots.forked === undefined ? undefined : failed('FORKED', roots.forked)) ??
    (seen.kind === 'forked' ? failed('FORKED', seen.what) : undefined) ??
    (seen.kind === 'older'
      ? failed('ROLLED-BACK', `${seen.what}: an older copy was put back, or the end was cut off`)
      : undefined) ??
    (signature.kind === 'none' ? failed('NO-SIGNATURE', signature.what) : undefined) ??
    (signature.kind === 'unknown_key' ? failed('UNKNOWN-KEY', signature.what) : undefined) ??
    (input.keyIsGood ? undefined : failed('UNKNOWN-KEY', 'no pinned key vouches for the key that signed'))
  );
}

function checkChain(input: IntegrityInput): Answer | undefined {
  const { list } = input.scan.breaks;
  if (list.length === 0 || isTorn(input) || isCut(input)) return undefined;
  const [first] = integrityBreaks(input);
  return failed(placed(first!), `${first!.what}; ${input.scan.breaks.count} breaks in all`);
}

function checkReached(input: IntegrityInput): Answer | undefined {
  const { scan } = input;
  const signed = Math.max(signedSize(input), input.claimed);
  if (signed <= scan.size) return undefined;
  const end = scan.breaks.list[0];
  const at =
    end === undefined ? '' : `, which ends inside record ${end.seq} at byte ${end.offset} of ${end.file}`;
  return failed(
    `TRUNCATED at record ${scan.size}`,
    `${signed} records were signed, ${scan.size} are in the log${at}`,
  );
}

/** Whether the first record is of a newer version: whose log this is, and what signs it, can't be read. */
export function isUnread({ newer: met, opened }: LogFacts): boolean {
  return met?.seq === 0 && opened === undefined;
}

function newer({ scan: { facts } }: IntegrityInput): Answer | undefined {
  if (facts.newer === undefined) return undefined;
  const { seq, version } = facts.newer;
  const what = `record ${seq} is of version ${version}, which this program does not know: use a newer tracekit`;
  return { word: 'CANNOT JUDGE', standing: 'unusable', basis: [what] };
}

function valid(input: IntegrityInput): Answer {
  const signed = signedSize(input);
  const good = input.scan.breaks.list[0]?.seq ?? input.scan.size;
  const unsigned = Math.max(0, good - signed);
  const basis = [`${signed} records are canonical, of their schema, chained, and under the signed root`];
  if (unsigned === 0 && !isTorn(input)) return { word: 'VALID', standing: 'ok', basis };
  return { word: `VALID TO HEAD ${signed} (${unsigned} unsigned)`, standing: 'warning', basis };
}

/** Whether the only bytes that do not fit come after the last signed record, and none of them is a record. */
function isTorn(input: IntegrityInput): boolean {
  const first = input.scan.breaks.list[0];
  return (
    first !== undefined &&
    first.seq >= signedSize(input) &&
    input.scan.afterBreak === 0 &&
    signedSize(input) > 0
  );
}

/** Whether the log just ends, inside a record at most. */
function isCut({ scan }: IntegrityInput): boolean {
  return scan.breaks.count === 1 && scan.breaks.list[0]!.kind === 'tail';
}

function tornWarning(input: IntegrityInput): readonly string[] {
  if (!isTorn(input)) return [];
  const { seq, file, offset, what } = input.scan.breaks.list[0]!;
  return [
    `torn end: at record ${seq}, byte ${offset} of ${file}: ${what}; it is not signed, and the next start of the signer moves it aside`,
  ];
}

function seenBasis(seen: SeenOutcome): readonly string[] {
  switch (seen.kind) {
    case 'none':
      return [
        'no checkpoint of this origin was seen here before: an older copy put back would not show, tail truncation cannot be excluded',
      ];
    case 'unreadable':
      return [
        `the checkpoint seen before could not be read and was not compared, so that tail truncation cannot be excluded: ${seen.what}`,
      ];
    default:
      return [seen.what];
  }
}

function countBasis({ scan, roots }: IntegrityInput): readonly string[] {
  return [`${scan.bytes} bytes of records read, ${roots.compared} checkpoints compared`];
}

function signedSize({ signature }: IntegrityInput): number {
  return signature.kind === 'signed' ? signature.newest.checkpoint.size : 0;
}

function placed({ seq, file, offset }: Break): string {
  return `TAMPERED at record ${seq}, byte ${offset} of ${file}`;
}

function failed(word: string, why: string): Answer {
  return { word, standing: 'failed', basis: [why] };
}
