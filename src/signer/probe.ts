import { encode, quiet } from '../harness/encode.ts';
import type { HookEvent } from '../model/hook-event.ts';
import type { Verdict } from '../model/verdict.ts';
import type { HookReply } from './hook-call.ts';

/** The sessions that doctor's probes name: no harness makes such an id. */
const SESSION = /^tracekit-doctor-[0-9a-f]{16}$/;

/** The session of a probe, by 16 hex digits that no other probe has. */
export function probeSession(nonce: string): string {
  return `tracekit-doctor-${nonce}`;
}

/** What the signer says to the probe of a session. The session in it shows that this signer answered this probe. */
export function probeVerdict(session: string): Verdict {
  return {
    verdict: 'deny',
    rule: 'doctor-probe',
    reason: `[tracekit] ${session}: a probe, denied as it must be`,
  };
}

/**
 * The answer to doctor's probe; undefined for any other event. A probe is denied and leaves no trace: it opens no run, is not
 * recorded, and does not make the process that sent it a harness. hostile: an agent that takes such a session for its own has
 * each of its calls denied.
 */
export function probeAnswer(event: HookEvent, platform: string): HookReply | undefined {
  if (event.session === undefined || !SESSION.test(event.session)) return undefined;
  if (event.kind !== 'pre_tool') return quiet(event);
  return encode(event, probeVerdict(event.session), { platform });
}
