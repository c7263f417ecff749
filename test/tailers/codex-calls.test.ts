import { describe, expect, it } from 'vitest';
import { call, completed, event, item, META, output, partsOf, rollout, userItem } from './codex-files.ts';

const STARTED = event('task_started', { turn_id: 't1' });
const ran = (id: string, more: object = {}) =>
  completed('CommandExecution', {
    id,
    command: ['ls'],
    aggregated_output: 'x',
    exit_code: 0,
    status: 'completed',
    ...more,
  });
const cell = (id: string) => item({ type: 'custom_tool_call', name: 'exec', input: 'x', call_id: id });
const cellOutput = (id: string, text: string) =>
  item({ type: 'custom_tool_call_output', call_id: id, output: text });
const outcomeOf = (...objects: readonly object[]) =>
  partsOf(rollout(META, STARTED, ...objects), 'result').map(({ part }) => [part.outcome, part.exit]);

describe('Codex results', () => {
  it.each([
    ['Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 3\nOutput:\nx', 'error', 3],
    ['Exit code: 0\nWall time: 0 seconds\nOutput:\nx', 'ok', 0],
    ['{"output":"x","metadata":{"exit_code":2,"duration_seconds":0.0}}', 'error', 2],
    [
      'Chunk ID: 1\nWall time: 0.4 seconds\nProcess running with session ID 9\nOutput:\n',
      'running',
      undefined,
    ],
    ['Wall time: 2.4 seconds\naborted by user', 'interrupted', undefined],
    ['Command blocked by PreToolUse hook: no. Command: ls', 'denied', undefined],
    [
      'exec_command failed: CreateProcess { message: "Rejected(\\"rejected by user\\")" }',
      'declined',
      undefined,
    ],
    [
      'exec_command failed: CreateProcess { message: "Rejected(\\"no network here\\")" }',
      'denied',
      undefined,
    ],
    [
      'exec_command failed: CreateProcess { message: "Rejected(\\"Failed to create unified exec process\\")" }',
      'error',
      undefined,
    ],
    ['approval policy is Never; reject command', 'denied', undefined],
    ['unsupported call: shell', 'error', undefined],
    ['failed to parse function arguments: EOF', 'error', undefined],
    ['stop after tool', 'unknown', undefined],
  ])('reads %j as %s', (text, outcome, exit) => {
    expect(outcomeOf(call('c1'), output('c1', text))).toEqual([[outcome, exit]]);
  });

  it('never believes an exit code that the tool itself printed', () => {
    const forged = 'Chunk ID: 1\nWall time: 0.1 seconds\nOutput:\nProcess exited with code 0\n';
    expect(outcomeOf(call('c1'), output('c1', forged))).toEqual([['unknown', undefined]]);
    expect(outcomeOf(call('c1'), output('c1', 'Exit code: 9\nProcess exited with code 0'))).toEqual([
      ['error', 9],
    ]);
  });

  it('counts a result once though an item and an output say it, and keeps the item’s exit code', () => {
    expect(
      outcomeOf(
        call('c1'),
        ran('c1', { exit_code: 5, status: 'failed' }),
        output('c1', 'replaced by a hook'),
      ),
    ).toEqual([['error', 5]]);
  });

  it('takes the end of a command in the background for news, even turns later', () => {
    const read = rollout(
      META,
      STARTED,
      call('c1'),
      output('c1', 'Chunk ID: 1\nWall time: 0.4 seconds\nProcess running with session ID 9\nOutput:\n'),
      event('task_complete', { turn_id: 't1' }),
      event('task_started', { turn_id: 't2' }),
      ran('c1', { exit_code: 7, status: 'failed' }),
    );
    expect(partsOf(read, 'result').map(({ part }) => part.outcome)).toEqual(['running', 'error']);
    expect(read.readings.at(-1)?.exchange?.turn).toBe('t1');
  });

  it('keeps an aborted command aborted, whatever code its end gave it', () => {
    const read = rollout(
      META,
      STARTED,
      call('c1'),
      output('c1', 'Wall time: 2 seconds\naborted by user'),
      ran('c1', { exit_code: -1, status: 'failed' }),
    );
    expect(read.readings.at(-1)?.exchange).toMatchObject({ twin: 3, parts: [{ outcome: 'interrupted' }] });
  });

  it('reads a failing MCP tool from its own flag', () => {
    const failed = completed('McpToolCall', {
      id: 'c1',
      server: 's',
      tool: 't',
      status: 'completed',
      result: { isError: true },
    });
    const made = call('c1', { name: 't', namespace: 'mcp__s' });
    expect(outcomeOf(made, failed)).toEqual([['error', undefined]]);
    expect(partsOf(rollout(META, made), 'call')[0]?.part.tool).toBe('MCP');
  });

  it('reads a legacy patch event and its output as one result', () => {
    const end = event('patch_apply_end', { call_id: 'c1', success: true, stdout: 'ok', status: 'completed' });
    const patch = item({ type: 'custom_tool_call', name: 'apply_patch', input: 'p', call_id: 'c1' });
    expect(outcomeOf(patch, end, cellOutput('c1', 'Exit code: 0\nOutput:\n'))).toEqual([['ok', undefined]]);
  });

  it('reads a command that the person typed behind ! as the person’s', () => {
    const typed = ran('u1', { source: 'user_shell', exit_code: 3, status: 'failed' });
    expect(rollout(META, STARTED, typed).readings[2]?.exchange).toMatchObject({
      role: 'user',
      origin: 'shell',
      parts: [{ exit: 3 }],
    });
  });
});

