/** What the gate says of a call, from least to most severe. */
export const VERDICTS = ['allow', 'ask', 'deny'] as const;
export type VerdictWord = (typeof VERDICTS)[number];

/** The gate's answer to one call. */
export type Verdict = {
  readonly verdict: VerdictWord;
  /** The rule that said so (`self-protection`, `TK-CONSTRAINT`, a policy's rule id); absent where nothing named the call. */
  readonly rule?: string;
  /** Never empty where the verdict is not a silent allow; at most 500 characters; begins with `[tracekit]`. */
  readonly reason?: string;
  /** For `ask`: hold the call for an approval, or leave it to the harness's own prompt. */
  readonly ask?: 'hold' | 'prompt';
  /** The constraint that the call breaks. */
  readonly constraint?: string;
  /** What a hold says while it waits, one sentence for each kind of constraint; the reason where absent. */
  readonly says?: readonly string[];
};

/** The most severe of two verdicts; the first where they are equal. */
export function moreSevere(a: Verdict, b: Verdict): Verdict {
  return VERDICTS.indexOf(b.verdict) > VERDICTS.indexOf(a.verdict) ? b : a;
}
