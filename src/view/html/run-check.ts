import type { BundleCheck } from '../../bundle/check.ts';
import { judgeBundle } from '../../bundle/judge.ts';
import { readBundle } from '../../bundle/verify.ts';
import type { Vkey } from '../../proof/vkey.ts';
import { keyInForce, keyringOf } from '../../verify/keyring.ts';
import type { VerifyReport } from '../../verify/verdict.ts';
import { type OtherEd25519, type SecondOpinion, secondOpinion } from './signatures.ts';
import { type SliceOptions, slicesOf } from './slices.ts';

/** What came of checking the bundle in a page. `judge` answers again where the reader names the key to trust. */
export type RunCheck = {
  readonly report: VerifyReport;
  readonly opinion: SecondOpinion;
  /** The key that the log names for the tree that was signed; undefined where it names none. */
  readonly key: Vkey | undefined;
  readonly judge: (trusted: readonly Vkey[]) => VerifyReport;
};

/**
 * Checks a bundle by the code that `tracekit verify` runs, in slices. Its signatures are then shown to the browser's own
 * Ed25519 as well, where it has one: if the two differ, nothing holds. hostile: every byte.
 */
export async function checkRun(
  bytes: Uint8Array,
  options: SliceOptions & { readonly other: OtherEd25519 },
): Promise<RunCheck> {
  const { onProgress: _, ...quiet } = options;
  const check = await readBundle(slicesOf(bytes, options), { again: () => slicesOf(bytes, quiet) });
  const opinion = await secondOpinion(check, options.other);
  return {
    report: judged(check, opinion, undefined),
    opinion,
    key: keyInForce(keyringOf(check.base.keys, check.base.notes), check.manifest?.size ?? 0)?.vkey,
    judge: (trusted) => judged(check, opinion, trusted),
  };
}

function judged(
  check: BundleCheck,
  opinion: SecondOpinion,
  trusted: readonly Vkey[] | undefined,
): VerifyReport {
  const report = judgeBundle(check, trusted === undefined ? {} : { trusted });
  if (opinion.kind !== 'differs') return report;
  const what = "the browser's own Ed25519 and this page's do not agree on a signature";
  const verdicts = report.verdicts.map((verdict) =>
    verdict.question === 'integrity'
      ? {
          ...verdict,
          word: 'TAMPERED',
          standing: 'failed' as const,
          basis: [what, ...verdict.basis],
        }
      : verdict,
  );
  return { ...report, verdicts };
}
