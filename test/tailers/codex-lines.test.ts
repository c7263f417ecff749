import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codex } from '../../tailers/codex.ts';
import {
  call,
  completed,
  event,
  item,
  META,
  output,
  PATH,
  promptsOf,
  readRollout,
  rollout,
  THREAD,
  userItem,
} from './codex-files.ts';

const bytes = (...objects: readonly object[]) =>
  objects.map((each) => Buffer.from(`${JSON.stringify(each)}\n`));
const OTHER = '01a22d46-0000-7100-9529-05ccea429280';

describe('Codex lines', () => {
  it('decides the dialect line by line: an upgrade changes it in the middle (codex 45150)', () => {
    const read = rollout(
      META,
      { ordinal: 1, ...userItem('One.') },
      { ordinal: 2, ...completed('UserMessage', { id: 'u', content: [{ type: 'text', text: 'One.' }] }) },
      { ...META, payload: { ...META.payload, cli_version: '0.147.0' } },
      userItem('Two.'),
      event('user_message', { message: 'Two.' }),
    );
    expect(promptsOf(read)).toEqual(['One.', 'Two.']);
    expect(read.readings.map((reading) => reading.version)).toEqual([
      '0.171.0',
      undefined,
      undefined,
      '0.147.0',
      undefined,
      undefined,
    ]);
  });

  it('reads a byte order mark past (codex 28139)', () => {
    const lines = bytes(META);
    const read = readRollout(PATH, [Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), lines[0]!])]);
    expect(read.readings[0]).toMatchObject({ type: 'session_meta', notes: ['bom'] });
    expect(read.source.session).toBe(THREAD);
  });

  it('goes on behind a line that it cannot read (claude-code 50347)', () => {
    const read = rollout(META, '{"type":"response_item","payl', userItem('Still here.'));
    expect(read.readings.map((reading) => reading.form)).toEqual(['json', 'unparsed', 'json']);
    expect(promptsOf(read)).toEqual(['Still here.']);
  });

  it('reads the whole object behind a stub on the same line, with ranges in that line (claude-code 52387)', () => {
    const read = rollout(META, `{"timestamp":"2026${JSON.stringify(userItem('Behind.'))}`);
    expect(read.readings[1]?.form).toBe('spliced');
    expect(promptsOf(read)).toEqual(['Behind.']);
  });

  it('calls what no table knows other, and says so', () => {
    const read = rollout(
      META,
      event('<b>new</b>'),
      { type: 'new', payload: {} },
      { hello: 1 },
      completed('New', { id: 'n' }),
    );
    for (const reading of read.readings.slice(1)) {
      expect(reading).toMatchObject({ type: 'other', notes: ['unknown_type'] });
    }
  });

  it('leaves an id out that may not stand in clear', () => {
    const read = rollout(META, call('has space'), output('has space', 'x'));
    expect(read.readings[1]?.notes).toEqual(['unsafe_id']);
    expect(read.readings[1]?.exchange?.parts[0]).not.toHaveProperty('call');
  });

  it('notes a clock that was set back, and keeps the order of the file (t3code 3983)', () => {
    const at = (timestamp: string) => ({ ...event('token_count'), timestamp });
    const read = rollout(
      META,
      at('2026-11-30T21:25:30Z'),
      at('2026-11-30T16:26:00Z'),
      at('2026-11-30T16:26:01Z'),
    );
    expect(read.readings.map((reading) => reading.notes)).toEqual([
      undefined,
      undefined,
      ['clock_jump'],
      undefined,
    ]);
  });

  it('keeps a lone surrogate and the valid part of a record with a junk field (claude-code 45982, wakatime 1519)', () => {
    const read = rollout(
      META,
      '{"type":"response_item","payload":{"type":"message","role":"user","content":"\\ud83c","id":7}}',
    );
    expect(read.readings[1]?.notes).toEqual(['lone_surrogate', 'unsafe_id']);
    expect(read.readings[1]?.exchange?.origin).toBe('prompt');
  });

  it('gives up on what nests beyond the budget', () => {
    const deep = `{"type":"response_item","payload":{"type":"message","role":"user","content":${'['.repeat(2000)}${']'.repeat(2000)}}}`;
    expect(rollout(META, deep).readings[1]).toMatchObject({ form: 'deep' });
  });

  it('never throws, whatever an item holds', () => {
    const words = fc.constantFrom(
      'message',
      'reasoning',
      'function_call',
      'function_call_output',
      'UserMessage',
      'Reasoning',
      'CommandExecution',
      'user_message',
      'compacted',
      'response_item',
      'event_msg',
      'item_completed',
    );
    const keys = fc.constantFrom(
      'type',
      'payload',
      'item',
      'content',
      'summary',
      'text',
      'id',
      'call_id',
      'output',
      'role',
      'turn_id',
      'metadata',
      '__proto__',
      'constructor',
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        words,
        fc.jsonValue({ maxDepth: 1 }),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(keys, tie('value'), { maxKeys: 5 }),
      ),
    }));
    fc.assert(
      fc.property(fc.array(fc.record({ type: words, payload: value }), { maxLength: 8 }), (objects) => {
        const reader = codex.reader({ harness: 'codex', session: THREAD, role: 'main' });
        return bytes(...objects).every((line, number) => reader.read(line, number).form !== undefined);
      }),
      { numRuns: 300 },
    );
  });

  it('remembers no more of a long turn than its bounds', () => {
    const reader = codex.reader({ harness: 'codex', session: THREAD, role: 'main' });
    const [thought, made] = [userItem('x'.repeat(50)), call('c')];
    for (let i = 0; i < 5_000; i++) {
      reader.read(
        bytes({ ...thought, payload: { type: 'message', role: 'assistant', content: `t${i}` } })[0]!,
        2 * i,
      );
      const reading = reader.read(
        bytes({ ...made, payload: { type: 'function_call', name: 'f', call_id: `c${i}` } })[0]!,
        2 * i + 1,
      );
      const part = reading.exchange?.parts[0];
      expect(part?.kind === 'call' && part.link.lines.length).toBeLessThanOrEqual(64);
    }
  });
});

