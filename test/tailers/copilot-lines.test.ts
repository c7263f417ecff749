import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { eventType } from '../../tailers/copilot/event-type.ts';
import { copilot } from '../../tailers/copilot.ts';
import { parseLine } from '../../tailers/line.ts';
import {
  type AnyLine,
  AT,
  completed,
  event,
  PATH,
  prompt,
  request,
  SESSION,
  START,
  saidAt,
  says,
  session,
  toBytes,
} from './copilot-files.ts';
import { splitLines } from './transcript-files.ts';

const SCHEMA = resolve(
  dirname(fileURLToPath(import.meta.url)),
  '../../../shared/formats/copilot-event-types.txt',
);
const OTHER = '99999999-2222-4333-8444-555555555555';
const heads = (...lines: readonly AnyLine[]) => splitLines(toBytes(lines));

describe('Copilot lines', () => {
  it('go on behind a cut line, NULs and a stub (copilot-cli 1864, 2217, 4098)', () => {
    const stub = Buffer.from('{"type":"assistant.message","data":{"messageId":"m1","content":"tru');
    const transcript = session(
      '{"type":"user.message","data":{"content":"half',
      Buffer.concat([Buffer.alloc(300), Buffer.from('\n')]),
      Buffer.concat([stub, toBytes([says({ content: 'Whole.' })])]),
      Buffer.concat([toBytes([prompt('x')]).subarray(0, -1), Buffer.alloc(1728), Buffer.from('\n')]),
    );
    expect(transcript.readings.map(({ form }) => form)).toEqual([
      ...['json', 'unparsed', 'nul', 'spliced', 'padded'],
    ]);
    expect(saidAt(transcript, 3, 'text')).toBe('Whole.');
    expect(saidAt(transcript, 4, 'text')).toBe('x');
  });

  it('with U+2028 raw in a string are lines like any other (copilot-cli 2012)', () => {
    const transcript = session(prompt('a\u2028b'));
    expect(saidAt(transcript, 1, 'text')).toBe('a\u2028b');
  });

  it('of a type that no table knows are committed, and said to be unknown', () => {
    const { readings } = session(event('session.new_thing'), event('constructor'), { hello: 1 }, '[1]');
    for (const reading of readings.slice(1, 4))
      expect(reading).toMatchObject({ form: 'json', type: 'other', notes: ['unknown_type'] });
    expect(readings[4]).toEqual({ form: 'value' });
  });

  it.runIf(existsSync(SCHEMA))('know every type of the schema', () => {
    const types = readFileSync(SCHEMA, 'utf8')
      .split('\n')
      .flatMap((line) => (line.includes(' : ') ? [line.split(' ')[0]!] : []));
    expect(types).toHaveLength(163);
    const known = types.filter((type) => {
      const { object } = parseLine(Buffer.from(JSON.stringify({ type })));
      return eventType(object!) === type;
    });
    expect(known).toEqual(types);
  });

  it('keep what is sound of an event with junk in it', () => {
    const transcript = session(
      event('user.message', { content: 7, transformedContent: null, interactionId: {} }),
      says({ content: null, toolRequests: [7, request('c1')], reasoningText: [] }),
      event('user.message', undefined, { data: 'x' }),
      completed('c1', { success: 'yes', result: 'x', shellExecution: 'n/a' }),
    );
    expect(transcript.readings.map(({ notes }) => notes)).toEqual([
      undefined,
      ['unsafe_id', 'content_shape'],
      ['content_shape'],
      ['content_shape'],
      ['content_shape'],
    ]);
    expect(transcript.readings[2]!.exchange!.parts).toMatchObject([{ kind: 'other' }, { call: 'c1' }]);
    expect(transcript.readings[4]!.exchange!.parts).toMatchObject([{ outcome: 'unknown' }]);
  });

  it('leave an id out that may not stand in clear', () => {
    const { readings } = session(says({ messageId: 'has space' }, { id: 'é' }));
    expect(readings[1]).toMatchObject({ notes: ['unsafe_id'] });
    expect(readings[1]).not.toHaveProperty('id');
    expect(readings[1]!.exchange).not.toHaveProperty('message');
  });

  it('are not interpreted beyond the budget of nesting or number', () => {
    const nested = `{"type":"user.message","data":{"content":${'['.repeat(2000)}${']'.repeat(2000)}}}`;
    const many = says({ toolRequests: Array.from({ length: 300 }, (_, n) => request(`c${n}`)) });
    for (const reading of session(nested, many).readings.slice(1)) {
      expect(reading.form).toBe('deep');
      expect(reading).not.toHaveProperty('exchange');
    }
  });

  it('carry on in the same file when the session is resumed, under another version perhaps', () => {
    const { readings } = session(
      prompt('One.'),
      event('session.resume', { eventCount: 2 }),
      event('session.start', { sessionId: SESSION, copilotVersion: '1.0.103' }),
      prompt('Two.'),
    );
    expect(readings.map(({ version }) => version)).toEqual([
      '1.0.102',
      undefined,
      undefined,
      '1.0.103',
      undefined,
    ]);
  });

  it('note a clock that was set back, not events that the buffer wrote out of order', () => {
    const at = (timestamp: string) => event('hook.start', {}, { timestamp });
    const { readings } = session(
      ...[at('2026-11-30T21:00:00.000Z'), at('2026-11-30T20:59:59.000Z'), at(AT), at(AT)],
    );
    expect(readings.map(({ notes }) => notes)).toEqual([
      ...[undefined, undefined, undefined, ['clock_jump'], undefined],
    ]);
  });
});

