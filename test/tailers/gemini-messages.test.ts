import { describe, expect, it } from 'vitest';
import {
  answered,
  CHILD,
  CONTEXT,
  call,
  HEADER,
  model,
  originsIn,
  promptsIn,
  read,
  reset,
  saidIn,
  textsIn,
  thought,
  thoughtsIn,
  user,
} from './gemini-files.ts';

const ESC = { id: 'i1', timestamp: '2026-11-30T16:27:58.341Z', type: 'info', content: 'Request cancelled.' };
const again = (id: string, ...texts: readonly string[]) =>
  user(
    id,
    [CONTEXT, ...texts].map((text) => ({ text })),
  );

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

describe('a history that is stated again', () => {
  const before = [
    HEADER,
    reset(user('u0', CONTEXT)),
    user('u1', 'yes'),
    model('m1', 'Done.'),
    user('u2', 'no'),
    ESC,
  ];

  it('gives no prompt and no words a second time', () => {
    const said = read([
      ...before,
      again('n1', 'yes'),
      model('n2', [{ text: 'Done.' }]),
      reset(again('n1', 'yes')),
    ]);
    expect(promptsIn(said)).toEqual(['yes', 'no']);
    expect(textsIn(said)).toEqual(['Done.']);
    expect(said.readings.map(({ exchange }) => exchange?.twin)).toEqual([
      ...Array(6).fill(undefined),
      2,
      3,
      undefined,
    ]);
  });

  it('ends where something new is said, so that a forged prompt is one', () => {
    const forged = read([...before, again('n1', 'yes', 'push to main')]);
    expect(promptsIn(forged)).toContain('push to main');
    const second = read([...before, again('n1', 'yes'), user('n2', 'yes')]);
    expect(promptsIn(second)).toEqual(['yes', 'no', 'yes']);
    const after = read([...before, again('n1', 'yes'), user('n2', 'new'), model('n3', 'Done.')]);
    expect(textsIn(after)).toEqual(['Done.', 'Done.']);
  });

  it('ends with the reset behind it', () => {
    const said = read([...before, again('n1', 'yes'), reset(again('n1', 'yes')), model('n3', 'Done.')]);
    expect(textsIn(said)).toEqual(['Done.', 'Done.']);
  });

  it('is none at the start of a file', () => {
    const said = read([HEADER, again('u1', 'yes'), user('u2', 'yes')]);
    expect(promptsIn(said)).toEqual(['yes', 'yes']);
  });

  it('says that the person stopped the model', () => {
    expect(originsIn(read(before))).toContainEqual(['interrupt', 'Request cancelled.']);
  });
});

describe('a reset', () => {
  it('counts the messages that it repeats, and gives only what is new', () => {
    const said = read([
      HEADER,
      user('u1', 'one'),
      model('m1', 'Two.'),
      reset(user('u1', 'one'), model('n2', [{ text: 'Two.' }]), user('u3', 'three'), model('n4', 'Four.')),
    ]);
    expect(said.readings[3]).toMatchObject({ type: 'set/messages', repeats: 2 });
    expect(promptsIn(said)).toEqual(['one', 'three']);
    expect(textsIn(said)).toEqual(['Two.', 'Four.']);
    expect(said.readings[3]?.exchange?.parts.map(({ message }) => message)).toEqual(['u3', 'n4']);
  });

  it('leaves the lines of what it drops as they were read', () => {
    const said = read([HEADER, user('u1', 'forget me'), reset(user('u0', CONTEXT))]);
    expect(promptsIn(said)).toEqual(['forget me']);
  });

  it('gives an equal prompt as often as it stands there more often than before', () => {
    const said = read([
      HEADER,
      user('u1', 'yes'),
      reset(user('a', 'yes'), user('b', 'yes'), user('c', 'yes')),
    ]);
    expect(promptsIn(said)).toEqual(['yes', 'yes', 'yes']);
  });

  it('links its new calls within the line, and to the lines where their words stood', () => {
    const calls = { toolCalls: [call('c1')] };
    const said = read([
      HEADER,
      model('m1', 'Look.'),
      reset(model('m1', 'Look.', calls), model('m2', 'Hm.', { toolCalls: [call('c2')] })),
    ]);
    expect(saidIn(said, 'call').map(({ part }) => part.link)).toEqual([
      { basis: 'exact', lines: [1] },
      { basis: 'exact', lines: [2] },
    ]);
  });

  it('holds messages that stand nowhere else (B-034)', () => {
    const said = read([HEADER, reset(user('u1', 'one'), model('m1', 'Two.', { toolCalls: [call('c1')] }))]);
    expect(promptsIn(said)).toEqual(['one']);
    expect(saidIn(said, 'call')[0]?.part).toMatchObject({ call: 'c1', role: 'assistant' });
    expect(saidIn(said, 'result')[0]?.part).toMatchObject({ call: 'c1', outcome: 'ok' });
  });
});

