import type { IncomingMessage, ServerResponse } from 'node:http';
import { kindOf } from '../harness/decode.ts';
import { failure, type Profile } from '../harness/failure.ts';
import { type BodyBudget, readBody } from './body.ts';
import { BEAT, exitFrame, textFrames } from './frames.ts';
import type { Caller, Gate, HookReply } from './hook-call.ts';
import { BEAT_MS, MAX_PAYLOAD } from './hook-limits.ts';
import { type HookHead, readHookHead } from './hook-request.ts';
import type { Replies } from './replies.ts';

export type HookServing = {
  readonly gate: Pick<Gate, 'hook'>;
  readonly replies: Replies;
  readonly budget: BodyBudget;
  readonly clock: () => number;
  readonly platform: string;
  /** Told of a gate that threw, which its contract rules out; the hook gets a failure's answer. */
  readonly onDefect: (error: unknown) => void;
};

/** A hook that reads nothing has a kernel buffer's worth unread before this. */
const MOST_UNREAD = 256 * 1024;

/** One hook that waits for its answer. */
export type HookConnection = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly query: URLSearchParams;
  readonly caller: Caller;
};

/** Answers one `POST /hook`: its payload to the gate, the gate's words back as frames. Never rejects. */
export async function serveHook(connection: HookConnection, serving: HookServing): Promise<void> {
  const { request, response } = connection;
  const received = serving.clock();
  const head = readHookHead(connection.query);
  const gone = new AbortController();
  const frame = (text: string): void => {
    if (response.destroyed || response.writableEnded) return;
    response.write(text);
    if (response.writableLength > MOST_UNREAD) response.destroy();
  };
  const beat = setInterval(() => frame(BEAT), BEAT_MS);
  // Neither curl nor our client ever closes one side alone: its end is the hook's.
  request.socket.once('end', () => response.destroy());
  response.on('close', () => {
    clearInterval(beat);
    if (!response.writableFinished) gone.abort();
  });
  const body = await readBody(request, MAX_PAYLOAD, serving.budget);
  if (body.kind === 'cut') {
    response.destroy();
    return;
  }
  const listener = { frame, gone: gone.signal };
  const reply =
    body.kind === 'too_large'
      ? refused(head, serving, tooLarge(body.length))
      : await serving.replies.join(replyKey(head), listener, (wait) =>
          decide(serving, head, { raw: body.bytes, caller: connection.caller, received, wait }),
        );
  clearInterval(beat);
  if (!response.destroyed) response.end(replyFrames(reply));
}

/** Head and payload: a resend carries both again, and nothing else shares its nonce. */
function replyKey({ nonce, harness, event }: HookHead): string {
  return nonce === '' ? '' : `${nonce} ${harness ?? ''} ${event ?? ''}`;
}

type Arrived = {
  readonly raw: Uint8Array;
  readonly caller: Caller;
  readonly received: number;
  readonly wait: { readonly frame: (text: string) => void; readonly gone: AbortSignal };
};

async function decide(serving: HookServing, head: HookHead, arrived: Arrived): Promise<HookReply> {
  const { wait, ...rest } = arrived;
  try {
    return await serving.gate.hook(
      { ...head, ...rest, spooled: false },
      {
        say: (line) => wait.frame(textFrames(2, line)),
        failMode: (mode: Profile) => wait.frame(`f ${mode}\n`),
        gone: wait.gone,
      },
    );
  } catch (error) {
    serving.onDefect(error);
    // Of the error itself nothing is told: it may quote what the log keeps under commitments.
    return refused(head, serving, 'the signer failed; see tracekit status');
  }
}

function refused(
  { harness, event = '', profile }: HookHead,
  { platform }: HookServing,
  why: string,
): HookReply {
  const kind = harness === undefined ? 'pre_tool' : kindOf(harness, event);
  return failure({ harness, kind, profile, why, platform, event });
}

function tooLarge(length: number): string {
  const most = MAX_PAYLOAD / 2 ** 20;
  return length > MAX_PAYLOAD
    ? `the payload has ${length} bytes, at most ${most} MiB expected`
    : 'the signer is reading too many large payloads at once; try again';
}

export function replyFrames({ stdout, stderr, exit }: HookReply): string {
  return textFrames(2, stderr) + textFrames(1, stdout) + exitFrame(exit);
}
