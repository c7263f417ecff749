import { membersAt } from '../bytes/json-index.ts';
import { toUtf8 } from '../bytes/utf8.ts';
import { isSafeId } from '../model/harness.ts';
import type { HookEvent } from '../model/hook-event.ts';
import type { Committed, Draft, JsonObject } from '../model/record.ts';

/** What a hook's payload says that the model thought or said (Cursor's `afterAgentThought`, `afterAgentResponse`). */
export type Spoken = {
  readonly run: string;
  /** It reached us late, from the spool. */
  readonly spooled: boolean;
  readonly commit: (content: Uint8Array) => Committed;
};

/** What Cursor writes where the provider sealed the thinking (formats: cursor §4). */
const REDACTED = '[REDACTED]';

/** Whether the event brings the model's own words. */
export function isSpoken({ kind }: Pick<HookEvent, 'kind'>): boolean {
  return kind === 'thought' || kind === 'response';
}

/**
 * The draft of what the model thought or said: a `model.exchange` of one part that no line of a transcript has. Its text
 * is committed to as the raw JSON value in the payload, quotes and escapes as they are, like the parts of a line.
 */
export function spokenDraft(event: HookEvent, { run, spooled, commit }: Spoken): Draft {
  const part = partOf(event, commit);
  const data: { [key: string]: JsonObject[string] } = {
    from: 'hook',
    role: 'assistant',
    reasoning: part?.state ?? 'none',
    parts: part === undefined ? [] : [part],
  };
  if (isSafeId(event.turn)) data.turn = event.turn;
  if (isSafeId(event.agent)) data.agent = event.agent;
  if (spooled) data.spooled = true;
  return { run, kind: 'model.exchange', source: `hook:${event.harness}`, data };
}

/**
 * A thought without words was had all the same: `sealed`. What has words is `full`: all that the harness shows, though
 * whether the provider had summarised it before, no field says.
 */
function partOf(event: HookEvent, commit: Spoken['commit']): (JsonObject & { state?: string }) | undefined {
  const { kind, text } = event;
  const body = text === undefined ? {} : { body: commit(rawText(event, text)) };
  if (kind !== 'thought') return text === undefined ? undefined : { kind: 'text', ...body };
  const said = text?.trim() ?? '';
  return { kind: 'thinking', state: said === '' || said === REDACTED ? 'sealed' : 'full', ...body };
}

/** The bytes of the payload's `text`; hostile: in a payload nested too deep to find them, the text as we'd write it. */
function rawText({ raw }: HookEvent, text: string): Uint8Array {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const range = membersAt(bytes, { start, end: bytes.length })?.ranges.get('text');
  return range === undefined ? toUtf8(JSON.stringify(text)) : raw.subarray(range.start, range.end);
}
