import { readFileSync } from 'node:fs';
import { decompress } from 'fzstd';
import type { LineReading, Part } from '../../src/model/reading.ts';
import { codex } from '../../tailers/codex.ts';
import {
  filesOf,
  type ReadTranscript,
  readAll,
  type Scenario,
  splitLines,
  valueAt,
} from './transcript-files.ts';

/** The rollouts of a scenario, compressed ones as well. */
export function rolloutsOf(scenario: Scenario): readonly ReadTranscript[] {
  const paths = [...filesOf(scenario, '.jsonl'), ...filesOf(scenario, '.jsonl.zst')];
  return paths.map((path) => {
    const bytes = readFileSync(path);
    return readRollout(path, splitLines(path.endsWith('.zst') ? Buffer.from(decompress(bytes)) : bytes));
  });
}

/** Describes and reads the lines of a rollout as if they stood in the file at `path`. */
export function readRollout(path: string, lines: readonly Uint8Array[]): ReadTranscript {
  const source = codex.describe(path, lines.slice(0, 64));
  if (source === undefined) throw new Error(`${path} was not taken for a rollout`);
  return { path, source, lines, readings: readAll(codex, source, lines) };
}

/** Objects as the lines of a rollout of one plain thread. */
export function rollout(...objects: readonly (object | string)[]): ReadTranscript {
  const lines = objects.map((each) =>
    Buffer.from(`${typeof each === 'string' ? each : JSON.stringify(each)}\n`),
  );
  return readRollout(PATH, lines);
}

export const THREAD = '01a22d46-7d46-7100-9529-05ccea429280';
export const PATH = `/home/dev/.codex/sessions/2026/11/30/rollout-2026-11-30T16-25-24-${THREAD}.jsonl`;
export const META = {
  timestamp: '2026-11-30T16:25:24.053Z',
  type: 'session_meta',
  payload: { id: THREAD, session_id: THREAD, cli_version: '0.171.0', source: 'exec' },
};

export const item = (payload: object, rest: object = {}): object => ({
  timestamp: '2026-11-30T16:25:25.000Z',
  type: 'response_item',
  payload,
  ...rest,
});
export const event = (type: string, payload: object = {}): object => ({
  timestamp: '2026-11-30T16:25:25.000Z',
  type: 'event_msg',
  payload: { type, ...payload },
});
export const completed = (type: string, payload: object, more: object = {}): object =>
  event('item_completed', { thread_id: THREAD, turn_id: 't1', item: { type, ...payload }, ...more });
export const userItem = (text: string, more: object = {}): object =>
  item({ type: 'message', role: 'user', content: [{ type: 'input_text', text }], ...more });
export const call = (id: string, more: object = {}, rest: object = {}): object =>
  item(
    { type: 'function_call', name: 'exec_command', arguments: '{"cmd":"ls"}', call_id: id, ...more },
    rest,
  );
export const output = (id: string, text: unknown): object =>
  item({ type: 'function_call_output', call_id: id, output: text });

/** The parts of one kind on lines that say something first, each with its line. */
export function partsOf<Kind extends Part['kind']>(transcript: ReadTranscript, kind: Kind) {
  return transcript.readings.flatMap((reading, line) =>
    (reading.exchange?.twin === undefined ? (reading.exchange?.parts ?? []) : [])
      .filter((part): part is Extract<Part, { kind: Kind }> => part.kind === kind)
      .map((part) => ({ part, line, exchange: reading.exchange! })),
  );
}

/** What a user-role line says, its texts joined. */
export function textOf(transcript: ReadTranscript, line: number): string {
  const exchange = transcript.readings[line]?.exchange;
  return (exchange?.parts ?? [])
    .map((part) => (part.kind === 'text' ? String(valueAt(transcript.lines[line]!, part.body)) : ''))
    .join('');
}

/** The prompts, each once. */
export function promptsOf(transcript: ReadTranscript): readonly string[] {
  return transcript.readings.flatMap((reading, line) =>
    reading.exchange?.origin === 'prompt' && reading.exchange.twin === undefined
      ? [textOf(transcript, line)]
      : [],
  );
}

/** The readable texts of a piece of reasoning: its body is one text, or a list of strings or of summary objects. */
export function thoughtsIn(line: Uint8Array, reading: LineReading | undefined): readonly string[] {
  return (reading?.exchange?.parts ?? []).flatMap((part) => {
    const body = part.kind === 'thinking' ? valueAt(line, part.body) : undefined;
    if (typeof body === 'string') return [body];
    const list = Array.isArray(body) ? (body as readonly (string | { readonly text: string })[]) : [];
    return list.map((each) => (typeof each === 'string' ? each : each.text));
  });
}
