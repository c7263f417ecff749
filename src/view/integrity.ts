import type { Verdict } from '../verify/verdict.ts';
import type { Integrity } from './api.ts';

/** What the verdict on integrity comes to in one word. */
export function integrityOf(verdicts: readonly Verdict[]): Integrity {
  const found = verdicts.find(({ question }) => question === 'integrity')?.standing;
  return found === undefined || found === 'unusable' ? 'unknown' : found;
}
