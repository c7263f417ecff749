import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { LineReading, Part } from '../../src/model/reading.ts';
import { claudeCode } from '../../tailers/claude-code.ts';
import {
  capturedScenarios,
  expectedOf,
  filesOf,
  fixtureScenarios,
  type ReadTranscript,
  readTranscript,
  type Scenario,
  valueAt,
} from './transcript-files.ts';

type Big = { readonly sha256_of_json: string };
type Block = {
  readonly type: string;
  readonly text?: string | Big;
  readonly sent_text?: string | Big;
  readonly id?: string;
  readonly name?: string;
  readonly input?: object;
};
type Expected = {
  readonly harness_version: string;
  readonly prompts: readonly { readonly via: string; readonly content: string }[];
  readonly turns: readonly {
    readonly lane: string;
    readonly aux: boolean;
    readonly status: number;
    readonly message_id: string;
    readonly blocks: readonly Block[];
  }[];
  readonly tool_calls: readonly {
    readonly id: string;
    readonly label: string;
    readonly lane: string;
    readonly outcome: null | { readonly is_error: boolean; readonly content: unknown };
  }[];
};

/** What these sessions' own READMEs say never reached a file. */
const LOST: Readonly<Record<string, readonly string[]>> = {
  'print-errors': ['text:Partial text that never'],
  // The harness trims the space that Write's content ended with, so the input is not the scripted one.
  'print-large': ['tool_use:toolu_01pYus1UykL7shntScyjw4C8'],
  'print-interrupt': ['thinking:Still thinking (this block never ends).'],
};

/** The outcomes that a failed result can have, by call label, where they are more than an error. */
const OUTCOMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'print-interrupt': { i1: 'interrupted' },
  'print-kill': { k1: 'interrupted' },
  'tui-main': { 't-decline': 'declined' },
};

const fixtures = fixtureScenarios('claude-code').map((scenario) => ({ set: 'fixture', scenario }));
const captures = capturedScenarios('claude-code').map((scenario) => ({ set: 'capture', scenario }));

describe.each([...fixtures, ...captures])('Claude Code $set $scenario.name', ({ scenario }) => {
  const expected = expectedOf<Expected>(scenario);
  const transcripts = filesOf(scenario, '.jsonl').map((path) => readTranscript(claudeCode, path));
  const found = transcripts.length > 0;

  it('reads every line as one known object, and notes nothing but the two lost parents of 2.0.76', () => {
    for (const transcript of transcripts) {
      for (const [at, reading] of transcript.readings.entries()) {
        expect(reading.form).toBe('json');
        expect(reading.type).not.toBe('other');
        const lost = transcript.source.agent === 'a61e88c' && (at === 4 || at === 5);
        expect(reading.notes).toEqual(lost ? ['missing_parent'] : undefined);
      }
    }
  });

  it.runIf(found)('finds what the model thought, said and asked for, and nothing else went missing', () => {
    const missing = expected.turns
      .filter((turn) => !turn.aux && turn.status === 200 && kept(scenario, turn.lane))
      .flatMap((turn) => missingBlocks(turn, transcripts));
    expect(missing).toEqual(LOST[scenario.name] ?? []);
  });

  it.runIf(found)('counts each call once, with the outcome that the model was told', () => {
    const results = parts(transcripts).filter(({ part }) => part.kind === 'result');
    for (const call of expected.tool_calls.filter((one) => kept(scenario, one.lane))) {
      expect(unique(callsOf(transcripts, call.id).map(({ reading }) => reading.id))).toHaveLength(1);
      const result = results.find(({ part }) => part.kind === 'result' && part.call === call.id);
      if (call.outcome === null) continue;
      expect(result).toBeDefined();
      const { outcome, body } = result!.part as Extract<Part, { kind: 'result' }>;
      const stated = OUTCOMES[scenario.name]?.[call.label];
      if (stated !== undefined) expect(outcome).toBe(stated);
      expect(outcome === 'ok' || outcome === 'running').toBe(!call.outcome.is_error);
      if (!isVendorText(call.outcome.content))
        expect(valueAt(result!.line, body)).toEqual(call.outcome.content);
    }
  });

  it.runIf(found)('takes the person’s prompts for prompts, in order, and no other line', () => {
    const seen = new Set<string>();
    const mains = transcripts.filter(({ source }) => source.role === 'main');
    const read = parts(mains)
      .filter(({ reading, part }) => reading.exchange?.origin === 'prompt' && part.kind === 'text')
      .filter(({ reading }) => !seen.has(reading.id!) && seen.add(reading.id!))
      .sort((a, b) => a.reading.at! - b.reading.at!)
      .map(({ line, part }) =>
        withoutPasteTags(valueAt(line, part.kind === 'text' ? part.body : undefined) as string),
      );
    expect(read).toEqual(expectedPrompts(expected));
  });

  it('links each call to the earlier lines of its own message that hold thinking or text, and to no other', () => {
    for (const { lines, readings } of transcripts) {
      for (const [at, reading] of readings.entries()) {
        for (const part of reading.exchange?.parts ?? []) {
          if (part.kind !== 'call') continue;
          const own = wordsBefore(lines, at);
          expect(part.link).toEqual({ basis: own.length > 0 ? 'exact' : 'none', lines: own });
        }
      }
    }
  });

  it('gives subagents’ lines their own source, and says task of what they were told', () => {
    for (const { source, readings } of transcripts.filter((one) => one.source.role === 'subagent')) {
      expect(source.agent).toMatch(/^a[0-9a-f]+$/);
      const origins = readings
        .map((reading) => reading.exchange?.origin)
        .filter((origin) => origin !== undefined);
      expect(origins).toEqual(['task']);
    }
  });
});

