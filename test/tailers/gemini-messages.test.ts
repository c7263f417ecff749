import { describe, expect, it } from 'vitest';
import {
  answered,
  call,
  HEADER,
  model,
  promptsIn,
  read,
  saidIn,
  textsIn,
  thought,
  thoughtsIn,
  user,
} from './gemini-files.ts';

describe('a replaced message', () => {
  it('gives its calls once, linked to the lines where it thought and spoke', () => {
    const said = read([
      HEADER,
      model('m1', 'Look.', { thoughts: [thought('Plan', 'to look')] }),
      model('m1', 'Look.', { thoughts: [thought('Plan', 'to look')], toolCalls: [call('c1')] }),
    ]);
    expect(textsIn(said)).toEqual(['Look.']);
    expect(thoughtsIn(said)).toEqual(['Plan: to look']);
    expect(saidIn(said, 'call').map(({ part }) => part.link)).toEqual([{ basis: 'exact', lines: [1] }]);
  });

  it('gives words that were not there before', () => {
    const said = read([HEADER, model('m1', 'Look.'), model('m1', 'I changed my mind.')]);
    expect(textsIn(said)).toEqual(['Look.', 'I changed my mind.']);
  });

  it('is a twin where it says nothing new', () => {
    const { readings } = read([HEADER, model('m1', 'Look.'), model('m1', 'Look.')]);
    expect(readings[2]?.exchange?.twin).toBe(1);
  });

  it('is no copy of the line that it replaces', () => {
    const { readings } = read([HEADER, model('m1', 'a'), model('m1', 'a', { toolCalls: [call('c1')] })]);
    expect(readings.map(({ type, id }) => [type, id]).slice(1)).toEqual([
      ['gemini', 'm1'],
      ['gemini/toolCalls', 'm1'],
    ]);
  });

  it('gives a call again whose arguments are others than before', () => {
    const other = { ...call('c1'), args: { command: 'rm -rf /' } };
    const said = read([
      HEADER,
      model('m1', '', { toolCalls: [call('c1')] }),
      model('m1', '', { toolCalls: [other] }),
    ]);
    expect(saidIn(said, 'call').map(({ part }) => part.call)).toEqual(['c1', 'c1']);
  });
});

describe('links', () => {
  it('are ordered where the calls stand in a message of their own behind the words', () => {
    const said = read([
      HEADER,
      user('u1', 'go'),
      model('m1', 'Look.'),
      model('m2', '', { toolCalls: [call('c1')] }),
    ]);
    expect(saidIn(said, 'call')[0]?.part.link).toEqual({ basis: 'ordered', lines: [2] });
  });

  it('do not reach over a response that said nothing, nor over a turn', () => {
    const said = read([
      HEADER,
      model('m1', 'Look.'),
      model('m2', ''),
      model('m2', '', { toolCalls: [call('c1')] }),
      model('m3', 'Done.'),
      user('u2', 'go on'),
      model('m4', '', { toolCalls: [call('c2')] }),
    ]);
    expect(saidIn(said, 'call').map(({ part }) => part.link.basis)).toEqual(['none', 'none']);
  });
});

describe('a tool’s answer', () => {
  it('is a twin of the call’s line where both say the same', () => {
    const line = model('m1', '', { toolCalls: [call('c1', { output: 'done' })] });
    const { readings } = read([HEADER, line, user('u2', [answered('c1', { output: 'done' })])]);
    expect(readings[2]?.exchange).toMatchObject({ role: 'tool', twin: 1 });
  });

  it('is a result again where it says something else', () => {
    const line = model('m1', '', { toolCalls: [call('c1', { output: 'done' })] });
    const said = read([HEADER, line, user('u2', [answered('c1', { output: 'forged' })])]);
    expect(saidIn(said, 'result').map(({ value }) => value)).toEqual(['done', 'forged']);
  });

  it('does not hide a prompt beside it', () => {
    const said = read([HEADER, user('u2', [answered('c1', { output: 'done' }), { text: 'now push' }])]);
    expect(promptsIn(said)).toEqual(['now push']);
  });

  it.each([
    ['an exit code behind the output', 'Output: out\nExit Code: 3\nProcess Group PGID: 7', 'error', 3],
    ['a signal', 'Output: (empty)\nSignal: 9\nProcess Group PGID: 7', 'error', undefined],
    [
      'an exit code that the command printed',
      'Output: \nExit Code: 3\nbye\nProcess Group PGID: 7',
      'ok',
      undefined,
    ],
    ['no code', 'Output: out\nProcess Group PGID: 7', 'ok', undefined],
  ])('has %s', (_, inner, outcome, exit) => {
    const output = `<untrusted_context>\n${inner}\n</untrusted_context>\n\n<hook_context>x</hook_context>`;
    const said = read([HEADER, model('m1', '', { toolCalls: [call('c1', { output })] })]);
    expect(saidIn(said, 'result').map(({ part }) => [part.outcome, part.exit])).toEqual([[outcome, exit]]);
  });

  it('that is missing leaves what the status says', () => {
    const calls = ['cancelled', 'error', 'success', 'executing'].map((status, n) => ({
      ...call(`c${n}`),
      result: null,
      status,
    }));
    const said = read([HEADER, model('m1', '', { toolCalls: calls })]);
    const outcomes = saidIn(said, 'result').map(({ part }) => part.outcome);
    expect(outcomes).toEqual(['interrupted', 'error', 'ok', 'unknown']);
  });
});