describe('Copilot identity', () => {
  const digests = (...lines: readonly AnyLine[]) =>
    session(...lines)
      .readings.slice(1)
      .map(({ identity }) => identity?.digest);

  it('is the event’s id and data, whenever it was written and whatever it follows', () => {
    const one = prompt('Fix it.');
    const [first, copy, words, other] = digests(
      one,
      { ...one, timestamp: '2027-01-01T00:00:00.000Z', parentId: OTHER },
      { ...one, data: { ...(one.data as object), content: 'Break it.' } },
      { ...one, id: OTHER },
    );
    expect(copy).toBe(first);
    expect(new Set([first, words, other]).size).toBe(3);
  });

  it('is missing where there is no id', () => {
    expect(digests({ type: 'abort', data: {} })).toEqual([undefined]);
  });
});

describe('Copilot sources', () => {
  it('are found under COPILOT_HOME, else in the home folder', () => {
    expect(copilot.roots({ COPILOT_HOME: '/d/copilot' }, '/home/dev')).toEqual(['/d/copilot/session-state']);
    for (const env of [{}, { COPILOT_HOME: 'relative' }, { XDG_STATE_HOME: '/x' }])
      expect(copilot.roots(env, '/home/dev')).toEqual(['/home/dev/.copilot/session-state']);
    expect(copilot.mainFiles?.(SESSION, '/home/dev/.copilot/session-state')).toEqual([PATH]);
  });

  it('are named by their header, wherever they lie', () => {
    const described = { harness: 'copilot', session: SESSION, role: 'main', version: '1.0.102' };
    expect(copilot.describe(PATH, heads(START))).toEqual(described);
    expect(copilot.describe('/tmp/x.jsonl', heads(START, prompt('x')))).toEqual(described);
  });

  it('are the folder’s session where the header is another’s: a copy of it', () => {
    const transcript = [START, prompt('x')];
    const place = PATH.replace(SESSION, OTHER);
    const source = copilot.describe(place, heads(...transcript));
    expect(source).toMatchObject({ session: OTHER, from: SESSION, copiesFrom: SESSION });
    const reading = copilot.reader(source!).read(heads(START)[0]!, 0);
    expect(reading).toMatchObject({ session: SESSION, notes: ['other_session'] });
  });

  it('are known by their folder where the header is damaged', () => {
    const broken = '{"type":"session.start","data":{"sess';
    expect(copilot.describe(PATH, heads(broken, prompt('x')))).toEqual({
      harness: 'copilot',
      session: SESSION,
      role: 'main',
    });
    expect(copilot.describe('/tmp/x.jsonl', heads(broken, prompt('x')))).toBeUndefined();
  });

  it('are no other files, and take no path from an id', () => {
    expect(copilot.describe(PATH, [])).toBeUndefined();
    expect(copilot.describe(PATH, heads({ type: 'user', uuid: 'u', sessionId: SESSION }))).toBeUndefined();
    const climbing = event('session.start', { sessionId: '../../etc/x', copilotVersion: '1' });
    expect(copilot.describe('/tmp/x.jsonl', heads(climbing))).toBeUndefined();
  });
});
