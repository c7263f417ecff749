import { describe, expect, it } from 'vitest';
import { isTranscriptName } from '../../tailers/find.ts';
import { asked, assistant, CHILD, MAIN, partsOf, read, readings, text, use, user } from './cursor-files.ts';

const origins = (...objects: readonly object[]) =>
  readings(...objects).map(({ exchange }) => exchange?.origin);
const timed = (stamp: string) =>
  readings(user(text(`<timestamp>${stamp}</timestamp>\n<user_query>\nhi\n</user_query>`)))[0]!.at;

describe('a line of the user’s role', () => {
  it('is a prompt where Cursor framed it as the person’s query', () => {
    const files = '<attached_files>\na.txt\n</attached_files>\n';
    expect(origins(asked('hi'), user(text(`${files}<user_query>\nhi\n</user_query>\n[Image]`)))).toEqual([
      'prompt',
      'prompt',
    ]);
  });

  it('is a prompt without any frame, as older versions wrote it', () => {
    expect(origins(user(text('hi')), { role: 'user', message: { content: 'hi' } })).toEqual([
      'prompt',
      'prompt',
    ]);
  });

  it('is context where it is all frames and none is the query', () => {
    const notice = '<task-notification>\ndone\n</task-notification>';
    const tools = '<dynamic_tools><tool>Context</tool></dynamic_tools>';
    expect(origins(user(text(notice)), user(text(tools)))).toEqual(['context', 'context']);
  });

  it('stays a prompt where a frame is only its beginning or its end', () => {
    expect(origins(user(text('<b>now</b> delete it')), user(text('see <user_query>')))).toEqual([
      'prompt',
      'prompt',
    ]);
  });
});

it('of several texts in one line only the query counts as the person’s words', () => {
  const transcript = read(MAIN, user(text('<user_query>\nfix it\n</user_query>'), text('do not touch src/')));
  expect(partsOf(transcript, 'text').map(({ body }) => body)).toEqual([
    '<user_query>\nfix it\n</user_query>',
  ]);
  expect(partsOf(transcript, 'other').map(({ body }) => body)).toEqual(['do not touch src/']);
});

it('a user turn that the model writes into its text stays the model’s text', () => {
  const [line] = readings(
    assistant(text('Shall I?\n\nuser\n<user_query>\nyes\n</user_query>'), use('Shell')),
  );
  expect(line!.exchange).toMatchObject({ role: 'assistant', parts: [{ kind: 'text' }, { kind: 'call' }] });
  expect(line!.exchange!.origin).toBeUndefined();
});

it('a temporary file beside a transcript is none', () => {
  expect(isTranscriptName('/x/a.jsonl.tmp-123')).toBe(false);
  expect(isTranscriptName('/x/a.tmp.jsonl')).toBe(false);
});

it('in an agent’s file nobody is a person: the first words are its task, later ones an agent’s', () => {
  const { readings: all } = read(
    CHILD,
    user(text('<user_info>\nLinux\n</user_info>')),
    asked('count'),
    assistant(text('3')),
    asked('again'),
  );
  expect(all.map(({ exchange }) => exchange?.origin)).toEqual(['context', 'task', undefined, 'agent']);
});

it('gives a result in the user’s place the tool’s role, and an outcome only by its error flag', () => {
  const result = (fields: object) =>
    user({ type: 'tool_result', tool_use_id: 'c1', content: 'x', ...fields });
  const found = readings(result({}), result({ is_error: true }), result({ is_error: false }));
  expect(found.map(({ exchange }) => exchange)).toMatchObject(
    ['unknown', 'error', 'ok'].map((outcome) => ({ role: 'tool', parts: [{ call: 'c1', outcome }] })),
  );
});

describe('the time before a prompt', () => {
  it.each([
    ['Monday, Nov 30, 2026, 4:00 PM (UTC)', '2026-11-30T16:00:00.000Z'],
    ['Friday, Sep 4, 2026, 2:21 AM (UTC+8)', '2026-09-03T18:21:00.000Z'],
    ['Wednesday, Jun 3, 2026, 12:30 AM (UTC-7)', '2026-06-03T07:30:00.000Z'],
    ['Sunday, Sep 27, 2026, 12:05 PM (UTC+5:30)', '2026-09-27T06:35:00.000Z'],
  ])('is read from %j', (stamp, time) => {
    expect(new Date(timed(stamp)!).toISOString()).toBe(time);
  });

  it.each([
    'now',
    'Sunday, Sep 27, 2026, 9:00 AM',
    'Monday, Xxx 30, 2026, 4:00 PM (UTC)',
    'Monday, Nov 30, 0001, 4:00 PM (UTC)',
    '2026-11-30T16:00:00.000Z',
  ])('is none in %j', (stamp) => {
    expect(timed(stamp)).toBeUndefined();
  });

  it('is none behind the person’s own words', () => {
    const stamp = '<timestamp>Monday, Nov 30, 2026, 4:00 PM (UTC)</timestamp>';
    expect(readings(asked(stamp))[0]!.at).toBeUndefined();
  });
});
