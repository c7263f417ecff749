import type { Action } from '../actions.ts';
import type { Timeline } from '../timeline/timeline.ts';
import type { Transcript } from '../timeline/transcript.ts';

/**
 * Whether a call may have done what it was asked to: it was not prevented, and is not known to have failed. A command
 * that ended with an error may have done its part before that.
 */
export function mayHaveRun(action: Action): boolean {
  if (action.state === 'ran' || action.state === 'unknown') return true;
  return action.state === 'failed' && action.tool === 'Bash' && action.outcome !== 'interrupted';
}

/**
 * Tells whether a call ran well, as far as anything tells. Of transcripts that have no results at all, a call's line is
 * written once it ran (formats: cursor §4).
 */
export function ranIn({ requests }: Pick<Timeline, 'requests'>): (action: Action) => boolean {
  const tell = new Set<Transcript>();
  for (const { line, results } of requests) if (results.length > 0) tell.add(line.transcript);
  return ({ state, call, request }) =>
    state === 'ran' ||
    (state === 'unknown' &&
      call === undefined &&
      request !== undefined &&
      !tell.has(request.line.transcript));
}