describe('Codex identity', () => {
  const digests = (...objects: readonly object[]) =>
    rollout(META, ...objects)
      .readings.slice(1)
      .map((reading) => reading.identity?.digest);

  it('is the same for a copied line with another time, ordinal and metadata', () => {
    const one = userItem('Fix it.', { id: 'm1' });
    expect(
      new Set(digests(one, { ...one, ordinal: 9, timestamp: '2027-01-01T00:00:00Z', metadata: { x: 1 } }))
        .size,
    ).toBe(1);
  });

  it('differs between the two lines of one item, between ids, and between words under one id', () => {
    const said = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Fine.' }] };
    const all = digests(
      item({ ...said, id: 'm1' }),
      completed('AgentMessage', { id: 'm1', content: [{ type: 'Text', text: 'Fine.' }] }),
      item({ ...said, id: 'm2' }),
      item({ ...said, content: 'Not fine.', id: 'm2' }),
    );
    expect(new Set(all).size).toBe(4);
  });

  it('stays when a newer version writes a copied event anew with its own empty fields', () => {
    const [old, copy] = digests(
      event('agent_message', { message: 'Fine.' }),
      event('agent_message', { message: 'Fine.', phase: null }),
    );
    expect(copy).toBe(old);
  });

  it('goes by content in the copied head of a legacy fork only (ccusage 1370)', () => {
    const base = { ...META, payload: { ...META.payload, id: OTHER, session_id: OTHER } };
    const plain = rollout(META, userItem('Fix it.'));
    const fork = rollout(META, base, userItem('Fix it.'));
    expect(plain.readings[1]?.identity).toEqual({ by: 'content', digest: expect.any(String) });
    expect(fork.readings[2]?.identity).toEqual({ ...plain.readings[1]?.identity, head: true });
    expect(fork.readings[1]).toMatchObject({ session: OTHER, notes: ['other_session'] });
    expect(fork.source).toMatchObject({ session: THREAD, from: OTHER });
  });
});

