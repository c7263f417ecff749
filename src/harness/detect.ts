import type { Harness } from '../model/harness.ts';
import type { Surface } from '../model/hook-event.ts';
import { filled, has, own, type Payload, text } from './payload.ts';

/** Who really sent a payload, and in which shape. */
export type Sender = { readonly harness: Harness; readonly surface: Surface };

/** Events that no other harness has. */
const GEMINI_EVENTS: ReadonlySet<string> = new Set([
  'BeforeTool',
  'AfterTool',
  'BeforeAgent',
  'AfterAgent',
  'BeforeModel',
  'BeforeToolSelection',
  'AfterModel',
  'PreCompress',
]);
const CODEX_EVENTS: ReadonlySet<string> = new Set(['PreModelRequest', 'PostModelRequest', 'Interrupt']);
/** Gemini names these as Claude Code and Copilot do, and tells itself by time stamp and transcript together. */
const SHARED_EVENTS: ReadonlySet<string> = new Set(['SessionStart', 'SessionEnd', 'Notification']);

/**
 * The harness that a payload betrays, whatever the command names; where it betrays none, the named one.
 * Evidence is top-level fields only: those the harness writes, and never the tool's input.
 */
export function detect(payload: Payload, named: Harness): Sender {
  if (isCursor(payload))
    return { harness: 'cursor', surface: named === 'claude-code' ? 'claude_settings' : 'own' };
  if (typeof own(payload, 'sessionId') === 'string') return { harness: 'copilot', surface: 'own' };
  const event = text(payload, 'hook_event_name') ?? '';
  if (GEMINI_EVENTS.has(event)) return ownSurface('gemini');
  if (isIsoTime(own(payload, 'timestamp'))) return timedSender(payload, event);
  if (isCodex(payload, event)) return ownSurface('codex');
  return isClaude(payload, named) ? ownSurface('claude-code') : ownSurface(named);
}

function ownSurface(harness: Harness): Sender {
  return { harness, surface: 'own' };
}

/** `conversation_id` alone, beside an event in Claude's spelling, is Claude's shape with a field more. */
function isCursor(payload: Payload): boolean {
  if (typeof own(payload, 'cursor_version') === 'string') return true;
  if (typeof own(payload, 'conversation_id') !== 'string') return false;
  return !/^[A-Z]/.test(text(payload, 'hook_event_name') ?? '') && own(payload, 'tool_name') !== 'Bash';
}

/** Snake-case fields with an ISO time: Gemini always names a transcript, Copilot's Claude shape only at a stop. */
function timedSender(payload: Payload, event: string): Sender {
  const transcript = filled(payload, 'transcript_path');
  const gemini =
    transcript !== undefined && SHARED_EVENTS.has(event) && !/[\\/]events\.jsonl$/.test(transcript);
  return gemini ? ownSurface('gemini') : { harness: 'copilot', surface: 'claude_settings' };
}

function isIsoTime(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value);
}

/** Codex: a rollout as transcript, or none at all (`--ephemeral`), or a turn id beside the model. */
function isCodex(payload: Payload, event: string): boolean {
  if (CODEX_EVENTS.has(event)) return true;
  const transcript = own(payload, 'transcript_path');
  if (typeof transcript === 'string' && /(?:^|[\\/])rollout-[^\\/]*$/.test(transcript)) return true;
  if (typeof transcript === 'string' && /[\\/]\.codex[\\/]sessions[\\/]/.test(transcript)) return true;
  if (transcript === null && has(payload, 'session_id')) return true;
  return typeof own(payload, 'turn_id') === 'string' && typeof own(payload, 'model') === 'string';
}

/** Claude Code's shape when another was named: its own ids, or a transcript and no time stamp. */
function isClaude(payload: Payload, named: Harness): boolean {
  if (
    typeof own(payload, 'session_id') !== 'string' ||
    !/^[A-Z]/.test(text(payload, 'hook_event_name') ?? '')
  ) {
    return false;
  }
  if (typeof own(payload, 'prompt_id') === 'string') return true;
  if (/^toolu_/.test(text(payload, 'tool_use_id') ?? '')) return true;
  const transcript = filled(payload, 'transcript_path');
  return (
    transcript !== undefined &&
    (named !== 'codex' || /[\\/]projects[\\/][^\\/]+[\\/][^\\/]+\.jsonl$/.test(transcript))
  );
}