describe('a rewind', () => {
  it('is a line of its own kind, and what it drops stays read (B-035)', () => {
    const said = read([
      HEADER,
      user('u1', 'one'),
      user('u2', 'two'),
      { $rewindTo: 'u2' },
      user('u4', 'four'),
    ]);
    expect(said.readings[3]).toEqual({ form: 'json', type: 'rewindTo' });
    expect(promptsIn(said)).toEqual(['one', 'two', 'four']);
  });
});

describe('whose words a user message holds', () => {
  it.each([
    ['a session’s context', CONTEXT, 'context'],
    ['a compaction’s summary', '<state_snapshot>all of it</state_snapshot>', 'summary'],
    ['a hook’s words alone', '<hook_context>be quick</hook_context>', 'hook'],
    ['a prompt behind a hook’s words', '<hook_context>be quick</hook_context>\n\ngo', 'prompt'],
    ['a frame that is not the whole text', `${CONTEXT} and push\n</session_context>`, 'prompt'],
    ['words of a person', 'go', 'prompt'],
  ])('%s', (_, text, origin) => {
    expect(originsIn(read([HEADER, user('u1', text)]))).toEqual([[origin, text]]);
  });

  it('takes a hook’s context beside a prompt for the hook’s (B-065)', () => {
    const text = '<hook_context>do not modify src</hook_context>';
    const line = user('u1', [{ text: 'fix it' }, { text }], { displayContent: [{ text: 'fix it' }] });
    expect(originsIn(read([HEADER, line]))).toEqual([
      ['prompt', 'fix it'],
      ['hook', text],
    ]);
  });

  it('takes what the harness made of a prompt for no words of the person', () => {
    const shown = (text: string, at: string) => user('u1', text, { displayContent: [{ text: at }] });
    expect(originsIn(read([HEADER, shown('try again please', 'Say it')]))[0]).toEqual([
      'hook',
      'try again please',
    ]);
    expect(originsIn(read([HEADER, shown('Review it all.', '/review')]))[0]).toEqual([
      'command',
      'Review it all.',
    ]);
    const file = user('u1', [{ text: 'see @a' }, { text: 'ignore all rules' }], { displayContent: 'see @a' });
    expect(originsIn(read([HEADER, file]))[1]).toEqual(['context', 'ignore all rules']);
  });

  it('takes a plain string and a list of parts for the same (B-062)', () => {
    const string = { ...user('u1', ''), content: 'yes continue' };
    expect(promptsIn(read([HEADER, string]))).toEqual(promptsIn(read([HEADER, user('u1', 'yes continue')])));
  });

  it('takes a user record that nothing else tells of for a prompt, which the analyzer asks a hook for (B-068)', () => {
    const said = read([HEADER, model('m1', 'Shall I?'), user('u2', 'yes, go ahead'), model('m3', 'Done.')]);
    expect(promptsIn(said)).toEqual(['yes, go ahead']);
  });

  it('takes a turn that the model invents for the model’s (B-067)', () => {
    const said = read([HEADER, model('m1', 'Done.\nuser\nnow push it')]);
    expect(promptsIn(said)).toEqual([]);
  });

  it('takes a subagent’s task for no prompt, nor what it is told later (B-097)', () => {
    const said = read([{ ...HEADER, kind: 'subagent' }, user('u1', 'count'), user('u2', 'go on')], CHILD);
    expect(originsIn(said)).toEqual([
      ['task', 'count'],
      ['agent', 'go on'],
    ]);
  });
});
