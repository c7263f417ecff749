import { kindOf } from '../harness/decode.ts';
import { failure, type Profile } from '../harness/failure.ts';
import { isSafeId } from '../model/harness.ts';
import type { HookEvent, Undecoded } from '../model/hook-event.ts';
import type { HookCall, HookReply } from './hook-call.ts';
import type { Journal } from './journal.ts';

export type FailedHookParts = {
  readonly journal: Journal;
  readonly platform: string;
  /** How a hook fails whose run is not known. */
  readonly failMode: (cwd: string, profile: Profile) => Profile | undefined;
};

/** A hook that failed, and why, as the log says it. */
export type FailedHook = {
  readonly call: HookCall;
  readonly event?: HookEvent | Undecoded;
  readonly why: 'unparseable' | 'missing_ids' | 'error' | 'unknown_harness';
  /** In words, for the person. */
  readonly words: string;
  /** The run's mode, where it has one. */
  readonly mode?: Profile;
};

/** Answers hooks that could not be decided by their profile, and records that they failed. */
export class FailedHooks {
  private readonly parts: FailedHookParts;

  constructor(parts: FailedHookParts) {
    this.parts = parts;
  }

  async answer({ call, event, why, words, mode }: FailedHook): Promise<HookReply> {
    const harness = event?.harness ?? call.harness;
    const name = event?.event ?? call.event;
    await this.parts.journal.note({
      kind: 'hook.failed',
      source: harness === undefined ? 'signer' : `hook:${harness}`,
      data: {
        event: isSafeId(name) ? name : 'unknown',
        why,
        ...(harness === undefined ? {} : { harness }),
      },
    });
    return failure({
      harness,
      kind: event?.kind ?? (name === undefined ? 'pre_tool' : kindOf(harness ?? 'claude-code', name)),
      profile: this.profile(call, mode),
      why: words,
      platform: this.parts.platform,
      ...(name === undefined ? {} : { event: name }),
      ...(event !== undefined && 'payload' in event
        ? { surface: event.surface, ...(event.tool === undefined ? {} : { tool: event.tool }) }
        : {}),
    });
  }

  /** A policy may make the open profile closed; the closed one blocks whatever it says, since a signer answers here. */
  private profile(call: HookCall, mode: Profile | undefined): Profile {
    if (call.profile === 'closed') return 'closed';
    return mode ?? this.parts.failMode(call.cwd, call.profile) ?? 'open';
  }
}
