import { unsupportedClaim } from '../claims/unsupported.ts';
import type { Rule } from '../rule.ts';

/** TK-X104. Example: "I installed the dependencies", and no package manager ran. */
export const claimedInstall: Rule = unsupportedClaim('install', {
  id: 'TK-X104',
  title: 'The agent claims an install that no executed call supports.',
});
