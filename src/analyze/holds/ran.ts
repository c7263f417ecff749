import type { Action } from '../actions.ts';

/**
 * Whether a call may have done what it was asked to: it was not prevented, and is not known to have failed. A command
 * that ended with an error may have done its part before that.
 */
export function mayHaveRun(action: Action): boolean {
  if (action.state === 'ran' || action.state === 'unknown') return true;
  return action.state === 'failed' && action.tool === 'Bash' && action.outcome !== 'interrupted';
}
