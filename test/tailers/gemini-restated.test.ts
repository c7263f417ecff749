import { describe, expect, it } from 'vitest';
import {
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
  user,
} from './gemini-files.ts';

const ESC = { id: 'i1', timestamp: '2026-11-30T16:27:58.341Z', type: 'info', content: 'Request cancelled.' };
const again = (id: string, ...texts: readonly string[]) =>
  user(
    id,
    [CONTEXT, ...texts].map((text) => ({ text })),
  );

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

  it('holds messages that stand nowhere else', () => {
    const said = read([HEADER, reset(user('u1', 'one'), model('m1', 'Two.', { toolCalls: [call('c1')] }))]);
    expect(promptsIn(said)).toEqual(['one']);
    expect(saidIn(said, 'call')[0]?.part).toMatchObject({ call: 'c1', role: 'assistant' });
    expect(saidIn(said, 'result')[0]?.part).toMatchObject({ call: 'c1', outcome: 'ok' });
  });
});

describe('a rewind', () => {
  it('is a line of its own kind, and what it drops stays read', () => {
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
