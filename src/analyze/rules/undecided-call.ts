import type { Capability } from '../../harness/capabilities.ts';
import { type Found, quote, type Rule } from '../rule.ts';
import type { At } from '../timeline/item.ts';
import type { Request } from '../timeline/requests.ts';
import type { Timeline } from '../timeline/timeline.ts';

/**
 * TK-R002: the transcript tells of a call that ran, and no hook decided it, although this version of the harness fires a
 * hook for such a call. Example: an edit after the hooks were switched off.
 */
export const undecidedCall: Rule = {
  id: 'TK-R002',
  title: 'A call in the transcript ran that no hook decided.',
  severity: 'high',
  needs: ['hooks', 'exchanges'],
  run: (timeline, { pairs, capability }) => {
    const begin = firstHook(timeline);
    const tells = new Set(
      timeline.requests.filter(({ results }) => results.length > 0).map(({ line }) => line.transcript),
    );
    const found: Found[] = [];
    for (const request of timeline.requests) {
      if (!timeline.isOwn(request.at) || pairs.ofRequest.has(request) || pairs.unknown.has(request)) continue;
      // Cursor's transcripts never say what became of a call.
      if (tells.has(request.line.transcript) && !hasRun(request)) continue;
      const name = timeline.contents.words(request.name) ?? request.tool;
      if (!fires(name, request, capability) || isBefore(request, begin)) continue;
      found.push({
        text: `${quote(name)} ran, as the transcript tells, and no hook decided it`,
        cites: [request.at, ...request.results.map(({ at }) => at)],
        trust: 'transcript',
        ...(capability.basis === 'measured' ? {} : { severity: 'medium' }),
      });
    }
    return found;
  },
};

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

/** The harness's clock at the first hook of the session's recorded runs: before it nothing could be decided. */
function firstHook({ calls, prompts, requests }: Timeline): {
  readonly at: At | undefined;
  readonly line: number;
} {
  const seqs = [...calls, ...prompts].map(({ at }) => at);
  const first = seqs.reduce<At | undefined>((a, b) => (a === undefined || b.seq < a.seq ? b : a), undefined);
  return { at: first, line: requests.length };
}

/** By the clocks of harness and log, since nothing else tells what came before the recording began. */
function isBefore({ line }: Request, { at }: { readonly at: At | undefined }): boolean {
  return at === undefined || (line.clock !== undefined && line.clock < Date.parse(at.time) - SLACK_MS);
}

/** Harness and signer run on one machine; what is further apart than this was before. */
const SLACK_MS = 2_000;
