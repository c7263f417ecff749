import { describe, expect, it } from 'vitest';
import {
  assistantLine,
  read,
  resultLine,
  saidBy,
  text,
  thinking,
  toolUse,
  userLine,
  uuid,
} from './claude-code-lines.ts';

describe('content of a line', () => {
  it('reads a prompt alike from a string and from blocks', () => {
    const lines = [userLine('yes continue'), userLine([text('yes continue')])];
    const readings = read(lines);
    for (const [at, line] of lines.entries()) {
      expect(saidBy(line, readings[at]!)).toEqual([{ kind: 'text', body: 'yes continue' }]);
      expect(readings[at]!.exchange).toMatchObject({ role: 'user', origin: 'prompt', reasoning: 'none' });
    }
  });

  it.each([
    ['null', null],
    ['a number', 7],
    ['an object', {}],
  ])('notes a content that is %s, and reads on', (_, content) => {
    const lines = [userLine('before'), userLine(content), assistantLine('m', content), userLine('after')];
    const readings = read(lines);
    expect(readings.map((reading) => reading.notes)).toEqual([
      undefined,
      ['content_shape'],
      ['content_shape'],
      undefined,
    ]);
    expect(saidBy(lines[1]!, readings[1]!)).toEqual([{ kind: 'other', body: content }]);
    expect(saidBy(lines[3]!, readings[3]!)).toEqual([{ kind: 'text', body: 'after' }]);
  });

  it('notes a line without a message, without content, or with strays among its blocks', () => {
    const [none, empty, strays] = read([
      { type: 'user' },
      userLine(undefined),
      userLine([7, text('x'), null]),
    ]);
    expect(none).toMatchObject({ notes: ['content_shape'], exchange: { parts: [] } });
    expect(empty).toMatchObject({ notes: ['content_shape'], exchange: { parts: [] } });
    expect(strays!.exchange!.parts.map(({ kind }) => kind)).toEqual(['other', 'text', 'other']);
  });

  it('reads a good result beside fields of the wrong type', () => {
    const line = resultLine('toolu_1', 'done', {
      usage: 'n/a',
      toolUseResult: 7,
      timestamp: {},
      permissionDecision: 3,
    });
    expect(saidBy(line, read([line])[0]!)).toEqual([
      { kind: 'result', call: 'toolu_1', outcome: 'ok', body: 'done', detail: 7 },
    ]);
  });

  it('keeps an image as one part beside its text', () => {
    const image = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' },
    };
    const line = userLine([text('[Image #1] what is it?'), image]);
    expect(saidBy(line, read([line])[0]!)).toEqual([
      { kind: 'text', body: '[Image #1] what is it?' },
      { kind: 'image', body: image },
    ]);
  });

  it('reads several blocks of one assistant line in their order', () => {
    const line = assistantLine('m', [
      thinking('plan'),
      text('I will.'),
      toolUse('toolu_1'),
      toolUse('toolu_2'),
    ]);
    const link = { basis: 'exact', lines: [0] };
    expect(saidBy(line, read([line])[0]!)).toEqual([
      { kind: 'thinking', state: 'full', body: 'plan', seal: 'c2ln' },
      { kind: 'text', body: 'I will.' },
      { kind: 'call', call: 'toolu_1', tool: 'Bash', name: 'Bash', input: { command: 'ls' }, link },
      { kind: 'call', call: 'toolu_2', tool: 'Bash', name: 'Bash', input: { command: 'ls' }, link },
    ]);
  });

  it('keeps role user for text beside a result, so that no prompt hides behind one', () => {
    const block = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'ok' };
    const [mixed, alone] = read([userLine([block, text('and push it')]), userLine([block])]);
    expect(mixed!.exchange).toMatchObject({ role: 'user', origin: 'prompt' });
    expect(alone!.exchange!.role).toBe('tool');
    expect(alone!.exchange!.origin).toBeUndefined();
  });

  it('gives one result part for each block, and the structured result only where there is one', () => {
    const block = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: id });
    const line = userLine([block('a'), block('b')], { toolUseResult: { stdout: 'x' } });
    expect(saidBy(line, read([line])[0]!)).toEqual([
      { kind: 'result', call: 'a', outcome: 'ok', body: 'a' },
      { kind: 'result', call: 'b', outcome: 'ok', body: 'b' },
    ]);
  });

  it('interprets no more than 256 blocks of a line', () => {
    const [most, more] = read([256, 257].map((n) => userLine(Array(n).fill(text('x')))));
    expect(most!.exchange!.parts).toHaveLength(256);
    expect(more).toMatchObject({ form: 'deep' });
    expect(more!.exchange).toBeUndefined();
  });
});

