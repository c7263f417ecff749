import { describe, expect, it } from 'vitest';
import type { LineReading, Part } from '../../src/model/reading.ts';
import {
  assistantLine,
  read,
  resultLine,
  text,
  thinking,
  toolUse,
  userLine,
  uuid,
} from './claude-code-lines.ts';

type Call = Extract<Part, { kind: 'call' }>;

function calls(readings: readonly LineReading[]): readonly Call[] {
  return readings
    .flatMap(({ exchange }) => exchange?.parts ?? [])
    .filter((part): part is Call => part.kind === 'call');
}

describe('links from reasoning to calls', () => {
  it('finds both calls of a message whose first copy has none, once each', () => {
    const words = [thinking('two things'), text('Both now.')];
    const readings = read([
      assistantLine('M', words),
      assistantLine('M', [...words, toolUse('toolu_1'), toolUse('toolu_2')]),
      assistantLine('M', [...words, toolUse('toolu_1'), toolUse('toolu_2')]),
    ]);
    expect(calls(readings).map(({ call }) => call)).toEqual(['toolu_1', 'toolu_2']);
    expect(calls(readings).map(({ link }) => link)).toEqual(Array(2).fill({ basis: 'exact', lines: [0, 1] }));
    expect(readings[2]!.exchange!.parts.map(({ kind }) => kind)).toEqual([
      'thinking',
      'text',
      'other',
      'other',
    ]);
  });

  it('gives a call again where a later copy of its message has another input', () => {
    const readings = read(
      [{}, { command: 'ls' }].map((input) => assistantLine('M', [toolUse('toolu_1', input)])),
    );
    expect(calls(readings).map(({ call }) => call)).toEqual(['toolu_1', 'toolu_1']);
  });

  it('links parallel siblings of one message to the same words', () => {
    const readings = read([
      assistantLine('M', [thinking('both')], { uuid: uuid(1) }),
      assistantLine('M', [toolUse('toolu_1')], { uuid: uuid(2), parentUuid: uuid(1) }),
      assistantLine('M', [toolUse('toolu_2')], { uuid: uuid(3), parentUuid: uuid(2) }),
      resultLine('toolu_1', 'a', { uuid: uuid(4), parentUuid: uuid(2) }),
      resultLine('toolu_2', 'b', { uuid: uuid(5), parentUuid: uuid(3) }),
    ]);
    expect(calls(readings).map(({ link }) => link.lines)).toEqual([[0], [0]]);
    expect(readings.flatMap(({ notes }) => notes ?? [])).toEqual([]);
  });

  it('needs no request id', () => {
    const readings = read([assistantLine('M', [text('go')]), assistantLine('M', [toolUse('toolu_1')])]);
    expect(calls(readings)[0]!.link).toEqual({ basis: 'exact', lines: [0] });
  });

  it('never links to another message’s words, however near they are', () => {
    const readings = read([
      assistantLine('A', [thinking('of A')]),
      assistantLine('B', [thinking('of B')]),
      assistantLine('A', [toolUse('toolu_a')]),
      assistantLine('C', [toolUse('toolu_c')]),
    ]);
    expect(calls(readings).map(({ link }) => link)).toEqual([
      { basis: 'exact', lines: [0] },
      { basis: 'none', lines: [] },
    ]);
  });

  it('links by order within the turn where a line has no message id', () => {
    const readings = read([
      assistantLine(undefined, [text('old turn')]),
      userLine('next'),
      assistantLine(undefined, [thinking('now')]),
      resultLine('toolu_0', 'still the same turn'),
      assistantLine(undefined, [toolUse('toolu_1')]),
      userLine('another'),
      assistantLine(undefined, [toolUse('toolu_2')]),
    ]);
    expect(calls(readings).map(({ link }) => link)).toEqual([
      { basis: 'ordered', lines: [2] },
      { basis: 'none', lines: [] },
    ]);
  });

  it('keeps 64 lines of a message and 256 messages', () => {
    const many = Array.from({ length: 70 }, () => assistantLine('M', [text('x')]));
    const [long] = calls(read([...many, assistantLine('M', [toolUse('toolu_1')])]));
    expect(long!.link.lines).toEqual(Array.from({ length: 64 }, (_, n) => n + 6));
    const others = Array.from({ length: 256 }, (_, n) => assistantLine(`N${n}`, [text('x')]));
    const [forgotten] = calls(
      read([assistantLine('M', [text('x')]), ...others, assistantLine('M', [toolUse('toolu_1')])]),
    );
    expect(forgotten!.link).toEqual({ basis: 'none', lines: [] });
  });
});

describe('inline sidechains (1.0.128)', () => {
  const side = (content: unknown, n: number, parent: number | null) =>
    userLine(content, {
      isSidechain: true,
      uuid: uuid(n),
      parentUuid: parent === null ? null : uuid(parent),
    });

  it('name the line that their chain starts with, also where two run at once', () => {
    const readings = read([
      userLine('do it', { uuid: uuid(1), parentUuid: null }),
      side('task A', 10, null),
      side('task B', 20, null),
      side([{ type: 'tool_result', tool_use_id: 't', content: '' }], 11, 10),
      side([{ type: 'tool_result', tool_use_id: 'u', content: '' }], 21, 20),
      userLine('next', { uuid: uuid(2), parentUuid: uuid(1) }),
    ]);
    expect(readings.map(({ agent }) => agent)).toEqual([
      undefined,
      uuid(10),
      uuid(20),
      uuid(10),
      uuid(20),
      undefined,
    ]);
    expect(readings.map(({ exchange }) => exchange!.origin)).toEqual([
      'prompt',
      'task',
      'task',
      undefined,
      undefined,
      'prompt',
    ]);
  });

  it('are keyed by the agent id where the line has one, and the task is no prompt', () => {
    const [reading] = read([userLine('look around', { isSidechain: true, agentId: 'a1', uuid: uuid(1) })]);
    expect(reading).toMatchObject({ agent: 'a1', exchange: { origin: 'task' } });
  });

  it('do not end the main thread’s turn', () => {
    const readings = read([
      assistantLine(undefined, [text('main words')]),
      side('task', 10, null),
      assistantLine(undefined, [toolUse('toolu_1')]),
    ]);
    expect(calls(readings)[0]!.link).toEqual({ basis: 'ordered', lines: [0] });
  });
});
