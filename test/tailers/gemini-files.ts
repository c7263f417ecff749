import type { LineReading, Origin, Part, Role, SourceDescription } from '../../src/model/reading.ts';
import { gemini } from '../../tailers/gemini.ts';
import {
  filesOf,
  type ReadTranscript,
  readAll,
  readTranscript,
  type Scenario,
  valueAt,
} from './transcript-files.ts';

/** A small line builder for Gemini's recordings, and what is read from them. */
export const SESSION = '11111111-2222-4333-8444-555555555555';
export const MAIN: SourceDescription = { harness: 'gemini', session: SESSION, role: 'main' };
export const CHILD: SourceDescription = { ...MAIN, role: 'subagent', agent: 'a1' };

type Fields = Readonly<Record<string, unknown>>;

export const HEADER = {
  sessionId: SESSION,
  projectHash: 'a'.repeat(64),
  startTime: '2026-11-30T16:27:51.860Z',
  lastUpdated: '2026-11-30T16:27:51.860Z',
  kind: 'main',
};
export const CONTEXT = '<session_context>\nThis is the Gemini CLI.\n</session_context>';

export function user(id: string, content: unknown, more: Fields = {}): Fields {
  const parts = typeof content === 'string' ? [{ text: content }] : content;
  return { id, timestamp: '2026-11-30T16:27:53.234Z', type: 'user', content: parts, ...more };
}

export function model(id: string, content: unknown, more: Fields = {}): Fields {
  const at = '2026-11-30T16:27:53.613Z';
  return { id, timestamp: at, type: 'gemini', content, thoughts: [], tokens: null, ...more };
}

export function thought(subject: string, description = ''): Fields {
  return { subject, description, timestamp: '2026-11-30T16:27:53.613Z' };
}

export function answered(id: string, response: unknown, name = 'run_shell_command'): Fields {
  return { functionResponse: { id, name, response } };
}

export function call(id: string, response: unknown = { output: 'done' }, more: Fields = {}): Fields {
  const name = 'run_shell_command';
  const args = { command: 'ls' };
  return { id, name, args, result: [answered(id, response)], status: 'success', ...more };
}

export function reset(...messages: readonly unknown[]): Fields {
  return { $set: { messages, lastUpdated: '2026-11-30T16:27:58.342Z' } };
}

export function toLine(line: object | string): Uint8Array {
  return Buffer.from(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
}

/** Reads the lines from 0 on with a fresh reader. */
export function read(lines: readonly (Fields | string)[], source = MAIN): ReadTranscript {
  const bytes = lines.map(toLine);
  return { path: '', source, lines: bytes, readings: readAll(gemini, source, bytes) };
}

/** A session as Gemini wrote it before 0.39: one value, one member a line, no newline at its end. */
export function wholeSession(messages: readonly unknown[], source = MAIN): ReadTranscript {
  return read(wholeText(messages).split('\n'), source);
}

export function wholeText(messages: readonly unknown[], lastUpdated = HEADER.lastUpdated): string {
  return JSON.stringify({ ...HEADER, lastUpdated, messages }, null, 2);
}

export function recordingsOf(scenario: Scenario): readonly ReadTranscript[] {
  return filesOf(scenario, '.jsonl').map((path) => readTranscript(gemini, path));
}

/** A part with its line and the message it belongs to. */
export type Said<Kind extends Part['kind']> = {
  readonly part: Extract<Part, { kind: Kind }>;
  readonly line: number;
  readonly role: Role;
  readonly origin: Origin | undefined;
  readonly value: unknown;
};

/** The parts of one kind on lines that say something first. */
export function saidIn<Kind extends Part['kind']>(read: ReadTranscript, kind: Kind): readonly Said<Kind>[] {
  return read.readings.flatMap((reading, line) =>
    reading.exchange === undefined || reading.exchange.twin !== undefined
      ? []
      : partsOn(reading, kind).map((part) => {
          const exchange = reading.exchange!;
          const role = part.role ?? exchange.role;
          const origin = role === 'user' ? (part.origin ?? exchange.origin) : undefined;
          const slice = 'body' in part ? part.body : undefined;
          return { part, line, role, origin, value: valueAt(read.lines[line]!, slice) };
        }),
  );
}

function partsOn<Kind extends Part['kind']>(reading: LineReading, kind: Kind) {
  return (reading.exchange?.parts ?? []).filter(
    (part): part is Extract<Part, { kind: Kind }> => part.kind === kind,
  );
}

/** The texts that read as the person's prompts, each once. */
export function promptsIn(read: ReadTranscript): readonly unknown[] {
  return saidIn(read, 'text').flatMap(({ origin, value }) => (origin === 'prompt' ? [value] : []));
}

/** Each text of the user's role with its origin. */
export function originsIn(read: ReadTranscript): readonly unknown[] {
  return saidIn(read, 'text').flatMap(({ role, origin, value }) =>
    role === 'user' ? [[origin, value]] : [],
  );
}

/** What the model said. */
export function textsIn(read: ReadTranscript): readonly unknown[] {
  return saidIn(read, 'text').flatMap(({ role, value }) => (role === 'assistant' ? [value] : []));
}

/** What the model thought, as `subject: description`. */
export function thoughtsIn(read: ReadTranscript): readonly string[] {
  return saidIn(read, 'thinking').flatMap(({ value }) => {
    if (typeof value === 'string') return [value];
    const { subject, description } = (value ?? {}) as { subject?: string; description?: string };
    return subject === undefined ? [] : [`${subject}: ${description}`];
  });
}