describe('reasoning', () => {
  it('is full, a summary where one was asked for, sealed without text, and none without thinking', () => {
    const summarized = { thinkingDisplay: 'summarized' };
    const readings = read([
      assistantLine('a', [thinking('all of it')]),
      assistantLine('b', [thinking('the gist')], summarized),
      assistantLine('c', [thinking('')], { thinkingDisplay: 'updates' }),
      assistantLine('d', [{ type: 'redacted_thinking', data: 'c2VhbGVk' }]),
      assistantLine('e', [text('no thought')]),
    ]);
    expect(readings.map(({ exchange }) => exchange!.reasoning)).toEqual([
      'full',
      'summary',
      'sealed',
      'sealed',
      'none',
    ]);
  });

  it('says the best of several', () => {
    const [reading] = read([
      assistantLine('a', [thinking(''), thinking('gist')], { thinkingDisplay: 'summarized' }),
    ]);
    expect(reading!.exchange!.reasoning).toBe('summary');
  });

  it('links a call to thinking that the provider withheld', () => {
    const lines = [assistantLine('m', [thinking('', 'seal')]), assistantLine('m', [toolUse('toolu_1')])];
    const readings = read(lines);
    expect(saidBy(lines[0]!, readings[0]!)).toEqual([{ kind: 'thinking', state: 'sealed', seal: 'seal' }]);
    expect(saidBy(lines[1]!, readings[1]!)).toMatchObject([{ link: { basis: 'exact', lines: [0] } }]);
  });

  it('takes thinking without text and seal for no thinking', () => {
    const line = assistantLine('m', [{ type: 'thinking', thinking: '' }]);
    expect(read([line])[0]).toMatchObject({ notes: ['content_shape'], exchange: { reasoning: 'none' } });
  });
});

describe('the line’s own words', () => {
  it('gives a type from the tables, and other for one that is not there', () => {
    const types = [
      { type: 'system', subtype: 'compact_boundary' },
      { type: 'attachment', attachment: { type: 'queued_command', prompt: 'p' } },
      { type: 'queue-operation', operation: 'enqueue' },
      { type: 'brand-new' },
      { type: 'attachment', attachment: { type: 'constructor' } },
      { type: 'system' },
      {},
    ];
    const readings = read(types);
    expect(readings.map(({ type }) => type)).toEqual([
      'system/compact_boundary',
      'attachment/queued_command',
      'queue-operation',
      'other',
      'other',
      'other',
      'other',
    ]);
    expect(readings.slice(3).every(({ notes }) => notes?.includes('unknown_type'))).toBe(true);
  });

  it('states the version on the first line that has one and where it changes', () => {
    const versions = ['2.1.200', '2.1.200', undefined, '2.1.332', '2.1.200'];
    const readings = read(versions.map((version) => userLine('x', { version })));
    expect(readings.map(({ version }) => version)).toEqual([
      '2.1.200',
      undefined,
      undefined,
      '2.1.332',
      '2.1.200',
    ]);
  });

  it('names the session only where it is another one', () => {
    const [own, other] = read([userLine('x'), userLine('x', { sessionId: 'B' })]);
    expect(own!.session).toBeUndefined();
    expect(other).toMatchObject({ session: 'B', notes: ['other_session'], exchange: { role: 'user' } });
  });

  it('notes a parent that was never seen, once, and links on', () => {
    const readings = read([
      userLine('a', { uuid: uuid(1), parentUuid: null }),
      userLine('b', { uuid: uuid(2), parentUuid: uuid(99) }),
      userLine('c', { uuid: uuid(3), parentUuid: uuid(2) }),
      userLine('d', { uuid: uuid(4), parentUuid: uuid(1) }),
    ]);
    expect(readings.map(({ notes }) => notes)).toEqual([undefined, ['missing_parent'], undefined, undefined]);
  });

  it('leaves out an id that is not safe in clear, and notes it', () => {
    const [reading] = read([userLine('x', { uuid: 'a b"c', promptId: 7 })]);
    expect(reading!.id).toBeUndefined();
    expect(reading!.exchange!.turn).toBeUndefined();
    expect(reading!.notes).toEqual(['unsafe_id']);
  });

  it('takes the prompt’s turn and the harness’s clock as they stand, in file order', () => {
    const times = [
      '2026-11-30T16:00:00.000Z',
      '2026-11-30T21:00:00.000Z',
      '2026-11-30T16:00:01.000Z',
      'soon',
    ];
    const readings = read(times.map((timestamp) => userLine('x', { timestamp, promptId: 'p1' })));
    expect(readings.map(({ at }) => at)).toEqual([1796054400000, 1796072400000, 1796054401000, undefined]);
    expect(readings[0]!.exchange!.turn).toBe('p1');
  });
});
