import type { LineReading, Part, SourceDescription } from '../../src/model/reading.ts';
import { cursor } from '../../tailers/cursor.ts';
import { type ReadTranscript, readAll, valueAt } from './transcript-files.ts';

export const CONVERSATION = '5f0c0de0-0000-4000-8000-00000000c0de';
export const AGENT = '5f0c0de0-1111-4000-8000-000000000001';
export const FOLDER = '/home/dev/.cursor/projects/home-dev-project/agent-transcripts';
export const MAIN: SourceDescription = { harness: 'cursor', session: CONVERSATION, role: 'main' };
export const CHILD: SourceDescription = { ...MAIN, role: 'subagent', agent: AGENT };

export const text = (words: unknown): object => ({ type: 'text', text: words });
export const use = (name: string, input: object = {}): object => ({ type: 'tool_use', name, input });
export const user = (...content: readonly unknown[]): object => ({ role: 'user', message: { content } });
export const assistant = (...content: readonly unknown[]): object => ({
  role: 'assistant',
  message: { content },
});
export const asked = (words: string): object => user(text(`<user_query>\n${words}\n</user_query>`));
export const ended = (status: string, fields: object = {}): object => ({
  type: 'turn_ended',
  status,
  ...fields,
});

/** The lines as Cursor writes them. */
export function toLines(...objects: readonly object[]): readonly Uint8Array[] {
  return objects.map((object) => Buffer.from(`${JSON.stringify(object)}\n`));
}

/** Reads the lines from 0 on with a fresh reader. */
export function read(source: SourceDescription, ...objects: readonly object[]): ReadTranscript {
  const lines = toLines(...objects);
  return { path: '', source, lines, readings: readAll(cursor, source, lines) };
}

export function readings(...objects: readonly object[]): readonly LineReading[] {
  return read(MAIN, ...objects).readings;
}

/** The parts of one kind, each with its line and decoded body. */
export function partsOf<Kind extends Part['kind']>({ lines, readings: all }: ReadTranscript, kind: Kind) {
  return all.flatMap((reading, line) =>
    (reading.exchange?.parts ?? [])
      .filter((part): part is Extract<Part, { kind: Kind }> => part.kind === kind)
      .map((part) => ({
        part,
        line,
        body: 'body' in part ? valueAt(lines[line]!, part.body) : undefined,
      })),
  );
}
