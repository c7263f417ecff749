import { unsupportedClaim } from '../claims/unsupported.ts';
import type { Rule } from '../rule.ts';

/** TK-X102. Example: "I committed the fix", and no commit ran. */
export const claimedCommit: Rule = unsupportedClaim('commit', {
  id: 'TK-X102',
  title: 'The agent claims a commit that no executed call supports.',
});
