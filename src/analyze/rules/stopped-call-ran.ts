import type { Capability } from '../../harness/capabilities.ts';
import { isStopped } from '../actions.ts';
import { type Found, quote, type Rule } from '../rule.ts';
import type { GateCall } from '../timeline/hooks.ts';
import type { At } from '../timeline/item.ts';
import type { Request } from '../timeline/requests.ts';

/**
 * TK-R006: the gate denied or held a call, or its hook went away, and it ran all the same. Example: the harness's own hook
 * timeout, which lets a call run that waits for an approval.
 */
export const stoppedCallRan: Rule = {
  id: 'TK-R006',
  title: 'A denied, held or cancelled call completed all the same.',
  severity: 'critical',
  needs: ['hooks'],
  run: ({ calls, contents, isOwn }, { pairs, capability }) => {
    const found: Found[] = [];
    const first = new Map([...pairs.ofRequest].map(([request, { call }]) => [call, request]));
    for (const call of calls) {
      if (!isOwn(call.at) || !isStopped(call)) continue;
      const at = ranByHook(call, capability) ?? ranByTranscript(first.get(call));
      if (at === undefined) continue;
      const name = contents.text(call.name) ?? call.tool;
      found.push({
        text: `${quote(name)} was ${wordOf(call)}, and completed all the same`,
        cites: [call.at, ...call.approvals.flatMap(({ cancelled }) => cancelled?.at ?? []), at.at],
        ...(at.trust ? { trust: 'transcript' } : {}),
      });
    }
    return found;
  },
};

type Ran = { readonly at: At; readonly trust: boolean };

/** A failure is told of a denied call too, where the harness has a post event for those. */
function ranByHook({ completions }: GateCall, { noPost }: Capability): Ran | undefined {
  const real = completions.find(
    ({ provisional, outcome }) =>
      !provisional &&
      (outcome === 'ok' || outcome === 'running' || (outcome === 'error' && noPost.includes('denied'))),
  );
  return real === undefined ? undefined : { at: real.at, trust: false };
}

function ranByTranscript(request: Request | undefined): Ran | undefined {
  const result = request?.results.find(
    ({ outcome, exit }) =>
      outcome === 'ok' || outcome === 'running' || (outcome === 'error' && exit !== undefined),
  );
  return result === undefined ? undefined : { at: result.at, trust: true };
}

function wordOf({ verdict, approvals }: GateCall): string {
  if (verdict === 'deny') return 'denied';
  if (approvals.some(({ cancelled }) => cancelled !== undefined)) return 'cancelled';
  return 'held';
}