it.skipIf(captures.length > 0)('skips the captures: ../shared is not there', () => {
  expect(fixtures.length).toBeGreaterThan(0);
});

type Located = { readonly line: Uint8Array; readonly reading: LineReading; readonly part: Part };

function parts(transcripts: readonly ReadTranscript[]): readonly Located[] {
  return transcripts.flatMap(({ lines, readings }) =>
    readings.flatMap((reading, at) =>
      (reading.exchange?.parts ?? []).map((part) => ({ line: lines[at]!, reading, part })),
    ),
  );
}

function callsOf(transcripts: readonly ReadTranscript[], id: string): readonly Located[] {
  return parts(transcripts).filter(({ part }) => part.kind === 'call' && part.call === id);
}

/** Only one subagent file is kept as a fixture; the summarising turn of a compaction is in no file. */
function kept(scenario: Scenario, lane: string): boolean {
  if (lane === 'compact') return false;
  const whole = scenario.name !== 'print-subagent' || filesOf(scenario, '.jsonl').length === 4;
  return whole || lane === 'main' || lane === 'sub-A';
}

function missingBlocks(turn: Expected['turns'][number], transcripts: readonly ReadTranscript[]): string[] {
  const located = parts(transcripts).filter(({ reading }) => reading.exchange?.message === turn.message_id);
  return turn.blocks
    .filter((block) => !located.some((one) => holds(one, block)))
    .map(
      (block) => `${block.type}:${JSON.stringify(block.text ?? block.sent_text ?? block.id).slice(1, -1)}`,
    );
}

function holds({ line, part, reading }: Located, block: Block): boolean {
  switch (block.type) {
    case 'text':
      return part.kind === 'text' && isSame(valueAt(line, part.body), block.text);
    case 'thinking': {
      if (part.kind !== 'thinking') return false;
      if (block.sent_text === '') return part.state === 'sealed' && reading.exchange?.reasoning === 'sealed';
      const state = Buffer.from(line).includes('"thinkingDisplay":"summarized"') ? 'summary' : 'full';
      return part.state === state && isSame(valueAt(line, part.body), block.sent_text);
    }
    case 'redacted_thinking':
      return part.kind === 'thinking' && part.state === 'sealed' && part.body === undefined;
    default:
      return (
        part.kind === 'call' &&
        part.call === block.id &&
        valueAt(line, part.name) === block.name &&
        sameInput(valueAt(line, part.input) as object, block.input!)
      );
  }
}

/** 2.1.x adds `replace_all: false` to Edit's input (formats: claude-code, "tool_use block"). */
function sameInput(input: object, expected: object): boolean {
  const isEdit = 'old_string' in expected;
  return isSame(input, expected) || (isEdit && isSame(input, { replace_all: false, ...expected }));
}

function isSame(value: unknown, expected: unknown): boolean {
  if (expected !== null && typeof expected === 'object' && 'sha256_of_json' in expected)
    return createHash('sha256').update(pythonJson(value)).digest('hex') === expected.sha256_of_json;
  return isDeepStrictEqual(value, expected);
}

/** JSON as Python's `json.dumps` writes it, which made the digests in `expected.json`. */
function pythonJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(', ')}]`;
  if (value !== null && typeof value === 'object')
    return `{${Object.entries(value)
      .map(([key, one]) => `${pythonJson(key)}: ${pythonJson(one)}`)
      .join(', ')}}`;
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function isVendorText(content: unknown): boolean {
  return typeof content === 'string' && content.startsWith('[vendor');
}

function unique<Value>(values: readonly Value[]): readonly Value[] {
  return [...new Set(values)];
}

const PASTED = Array.from(
  { length: 60 },
  (_, n) => `pasted line ${String(n).padStart(3, '0')}: some log text`,
);

function expectedPrompts(expected: Expected): readonly string[] {
  return expected.prompts
    .map(({ content }) => content.replace(/<60 lines[^>]*>/, PASTED.join(' ')))
    .filter((content) => !/^[/!]/.test(content) && content !== 'Sixth run, same session id again.');
}

/** 2.1.332 puts tags and blank lines around a long paste, and a newline after it; the closing tag has the id too. */
function withoutPasteTags(text: string): string {
  return text.replace(/<\/?pasted_content[^>]*>/g, '').replace(/\s+/g, ' ');
}

/** Worked out from the raw lines alone: earlier lines of the same message with a thinking or text block. */
function wordsBefore(lines: readonly Uint8Array[], call: number): readonly number[] {
  const messages = lines.map((line) => {
    const { type, message } = JSON.parse(Buffer.from(line).toString()) as {
      type: string;
      message?: { id: string; content: { type: string }[] };
    };
    return type === 'assistant' ? message : undefined;
  });
  const id = messages[call]!.id;
  return [...messages.keys()].filter(
    (at) =>
      at < call && messages[at]?.id === id && messages[at]!.content.every(({ type }) => type !== 'tool_use'),
  );
}
