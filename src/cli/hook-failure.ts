import { decode, isDecoded, kindOf } from '../harness/decode.ts';
import { quiet } from '../harness/encode.ts';
import { failure, type Profile } from '../harness/failure.ts';
import type { EventKind } from '../model/hook-event.ts';
import { readFailMode } from '../signer/fail-mode.ts';
import type { HookReply } from '../signer/hook-call.ts';
import { harnessNamed } from '../signer/hook-request.ts';
import type { HookArguments } from './hook-arguments.ts';

/** A hook whose payload is here, as far as it can be understood without a signer. */
export type Understood = {
  readonly kind: EventKind;
  /** The harness's session id; undefined for a payload that cannot be read. */
  readonly session: string | undefined;
  readonly fail: (profile: Profile, why: string) => HookReply;
  /** Nothing to say, and all is well. */
  readonly quiet: HookReply;
};

/** Reads the payload, for the answer's dialect (its sender's) and for the run. */
export function understand(
  { agent, event }: Pick<HookArguments, 'agent' | 'event'>,
  payload: Uint8Array,
  where: { readonly cwd: string; readonly platform: string },
): Understood {
  const harness = harnessNamed(agent);
  const { platform } = where;
  const named = { ...(event !== undefined && { event }) };
  if (harness === undefined) {
    const kind = event === undefined ? 'other' : kindOf('claude-code', event);
    const fail = (profile: Profile, why: string): HookReply =>
      failure({ harness, kind, profile, why, platform, ...named });
    return { kind, session: undefined, fail, quiet: { stdout: '', stderr: '', exit: 0 } };
  }
  const decoded = decode(payload, { harness, ...named }, where);
  const understood = isDecoded(decoded) ? decoded : undefined;
  const { kind } = decoded;
  const answerable = {
    harness: decoded.harness,
    kind,
    event: decoded.event,
    surface: understood?.surface ?? 'own',
    ...(understood?.tool !== undefined && { tool: understood.tool }),
  };
  return {
    kind,
    session: understood?.session,
    fail: (profile, why) => failure({ ...answerable, profile, why, platform }),
    quiet: quiet(answerable),
  };
}

/**
 * How a hook fails that cannot reach the signer: as its run's mode says, else as installed. A payload
 * that cannot be read names no run. In the open profile any word for closed counts.
 */
export function failProfile(
  args: Pick<HookArguments, 'profile' | 'home' | 'system'>,
  session: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Profile {
  if (args.system) return 'closed';
  const run = session === undefined ? undefined : readFailMode(args.home, session);
  if (args.profile === 'closed') return run ?? 'closed';
  return run === 'closed' || env.TRACEKIT_FAIL_CLOSED === '1' ? 'closed' : 'open';
}
