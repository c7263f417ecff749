import { unsupportedClaim } from '../claims/unsupported.ts';
import type { Rule } from '../rule.ts';

/** TK-X103. Example: "pushed to origin/main", after a push that was denied. */
export const claimedPush: Rule = unsupportedClaim('push', {
  id: 'TK-X103',
  title: 'The agent claims a push that no executed call supports.',
});
