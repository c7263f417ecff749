/** A thing that was computed here, and what it was compared with. */
export type Step = {
  readonly title: string;
  /** What was done, in a sentence or as a formula. */
  readonly how: string;
  readonly computed?: string;
  readonly expected?: string;
  /** `open`: there is nothing to check it by yet, or no more. */
  readonly result: 'equal' | 'differs' | 'open';
  /** What it means that it differs, or is open. */
  readonly meaning?: string;
};

/** Compares what was computed with what was stated. */
export function compared(
  step: Pick<Step, 'title' | 'how'> & {
    readonly computed: string;
    readonly expected: string;
    readonly meaning: string;
  },
): Step {
  const { meaning, ...rest } = step;
  return step.computed === step.expected
    ? { ...rest, result: 'equal' }
    : { ...rest, result: 'differs', meaning };
}
