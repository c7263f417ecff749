import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Part } from '../../src/model/reading.ts';
import { cursor } from '../../tailers/cursor.ts';
import { AGENT, partsOf } from './cursor-files.ts';
import { expectedOf, filesOf, fixtureScenarios, readTranscript, valueAt } from './transcript-files.ts';

type Expected = {
  readonly prompts: readonly string[];
  readonly task: string;
  readonly texts: readonly string[];
  readonly calls: readonly { name: string; tool: string; line: number; link: [string, number[]] }[];
  readonly reasoning: readonly string[];
};

const wordsOf = (line: Uint8Array, part: Part | undefined): unknown =>
  part?.kind === 'text' ? valueAt(line, part.body) : undefined;
const query = (body: unknown): string =>
  /<user_query>\n([\s\S]*)\n<\/user_query>/.exec(String(body))?.[1] ?? '';

describe.each(fixtureScenarios('cursor'))('the synthetic session $name', (scenario) => {
  const expected = expectedOf<Expected>(scenario);
  const files = filesOf(scenario, '.jsonl').map((path) => readTranscript(cursor, path));
  const [main, child] = files as [(typeof files)[0], (typeof files)[0]];

  it('reads every line as one known object, with nothing to note', () => {
    for (const reading of files.flatMap(({ readings }) => readings)) {
      expect(reading.form).toBe('json');
      expect(reading.type).not.toBe('other');
      expect(reading.notes).toBeUndefined();
    }
  });

  it('finds the prompts of the person, and the agent’s task, and no other', () => {
    const said = files.flatMap((file) =>
      file.readings.flatMap(({ exchange }, line) =>
        exchange?.role === 'user' && exchange.origin !== 'context'
          ? [[exchange.origin, query(wordsOf(file.lines[line]!, exchange.parts[0]))]]
          : [],
      ),
    );
    expect(said).toEqual([...expected.prompts.map((prompt) => ['prompt', prompt]), ['task', expected.task]]);
    expect(child.source).toMatchObject({ role: 'subagent', agent: AGENT, session: main.source.session });
  });

  it('finds what the model said, how readable its thinking is, and its calls with what led to them', () => {
    const texts = files.flatMap((file) =>
      partsOf(file, 'text').flatMap(({ line, body }) =>
        file.readings[line]!.exchange!.role === 'assistant' ? [body] : [],
      ),
    );
    expect(texts).toEqual(expected.texts);
    const reasoning = main.readings.flatMap(({ exchange }) => exchange?.reasoning ?? []);
    expect(reasoning).toEqual(expected.reasoning);
    const calls = partsOf(main, 'call').map(({ part, line }) => ({
      name: valueAt(main.lines[line]!, part.name),
      ...{ tool: part.tool, line, link: [part.link.basis, part.link.lines] },
    }));
    expect(calls).toEqual(expected.calls);
  });
});

const SHARED = resolve('../shared/captures/cursor/transcripts');
if (!existsSync(SHARED)) console.warn('../shared is absent: only the fixture of Cursor is read');

describe.skipIf(!existsSync(SHARED))('the synthetic transcripts beside the project', () => {
  const files = existsSync(SHARED)
    ? filesOf({ name: '', folder: SHARED }, '.jsonl').map((path) => readTranscript(cursor, path))
    : [];

  it('are read with nothing to note', () => {
    expect(files.map(({ path }) => basename(path))).toHaveLength(2);
    for (const { form, notes } of files.flatMap(({ readings }) => readings))
      expect([form, notes]).toEqual(['json', undefined]);
  });

  it('have the prompts, and the calls in the order and with the words that they were made with', () => {
    const [one, two] = files.map((file) => ({
      prompts: file.readings.filter(({ exchange }) => exchange?.origin === 'prompt').length,
      calls: partsOf(file, 'call').map(({ part }) => [part.tool, part.link]),
      ends: file.readings.flatMap(({ type }) => (type?.startsWith('turn_ended') ? [type] : [])),
      at: file.readings[0]!.at,
    }));
    const calls = [
      ['Bash', { basis: 'ordered', lines: [1] }],
      ['Edit', { basis: 'ordered', lines: [1, 2] }],
    ];
    const at = Date.parse('2026-11-30T16:00:00.000Z');
    expect(one).toEqual({ prompts: 1, calls, ends: ['turn_ended/success'], at });
    expect(two).toEqual({ prompts: 2, calls, ends: ['turn_ended/aborted'], at });
  });
});