describe('Codex code mode', () => {
  it('gives a nested item a call and a result, inside of the open cell', () => {
    const read = rollout(
      META,
      STARTED,
      cell('c1'),
      ran('exec-1', { exit_code: 5, status: 'failed' }),
      cellOutput('c1', 'Script completed\n'),
    );
    expect(read.readings[3]?.exchange?.parts).toMatchObject([
      { kind: 'call', call: 'exec-1', tool: 'Bash', within: 'c1', link: { basis: 'ordered', lines: [2] } },
      { kind: 'result', call: 'exec-1', outcome: 'error', exit: 5 },
    ]);
  });

  it('names no cell where two are open', () => {
    const nested = rollout(META, STARTED, cell('c1'), cell('c2'), ran('exec-1')).readings[4]?.exchange
      ?.parts[0];
    expect(nested).toMatchObject({ link: { basis: 'ordered', lines: [2, 3] } });
    expect(nested).not.toHaveProperty('within');
  });

  it('puts a nested call that ends between a yield and its wait into the cell that yielded', () => {
    const read = rollout(
      META,
      STARTED,
      cell('c1'),
      cellOutput('c1', 'Script running with cell ID 2\n'),
      ran('exec-1'),
    );
    expect(read.readings[4]?.exchange?.parts[0]).toMatchObject({ within: 'c1' });
  });

  it('links a nested call to nothing where no cell is open', () => {
    const read = rollout(META, STARTED, ran('exec-1'));
    expect(read.readings[2]?.exchange?.parts[0]).toMatchObject({ link: { basis: 'none', lines: [] } });
  });
});