describe('Codex sources', () => {
  const describeOf = (path: string, ...objects: readonly object[]) => codex.describe(path, bytes(...objects));
  const meta = (payload: object) => ({
    type: 'session_meta',
    payload: { id: THREAD, session_id: THREAD, ...payload },
  });

  it('are found under CODEX_HOME, else in the home folder (getspecstory 136)', () => {
    expect(codex.roots({ CODEX_HOME: '/d/codex' }, '/home/dev')).toEqual([
      '/d/codex/sessions',
      '/d/codex/archived_sessions',
    ]);
    expect(codex.roots({}, '/home/dev')).toEqual([
      '/home/dev/.codex/sessions',
      '/home/dev/.codex/archived_sessions',
    ]);
  });

  it('say the same archived or compressed (deja-vu 3640)', () => {
    const archived = `/home/dev/.codex/archived_sessions/rollout-2026-11-30T16-25-24-${THREAD}.jsonl.zst`;
    expect(describeOf(archived, META)).toEqual(describeOf(PATH, META));
  });

  it('tell agents by their header', () => {
    const spawned = { subagent: { thread_spawn: { parent_thread_id: OTHER } } };
    const child = { session_id: OTHER, parent_thread_id: OTHER };
    expect(describeOf(PATH, meta({ ...child, source: spawned }))).toMatchObject({
      role: 'subagent',
      session: OTHER,
      agent: THREAD,
    });
    expect(describeOf(PATH, meta({ ...child, source: { subagent: { other: 'guardian' } } }))?.role).toBe(
      'guardian',
    );
    expect(describeOf(PATH, meta({ ...child, source: { subagent: 'review' } }))?.role).toBe('review');
  });

  it('tell a reverted segment from a fork', () => {
    const segment = PATH.replace('.jsonl', `_${OTHER}.jsonl`);
    const based = meta({ history_base: { thread_id: THREAD, end_ordinal_exclusive: 9 } });
    expect(describeOf(segment, based)).toEqual({
      harness: 'codex',
      session: THREAD,
      role: 'segment',
      from: THREAD,
      layout: 'legacy',
    });
    expect(describeOf(PATH, meta({ forked_from_id: OTHER }))).toMatchObject({ role: 'main', from: OTHER });
  });

  it('believe a file’s name only where the header names one of its ids, and later headers never (coslash 229)', () => {
    const named = PATH.replace(THREAD, `${OTHER}_${OTHER}`);
    const ancestor = meta({ id: OTHER, session_id: OTHER });
    expect(describeOf(named, meta({}))).toMatchObject({ session: THREAD, role: 'main' });
    expect(describeOf(PATH, meta({}), ancestor, ancestor)?.session).toBe(THREAD);
  });

  it('keep a rollout whose header is damaged', () => {
    expect(describeOf(PATH, { broken: 1 }, userItem('x'))).toEqual({
      harness: 'codex',
      session: THREAD,
      role: 'main',
    });
  });

  it('are no other files of Codex’s or another harness’s', () => {
    expect(
      describeOf('/home/dev/.codex/history.jsonl', { session_id: THREAD, ts: 1, text: 'x' }),
    ).toBeUndefined();
    expect(
      describeOf('/home/dev/.codex/session_index.jsonl', { id: THREAD, thread_name: 'x', updated_at: 'y' }),
    ).toBeUndefined();
    expect(
      describeOf('/home/dev/.claude/projects/p/s.jsonl', {
        type: 'user',
        uuid: 'u',
        sessionId: 's',
        message: { role: 'user' },
      }),
    ).toBeUndefined();
    expect(codex.describe(PATH, [])).toBeUndefined();
  });

  it('take no path from an id (loongsuite 201)', () => {
    expect(describeOf('/x/a.jsonl', meta({ id: '../../etc/x' }))).toBeUndefined();
  });
});
