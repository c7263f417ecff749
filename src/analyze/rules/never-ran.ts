import { isStopped } from '../actions.ts';
import { type Found, quote, type Rule } from '../rule.ts';
import { type Request, requestName } from '../timeline/requests.ts';
import type { Timeline } from '../timeline/timeline.ts';
import type { Line } from '../timeline/transcript.ts';

/**
 * TK-X001: the model asked for a call, went on, and neither hook nor transcript says what became of it. Example: a
 * result line that was cut out. A call that the transcript ends with may still run, or was killed; that it says
 * nothing of.
 */
export const neverRan: Rule = {
  id: 'TK-X001',
  title: 'The model asked for a call that never ran, and nothing says why.',
  severity: 'medium',
  needs: ['exchanges'],
  run: (timeline, { pairs }) => {
    const last = lastWords(timeline);
    const found: Found[] = [];
    const tells = transcriptsWithResults(timeline);
    for (const request of timeline.requests) {
      if (!timeline.isOwn(request.at) || request.results.length > 0) continue;
      if (!tells.has(request.line.transcript)) continue;
      const call = pairs.ofRequest.get(request)?.call;
      if (call !== undefined && (isStopped(call) || hasEnded(call.completion))) continue;
      if (!isBefore(request, last.get(threadOf(request.line)))) continue;
      const name = requestName(request, timeline.contents) ?? request.tool;
      found.push({
        text: `the model asked for ${quote(name)}, and nothing says what became of it`,
        cites: [request.at, ...(call === undefined ? [] : [call.at])],
        trust: 'transcript',
      });
    }
    return found;
  },
};

function hasEnded(completion: { readonly provisional: boolean } | undefined): boolean {
  return completion !== undefined && !completion.provisional;
}

/** Cursor's transcripts have no results at all: there, their lack says nothing. */
function transcriptsWithResults({ requests }: Timeline): ReadonlySet<unknown> {
  return new Set(requests.filter(({ results }) => results.length > 0).map(({ line }) => line.transcript));
}

/** The model's last words in each thread: a transcript, and the agent within it. */
function lastWords({ transcripts }: Timeline): ReadonlyMap<string, Line> {
  const last = new Map<string, Line>();
  for (const { generations } of transcripts)
    for (const { lines } of generations)
      for (const line of lines)
        if (line.exchange?.messages.some(({ role }) => role === 'assistant') === true)
          last.set(threadOf(line), line);
  return last;
}

function threadOf({ at, transcript, agent }: Line): string {
  return `${at.run} ${transcript.index} ${at.place.generation} ${agent ?? ''}`;
}

/** Whether the model spoke again in another message after it asked. */
function isBefore({ line, message }: Request, last: Line | undefined): boolean {
  if (last === undefined || last.at.place.line <= line.at.place.line) return false;
  const ids = last.exchange?.messages.map(({ id }) => id) ?? [];
  return message.id === undefined || !ids.includes(message.id);
}
