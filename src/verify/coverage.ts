import type { RunReport, Verdict } from './verdict.ts';

/** Whether the gate decided each call that the transcripts show. A run that was only recorded cannot tell. */
export function judgeGateCoverage(runs: readonly RunReport[]): Verdict {
  const gated = runs.filter(({ mode }) => mode === 'hooks');
  const recorded = runs.length - gated.length;
  const calls = gated.reduce((sum, run) => sum + run.calls, 0);
  const decided = gated.reduce((sum, run) => sum + run.decided, 0);
  const basis =
    recorded > 0
      ? [`${recorded} runs have no hooks: their transcripts cannot tell what a gate would have seen`]
      : [];
  const question = 'gate coverage';
  if (gated.length === 0) return { question, word: 'CANNOT TELL', standing: 'unknown', basis, warnings: [] };
  const missed = gated.filter((run) => run.calls > run.decided);
  return {
    question,
    word: `${decided} decided, ${calls} seen`,
    standing: missed.length > 0 ? 'warning' : 'ok',
    basis,
    warnings: missed
      .slice(0, 20)
      .map((run) => `run ${run.run}: transcripts show ${run.calls} calls, the gate decided ${run.decided}`),
  };
}
