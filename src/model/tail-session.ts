import type { Harness } from './harness.ts';
import type { RecorderMessage, TailerMessage } from './tail.ts';

/**
 * What the signer and the tailer's process say to each other besides what any recorder and tailer do: which sessions
 * to follow, by whose leave, and how far.
 */

/** What the signer tells the tailer. */
export type SessionOrder =
  /**
   * Follow this session's transcripts. `token` is the leave to report of its run: what the tailer finds carries it.
   * `path` is where a hook says the transcript is, absolute; without one the tailer looks where the harness keeps them.
   */
  | {
      readonly kind: 'session';
      readonly harness: Harness;
      readonly session: string;
      readonly token: string;
      readonly path?: string;
    }
  /** The session's run is closed: nothing more is read of it. */
  | { readonly kind: 'over'; readonly harness: Harness; readonly session: string }
  /** Read the session's transcripts to their present end, before anything else; answered with `caught`. */
  | {
      readonly kind: 'catch_up';
      readonly id: number;
      readonly harness: Harness;
      readonly session: string;
      readonly path?: string;
    }
  /**
   * Compare all that was read of the session's transcripts with what is on disk, and read what is new; answered with
   * a `checked` for each transcript that is as it was, then `caught`.
   */
  | { readonly kind: 'check'; readonly id: number; readonly harness: Harness; readonly session: string }
  /** Say `caught`: a tailer that is silent for long counts as lost. */
  | { readonly kind: 'ping'; readonly id: number };

/** What the tailer's process tells the signer. */
export type SessionReport =
  | { readonly kind: 'caught'; readonly id: number }
  /** All recorded bytes of the transcript are still there: so many lines, up to this byte. */
  | { readonly kind: 'checked'; readonly source: number; readonly lines: number; readonly end: number };

export type ToTailer = RecorderMessage | SessionOrder;
export type FromTailer = TailerMessage | SessionReport;

/** The path and protocol word of the request by which a tailer's process takes its connection to the signer. */
export const TAILER_PATH = '/tailer';
export const TAILER_PROTOCOL = 'tracekit-tailer/1';
