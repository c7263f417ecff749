import type { Rule } from '../rule.ts';
import type { Timeline } from '../timeline/timeline.ts';

/**
 * TK-X000: nothing that was said to or by the model is recorded, so that nothing can be compared with it. Example: a
 * session that was started so that it keeps no transcript.
 */
export const noExchanges: Rule = {
  id: 'TK-X000',
  title: 'No exchanges were captured: the request checks could not run.',
  severity: 'info',
  needs: [],
  run: (timeline) => {
    if (hasExchange(timeline)) return [];
    const text =
      timeline.run.from?.why === 'child'
        ? 'no exchanges of its own: what this subagent said stands in its parent’s transcript, and is judged there'
        : 'no exchanges were captured, so that what was asked for could not be compared with what was done';
    return [{ text, cites: [timeline.run.opened] }];
  },
};

function hasExchange({ spoken, transcripts, isOwn }: Timeline): boolean {
  return (
    spoken.some(({ at }) => isOwn(at)) ||
    transcripts.some(({ generations }) =>
      generations.some(({ lines }) => lines.some(({ at, exchange }) => exchange !== undefined && isOwn(at))),
    )
  );
}