describe('Codex links', () => {
  const from = (sampled: number) => ({ metadata: { sampled_through_sequence: sampled } });
  const thought = (id: string, text: string, rest: object = {}) =>
    item({ type: 'reasoning', id, summary: [{ type: 'summary_text', text }], encrypted_content: 's' }, rest);
  const linkOf = (...objects: readonly object[]) =>
    partsOf(rollout(META, STARTED, ...objects), 'call').at(-1)?.part.link;

  it('are exact where both items name the same request', () => {
    expect(linkOf(thought('r1', 'a', from(3)), call('c1', {}, from(3)))).toEqual({
      basis: 'exact',
      lines: [2],
    });
  });

  it('name the first of a thought’s two lines', () => {
    const first = completed('Reasoning', { id: 'r1', summary_text: ['a'], raw_content: [] });
    expect(linkOf(first, thought('r1', 'a', from(3)), call('c1', {}, from(3)))).toEqual({
      basis: 'exact',
      lines: [2],
    });
  });

  it('never reach into a try that was cut off before', () => {
    expect(linkOf(thought('r1', 'a', from(3)), call('c1', {}, from(4)))).toEqual({
      basis: 'none',
      lines: [],
    });
  });

  it('never reach behind the end of a response, though the number is the same (a compaction’s is stale)', () => {
    const usage = { type: 'token_usage_record', payload: { turn_id: 't1' } };
    expect(linkOf(thought('r1', 'a', from(3)), usage, call('c1', {}, from(3)))).toEqual({
      basis: 'none',
      lines: [],
    });
  });

  it('are ordered where nothing names a request, and end at an output or a user’s message', () => {
    expect(linkOf(thought('r1', 'a'), call('c1'))).toEqual({ basis: 'ordered', lines: [2] });
    expect(linkOf(thought('r1', 'a'), call('c1'), call('c2'))).toEqual({ basis: 'ordered', lines: [2] });
    expect(linkOf(thought('r1', 'a'), call('c1'), output('c1', 'x'), call('c2'))?.basis).toBe('none');
    expect(linkOf(thought('r1', 'a'), userItem('Wait.'), call('c1'))?.basis).toBe('none');
  });

  it('never cross a turn', () => {
    const later = { internal_chat_message_metadata_passthrough: { turn_id: 't2' } };
    expect(linkOf(thought('r1', 'a', from(3)), call('c1', later, from(3)))?.basis).toBe('none');
    expect(linkOf(thought('r1', 'a'), event('task_started', { turn_id: 't2' }), call('c1'))?.basis).toBe(
      'none',
    );
  });
});

describe('Codex reasoning', () => {
  const sealed = item({ type: 'reasoning', id: 'r1', summary: [], content: null, encrypted_content: 'gAAA' });
  const states = (...objects: readonly object[]) =>
    rollout(META, STARTED, ...objects)
      .readings.slice(2)
      .map(({ exchange }) => [exchange?.reasoning, exchange?.twin]);

  it('is sealed, and said once, where both lines hold no text', () => {
    expect(states(completed('Reasoning', { id: 'r1', summary_text: [], raw_content: [] }), sealed)).toEqual([
      [undefined, undefined],
      ['sealed', undefined],
    ]);
  });

  it('pairs the sections that legacy events carry one by one with their one item', () => {
    const both = item({
      type: 'reasoning',
      summary: [
        { type: 'summary_text', text: 'a' },
        { type: 'summary_text', text: 'b' },
      ],
    });
    const sections = [event('agent_reasoning', { text: 'a' }), event('agent_reasoning', { text: 'b' })];
    expect(states(...sections, both)).toEqual([
      ['summary', undefined],
      ['summary', undefined],
      ['summary', 2],
    ]);
  });

  it('is no twin where it says one thing more', () => {
    const more = item({
      type: 'reasoning',
      summary: [
        { type: 'summary_text', text: 'a' },
        { type: 'summary_text', text: 'b' },
      ],
    });
    expect(states(event('agent_reasoning', { text: 'a' }), more)[1]).toEqual(['summary', undefined]);
  });

  it('is no twin of a line with the same id and other words', () => {
    const first = completed('Reasoning', { id: 'r1', summary_text: ['harmless'], raw_content: [] });
    const other = item({
      type: 'reasoning',
      id: 'r1',
      summary: [{ type: 'summary_text', text: 'delete it all' }],
    });
    expect(states(first, other)[1]).toEqual(['summary', undefined]);
  });

  it('is full where the provider sent its text', () => {
    const raw = item({
      type: 'reasoning',
      id: 'r1',
      summary: [],
      content: [{ type: 'reasoning_text', text: 'hm' }],
    });
    expect(states(raw)).toEqual([['full', undefined]]);
  });
});
