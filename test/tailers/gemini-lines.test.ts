import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isTranscriptName } from '../../tailers/find.ts';
import { gemini } from '../../tailers/gemini.ts';
import {
  HEADER,
  model,
  promptsIn,
  read,
  reset,
  SESSION,
  saidIn,
  textsIn,
  thought,
  toLine,
  user,
} from './gemini-files.ts';

const CHATS = '/home/dev/.gemini/tmp/work/chats';
const MAIN = `${CHATS}/session-2026-11-30T16-27-11111111.jsonl`;
const describeLines = (path: string, ...lines: readonly object[]) =>
  gemini.describe(
    path,
    lines.map((line) => toLine(line)),
  );

describe('what a file is', () => {
  it('stands in its header, whatever its name is', () => {
    const main = { harness: 'gemini', session: SESSION, role: 'main' };
    expect(describeLines(MAIN, HEADER)).toEqual(main);
    expect(describeLines('/elsewhere/x.jsonl', HEADER)).toEqual(main);
    expect(describeLines(`${CHATS}/${SESSION}/0la501.jsonl`, HEADER)).toEqual(main);
    expect(describeLines(`${CHATS}/some-folder/0la501.jsonl`, HEADER)).toEqual(main);
  });

  it('is a subagent of the session whose folder it lies in', () => {
    const path = `${CHATS}/${SESSION}/a1.jsonl`;
    const child = { harness: 'gemini', session: SESSION, role: 'subagent', agent: 'a1' };
    expect(describeLines(path, { ...HEADER, sessionId: 'a1', kind: 'subagent' })).toEqual(child);
    const { kind: _, ...old } = HEADER;
    expect(describeLines(path, { ...old, sessionId: 'a1' })).toEqual(child);
  });

  it('is not decided by ids that could be paths', () => {
    const evil = '../../etc/x';
    expect(describeLines(MAIN, { ...HEADER, sessionId: evil })).toBeUndefined();
    const kept = describeLines(`${CHATS}/../a1.jsonl`, { ...HEADER, sessionId: 'a1', kind: 'subagent' });
    expect(kept?.session).toBe('a1');
  });

  it('stands in its name and its other lines where the header is damaged', () => {
    expect(describeLines(MAIN, user('u1', 'go'))).toMatchObject({ session: '11111111', role: 'main' });
    expect(describeLines(MAIN, { $set: { lastUpdated: '', sessionId: SESSION } })).toMatchObject({
      session: SESSION,
    });
    expect(describeLines('/x/y.jsonl', user('u1', 'go'))).toBeUndefined();
  });

  it('does not mix two files by the short id in their names', () => {
    const other = { ...HEADER, sessionId: SESSION.replace(/.$/, '6') };
    expect(describeLines(MAIN, other)?.session).toBe(other.sessionId);
  });

  it('is none of ours without a project', () => {
    expect(describeLines(MAIN, { sessionId: SESSION, type: 'user', message: {} })).toBeUndefined();
    expect(gemini.describe(MAIN, [])).toBeUndefined();
  });
});

describe('the names of recordings', () => {
  it.each([
    'session-2026-11-30T16-27-11111111.jsonl',
    'session-2025-09-01T10-00-11111111.json',
    `${SESSION}/a1.jsonl`,
    `${SESSION}/child.json`,
  ])('%s is one', (name) => {
    expect(isTranscriptName(`${CHATS}/${name}`)).toBe(true);
  });

  it.each([
    'session-a.jsonl.tmp-123',
    'session-b.jsonl.unreadable-1',
    '../logs.json',
    '../checkpoint-tag1.json',
    'notes.json',
  ])('%s is none', (name) => {
    expect(isTranscriptName(join(CHATS, name))).toBe(false);
  });
});

describe('a line', () => {
  it('is told by its keys in the order of Gemini’s own reader', () => {
    const { readings } = read([
      HEADER,
      { $set: { lastUpdated: '2026-11-30T16:27:53.235Z' } },
      { $set: { summary: 'x' } },
      reset(),
      { $rewindTo: 'u1', type: 'user', id: 'u1', content: 'x' },
      HEADER,
      { nothing: 'known' },
    ]);
    const types = ['header', 'set', 'set', 'set/messages', 'rewindTo', 'header', 'other'];
    expect(readings.map(({ type }) => type)).toEqual(types);
    expect(readings[6]?.notes).toEqual(['unknown_type']);
    expect(readings[1]?.at).toBe(Date.UTC(2026, 10, 30, 16, 27, 53, 235));
  });

  it('that names another session says so', () => {
    const { readings } = read([HEADER, { $set: { sessionId: 'other' } }, { ...HEADER, sessionId: 'third' }]);
    expect(readings.map(({ session }) => session)).toEqual([undefined, 'other', 'third']);
    expect(readings[1]?.notes).toEqual(['other_session']);
  });

  it('that was cut does not keep the next from being read', () => {
    const said = read([HEADER, '{"id":"u1","type":"user","content":[{"te', user('u2', 'go')]);
    expect(said.readings[1]?.form).toBe('unparsed');
    expect(promptsIn(said)).toEqual(['go']);
  });

  it('with an object behind a stub is read for the object', () => {
    const said = read([HEADER, `{"id":"u1","ty${JSON.stringify(user('u2', 'go'))}`]);
    expect(said.readings[1]?.form).toBe('spliced');
    expect(promptsIn(said)).toEqual(['go']);
  });

  it('keeps an id that may not stand in clear to itself', () => {
    const { readings } = read([HEADER, user('a b', 'go')]);
    expect(readings[1]).toMatchObject({ notes: ['unsafe_id'], exchange: { origin: 'prompt' } });
    expect(readings[1]?.id).toBeUndefined();
  });

  it.each([null, 7, {}, [null, 7, 'go', { text: 7 }]])('with the content %j notes its shape', (content) => {
    const said = read([HEADER, { ...user('u1', ''), content }]);
    expect(said.readings[1]?.form).toBe('json');
    expect(promptsIn(said)).toEqual(Array.isArray(content) ? ['go'] : []);
  });

  it('with more parts than any session has is not interpreted', () => {
    const { readings } = read([HEADER, user('u1', Array(10_001).fill({ text: 'x' }))]);
    expect(readings[1]?.form).toBe('deep');
  });
});

describe('thoughts', () => {
  it('are summaries; a text in the API’s shape is one too', () => {
    const line = model('m1', [{ text: '**A** b', thought: true }, { text: 'Said.' }]);
    const said = read([HEADER, line]);
    expect(saidIn(said, 'thinking').map(({ part }) => part.state)).toEqual(['summary']);
    expect(said.readings[1]?.exchange?.reasoning).toBe('summary');
    expect(textsIn(said)).toEqual(['Said.']);
  });

  it('that stand both ways are given once', () => {
    const content = [{ text: '**A** b', thought: true }];
    const said = read([HEADER, model('m1', content, { thoughts: [thought('A', 'b')] })]);
    expect(saidIn(said, 'thinking')).toHaveLength(1);
  });

  it('of which only a signature is left are sealed', () => {
    const functionCall = { id: 'c1', name: 'read_file', args: {} };
    const said = read([HEADER, model('m1', [{ functionCall, thoughtSignature: 'YTE=' }])]);
    expect(said.readings[1]?.exchange?.reasoning).toBe('sealed');
    expect(saidIn(said, 'call')[0]?.part).toMatchObject({
      call: 'c1',
      tool: 'Read',
      link: { basis: 'exact' },
    });
  });
});
