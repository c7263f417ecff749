import type { LineReading, SourceDescription } from '../../src/model/reading.ts';
import { claudeCode } from '../../tailers/claude-code.ts';
import { readAll, valueAt } from './transcript-files.ts';

/** A small line builder: the fields that each message line of Claude Code has, and what the test changes. */
export const SESSION = '11111111-2222-4333-8444-555555555555';
export const MAIN: SourceDescription = { harness: 'claude-code', session: SESSION, role: 'main' };

type Fields = Readonly<Record<string, unknown>>;

export function uuid(n: number): string {
  return `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

export function userLine(content: unknown, fields: Fields = {}): Fields {
  return {
    type: 'user',
    sessionId: SESSION,
    isSidechain: false,
    message: { role: 'user', content },
    ...fields,
  };
}

export function assistantLine(message: string | undefined, content: unknown, fields: Fields = {}): Fields {
  const id = message === undefined ? {} : { id: message };
  return { type: 'assistant', sessionId: SESSION, message: { ...id, role: 'assistant', content }, ...fields };
}

export function thinking(text: string, signature = 'c2ln'): Fields {
  return { type: 'thinking', thinking: text, signature };
}

export function text(words: string): Fields {
  return { type: 'text', text: words };
}

export function toolUse(id: string, input: unknown = { command: 'ls' }, name = 'Bash'): Fields {
  return { type: 'tool_use', id, name, input };
}

export function resultLine(call: string, content: unknown, fields: Fields = {}, isError?: unknown): Fields {
  const block = {
    tool_use_id: call,
    type: 'tool_result',
    content,
    ...(isError === undefined ? {} : { is_error: isError }),
  };
  return userLine([block], fields);
}

export function toLine(fields: Fields | string | Uint8Array): Uint8Array {
  if (fields instanceof Uint8Array) return fields;
  return Buffer.from(`${typeof fields === 'string' ? fields : JSON.stringify(fields)}\n`);
}

/** Reads the lines from 0 on with a fresh reader. */
export function read(
  lines: readonly (Fields | string | Uint8Array)[],
  source: SourceDescription = MAIN,
): readonly LineReading[] {
  return readAll(claudeCode, source, lines.map(toLine));
}

/** What a reading's parts say, with values in place of slices. */
export function saidBy(line: Fields | string | Uint8Array, reading: LineReading): readonly unknown[] {
  const bytes = toLine(line);
  return (reading.exchange?.parts ?? []).map((part) =>
    Object.fromEntries(
      Object.entries(part).map(([key, value]) => [
        key,
        typeof value === 'object' && 'at' in value ? valueAt(bytes, value) : value,
      ]),
    ),
  );
}
