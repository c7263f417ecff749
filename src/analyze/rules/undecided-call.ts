import type { Capability } from '../../harness/capabilities.ts';
import type { Pairs } from '../pairs.ts';
import type { PromptBook } from '../prompts/prompt-book.ts';
import { type Found, quote, type Rule } from '../rule.ts';
import type { At } from '../timeline/item.ts';
import { type Request, requestName } from '../timeline/requests.ts';
import type { Timeline } from '../timeline/timeline.ts';
import type { Line, Transcript } from '../timeline/transcript.ts';

/**
 * TK-R002: the transcript tells of a call that ran, and no hook decided it, although this version of the harness fires a
 * hook for such a call. Example: an edit after the hooks were switched off.
 */
export const undecidedCall: Rule = {
  id: 'TK-R002',
  title: 'A call in the transcript ran that no hook decided.',
  severity: 'high',
  needs: ['hooks', 'exchanges'],
  run: (timeline, { pairs, prompts: book, capability }) => {
    const begin = beginningOf(timeline, pairs, book);
    const tells = new Set(
      timeline.requests.filter(({ results }) => results.length > 0).map(({ line }) => line.transcript),
    );
    const found: Found[] = [];
    const before: Request[] = [];
    for (const request of timeline.requests) {
      if (!timeline.isOwn(request.at) || pairs.ofRequest.has(request) || pairs.unknown.has(request)) continue;
      // Cursor's transcripts never say what became of a call.
      if (tells.has(request.line.transcript) && !hasRun(request)) continue;
      const name = requestName(request, timeline.contents) ?? request.tool;
      if (!fires(name, request, capability)) continue;
      if (begin.isAfter(request)) {
        before.push(request);
        continue;
      }
      found.push({
        text: `${quote(name)} ran, as the transcript tells, and no hook decided it`,
        cites: [request.at, ...request.results.map(({ at }) => at)],
        trust: 'transcript',
        ...(capability.basis === 'measured' ? {} : { severity: 'medium' }),
      });
    }
    return [...found, ...beforeRecording(before)];
  },
};

function beforeRecording(requests: readonly Request[]): readonly Found[] {
  if (requests.length === 0) return [];
  const text = `${requests.length} calls in the transcript came before the first hook, and could not be decided`;
  return [
    {
      ...{ kind: 'before_recording', severity: 'info', text, trust: 'transcript' },
      cites: requests.map(({ at }) => at),
    },
  ];
}

/** An error alone may come before any hook (an unknown tool, arguments that do not fit); one with an exit code ran. */
function hasRun({ results }: Request): boolean {
  return results.some(
    ({ outcome, exit }) =>
      outcome === 'ok' || outcome === 'running' || (outcome === 'error' && exit !== undefined),
  );
}

function fires(name: string, { line }: Request, { hookless }: Capability): boolean {
  if (hookless.includes('<every tool>') || hookless.includes(name)) return false;
  return !(line.transcript.role === 'guardian' && hookless.includes('<guardian thread>'));
}

type Beginning = { readonly isAfter: (request: Request) => boolean };

/**
 * Where the hooks began: after a call, where that has an earlier time than the first hook, and stands in its transcript
 * before every call that a hook decided and every prompt that a hook saw; harness and signer have one machine's clock.
 * hostile: the time alone is the agent's own word.
 */
function beginningOf({ calls, prompts }: Timeline, pairs: Pairs, { ofMessage }: PromptBook): Beginning {
  const hooks = [...calls, ...prompts].map(({ at }) => at);
  const first = hooks.reduce<At | undefined>((a, b) => (a === undefined || b.seq < a.seq ? b : a), undefined);
  const hooked = new Map<Transcript, number>();
  const take = ({ transcript, at }: Line): void => {
    hooked.set(transcript, Math.min(hooked.get(transcript) ?? Number.POSITIVE_INFINITY, at.seq));
  };
  for (const { line } of pairs.ofRequest.keys()) take(line);
  for (const { message } of ofMessage.keys()) take(message.line);
  return {
    isAfter: ({ line }) =>
      first !== undefined &&
      line.clock !== undefined &&
      line.clock < Date.parse(first.time) &&
      line.at.seq < (hooked.get(line.transcript) ?? Number.POSITIVE_INFINITY),
  };
}
