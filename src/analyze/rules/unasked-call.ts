import type { Pairs } from '../pairs.ts';
import { type Found, quote, type Rule } from '../rule.ts';
import type { GateCall } from '../timeline/hooks.ts';
import type { Timeline } from '../timeline/timeline.ts';

/**
 * TK-X002: a hook saw a call run that no line of the transcript asks for, although the transcript goes on behind it.
 * Example: the line of a call that was cut out before anybody read it.
 */
export const unaskedCall: Rule = {
  id: 'TK-X002',
  title: 'A call ran that no exchange asked for.',
  severity: 'high',
  needs: ['hooks', 'exchanges'],
  run: (timeline, { pairs, capability }) => {
    const past = lastPaired(timeline, pairs);
    const found: Found[] = [];
    for (const call of timeline.calls) {
      if (!timeline.isOwn(call.at) || pairs.ofCall.has(call) || pairs.unknown.has(call)) continue;
      const { completion } = call;
      if (completion === undefined || completion.provisional || !RAN.has(completion.outcome)) continue;
      const seq = past.get(threadOf(call, capability.subagents));
      if (seq === undefined || seq < call.at.seq) continue;
      const name = timeline.contents.text(call.name) ?? call.tool;
      found.push({
        text: `${quote(name)} ran, and no line of the transcript asks for it, though the transcript goes on behind it`,
        cites: [call.at, completion.at],
      });
    }
    return found;
  },
};

const RAN: ReadonlySet<string> = new Set(['ok', 'error', 'running', 'interrupted']);

/** The last decision in each thread that the transcript tells of too: up to there it is complete. */
function lastPaired({ calls }: Timeline, pairs: Pairs): ReadonlyMap<string, number> {
  const last = new Map<string, number>();
  for (const call of calls)
    if (pairs.ofCall.has(call)) {
      last.set(threadOf(call, 'agent_id'), call.at.seq);
      last.set(threadOf(call, 'unmarked'), call.at.seq);
    }
  return last;
}

function threadOf({ at, agent }: GateCall, subagents: string): string {
  return subagents === 'unmarked' ? at.run : `${at.run} ${agent ?? ''}`;
}
