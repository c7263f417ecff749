import type { LineReading, Part } from '../../src/model/reading.ts';
import { copilot } from '../../tailers/copilot.ts';
import { type ReadTranscript, readAll, splitLines, valueAt } from './transcript-files.ts';

/** Events as Copilot CLI 1.0.102 writes them, with what the test changes. */
export const SESSION = '11111111-2222-4333-8444-555555555555';
export const PATH = `/home/dev/.copilot/session-state/${SESSION}/events.jsonl`;
export const AT = '2026-11-30T16:26:27.960Z';

type Fields = Readonly<Record<string, unknown>>;
/** A line as an object, its text, or its bytes. */
export type AnyLine = Fields | string | Uint8Array;

let made = 0;

export function event(type: string, data: Fields = {}, envelope: Fields = {}): Fields {
  made++;
  const id = `00000000-0000-4000-8000-${made.toString(16).padStart(12, '0')}`;
  return { type, data, id, timestamp: AT, parentId: null, ...envelope };
}

export const START = event('session.start', {
  sessionId: SESSION,
  version: 1,
  producer: 'copilot-agent',
  copilotVersion: '1.0.102',
});

export const prompt = (content: unknown, data: Fields = {}, envelope: Fields = {}): Fields =>
  event('user.message', { content, interactionId: 'i1', ...data }, envelope);

export const request = (toolCallId: string, name = 'bash', args: unknown = { command: 'ls' }): Fields => ({
  toolCallId,
  name,
  arguments: args,
  type: 'function',
});

export const says = (data: Fields, envelope: Fields = {}): Fields =>
  event(
    'assistant.message',
    { messageId: 'm1', content: '', toolRequests: [], interactionId: 'i1', turnId: '0', ...data },
    envelope,
  );

export const completed = (toolCallId: string, data: Fields = {}, envelope: Fields = {}): Fields =>
  event(
    'tool.execution_complete',
    { toolCallId, success: true, result: { content: 'x' }, ...data },
    envelope,
  );

/** Bytes as they stand, text and objects as one line each. */
export function toBytes(lines: readonly AnyLine[]): Buffer {
  return Buffer.concat(
    lines.map((line) =>
      line instanceof Uint8Array
        ? line
        : Buffer.from(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`),
    ),
  );
}

/** Reads lines as if they stood in a session's file, behind its header. */
export function session(...lines: readonly AnyLine[]): ReadTranscript {
  return readEvents(PATH, splitLines(toBytes([START, ...lines])));
}

export function readEvents(path: string, lines: readonly Uint8Array[]): ReadTranscript {
  const source = copilot.describe(path, lines.slice(0, 64));
  if (source === undefined) throw new Error(`${path} was not taken for a session's events`);
  return { path, source, lines, readings: readAll(copilot, source, lines) };
}

type Of<Kind extends Part['kind']> = Extract<Part, { readonly kind: Kind }>;
export type Placed<P> = { readonly part: P; readonly at: number; readonly reading: LineReading };

/** All parts of a kind, in the order of the file. */
export function partsOf<Kind extends Part['kind']>(
  { readings }: ReadTranscript,
  kind: Kind,
): readonly Placed<Of<Kind>>[] {
  return readings.flatMap((reading, at) =>
    (reading.exchange?.parts ?? []).flatMap((part) =>
      part.kind === kind ? [{ part: part as Of<Kind>, at, reading }] : [],
    ),
  );
}

/** What a line's parts of a kind say, joined. */
export function saidAt(transcript: ReadTranscript, at: number, kind: 'text' | 'thinking'): string {
  return (transcript.readings[at]?.exchange?.parts ?? [])
    .map((part) => (part.kind === kind ? String(valueAt(transcript.lines[at]!, part.body) ?? '') : ''))
    .join('');
}
