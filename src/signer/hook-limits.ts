import type { Harness } from '../model/harness.ts';
import type { EventKind } from '../model/hook-event.ts';

/** A payload beyond this many bytes is not judged but answered as a failure. */
export const MAX_PAYLOAD = 64 * 2 ** 20;
/** The signer writes a line to a waiting hook so often: a killed hook is noticed within a beat. */
export const BEAT_MS = 1_000;
/** A signer that lets so many beats out hangs. */
export const SILENCE_SECONDS = 10;
/** The same for curl, which takes the mean of 5 s before it starts to count. */
export const CURL_SILENCE_SECONDS = 5;
/** A signer of which nothing is seen is waited for so long. */
export const START_SECONDS = 10;
/**
 * One whose process is there, or that another hook is starting, for so long. Alone it listens in 0.3 s; with 64 hooks at
 * once on two busy cores it took more than 3 s, and every one of them was blocked.
 */
export const STARTING_SECONDS = 30;

/** `hold_seconds` where the installed command does not say (config.ts; not imported, since the hook reads no YAML). */
export const DEFAULT_HOLD_SECONDS = 540;

/** The installed timeouts less what is left for the answer. Codex clamps these two to 3 s. */
const ANSWER_SECONDS = 15;
const OTHER_SECONDS = 25;
const CLAMPED_SECONDS = 2;
export const CLAMPED_EVENTS: readonly string[] = ['SessionEnd', 'Interrupt'];

/** Seconds after which a hook gives up, so that it answers before its harness lets the call run. */
export function maxSeconds(kind: EventKind, hold: number): number {
  return kind === 'pre_tool' ? Math.ceil(hold) + ANSWER_SECONDS : OTHER_SECONDS;
}

/** As `maxSeconds`, for an event that the harness gives less time. */
export function maxSecondsOf(harness: Harness | undefined, event: string, times: HookTimes): number {
  if (harness === 'codex' && CLAMPED_EVENTS.includes(event)) return CLAMPED_SECONDS;
  return maxSeconds(times.kind, times.hold);
}

/** The event's kind, and the home's `hold_seconds`. */
export type HookTimes = { readonly kind: EventKind; readonly hold: number };

/**
 * Events that start a signer where none runs: what needs an answer, and a session's beginning. The others need none
 * and wait in the spool.
 */
export function startsSigner(kind: EventKind): boolean {
  return kind === 'pre_tool' || kind === 'prompt' || kind === 'session_start';
}
