import type { LogFacts } from './facts.ts';
import type { Verdict } from './verdict.ts';

/** What the times rest on: the recording host's clock alone. They order nothing; the chain does. */
export function judgeTime({ firstTime, lastTime, jumps }: LogFacts): Verdict {
  const question = 'time';
  if (firstTime === undefined) {
    return {
      question,
      word: 'UNKNOWN',
      standing: 'unknown',
      basis: ['no record states a time'],
      warnings: [],
    };
  }
  const basis = [
    `from ${firstTime} to ${lastTime} by the host's clock; no anchor outside of the host confirms it`,
  ];
  if (jumps.count === 0) return { question, word: 'HOST CLOCK', standing: 'ok', basis, warnings: [] };
  const shown = jumps.list
    .slice(0, 20)
    .map(({ seq, what }) => `the clock goes back at record ${seq}: ${what}`);
  const more = jumps.count > shown.length ? [`${jumps.count - shown.length} more times`] : [];
  return {
    ...{ question, word: `HOST CLOCK, set back ${jumps.count} times`, standing: 'warning' as const },
    basis,
    warnings: [...shown, ...more],
  };
}
