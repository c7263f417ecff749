import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Profile } from '../harness/failure.ts';
import type { Harness } from '../model/harness.ts';

/** The process that spoke to the socket, as far as the system tells (Linux: SO_PEERCRED). */
export type Caller = { readonly pid?: number; readonly uid?: number };

/** One hook as it reached the signer: the payload's bytes, and what the installed command says of itself. */
export type HookCall = {
  readonly raw: Uint8Array;
  /** The command's first argument; undefined for a name that is no harness's. */
  readonly harness: Harness | undefined;
  /** The command's last argument: the event in the harness's words, where the install has one. */
  readonly event?: string;
  readonly profile: Profile;
  /** Which install's command it was (`init` writes an id into it); empty where it has none. */
  readonly install: string;
  /** Makes a resend idempotent: the same nonce gets the same answer, and is recorded once. */
  readonly nonce: string;
  /** The directory that the hook was started in. */
  readonly cwd: string;
  readonly caller: Caller;
  /** When it came, ms since 1970. */
  readonly received: number;
  /** It waited in the spool while no signer ran: it proves nothing about a person. */
  readonly spooled: boolean;
};

/** What the hook prints and how it exits, in the harness's dialect. */
export type HookReply = { readonly stdout: string; readonly stderr: string; readonly exit: number };

/** What a hook's connection offers while it is decided. */
export type HookWait = {
  /** Writes a line to the hook's stderr at once: a held call speaks while it waits. */
  readonly say: (line: string) => void;
  /** Tells the hook how to fail should it lose the signer from here on: the run's mode, as `state/fail/` has it. */
  readonly failMode?: (mode: Profile) => void;
  /** Aborted when the hook is gone (killed, timed out): a hold of it is cancelled. */
  readonly gone: AbortSignal;
};

/** The signer's judgement, as the socket server uses it. Neither method throws for bad input. */
export type Gate = {
  /** The signer's side of the tailer's process; absent where transcripts are not followed. */
  readonly tailers?: TailerEntry | undefined;
  readonly hook: (call: HookCall, wait: HookWait) => Promise<HookReply>;
  /** What commands ask over the socket (`status`, `approvals list`, …): JSON in, JSON out. */
  readonly ask: (request: GateRequest, caller: Caller) => Promise<GateAnswer>;
  /** Holds that wait; a signer with any does not stop for idleness. */
  readonly busy: () => boolean;
  /** Cancels holds, records what is pending, and closes the log. */
  readonly close: () => Promise<void>;
};

/** What the socket's server does for the tailer's process. */
export type TailerEntry = {
  /** The signer listens at `socket` from now on. */
  readonly listening: (socket: string) => void;
  /** Takes a connection that asks to be the tailer's, or refuses it. */
  readonly accept: (request: IncomingMessage, stream: Duplex) => void;
};

/** hostile: comes over the socket; `ask` checks it. */
export type GateRequest = { readonly command: string; readonly [key: string]: unknown };

export type GateAnswer =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly code: string; readonly message: string };
