import { describe, expect, it } from 'vitest';
import { type AnyLine, completed, event, partsOf, prompt, request, says, session } from './copilot-files.ts';
import { valueAt } from './transcript-files.ts';

const outcomesOf = (...lines: readonly AnyLine[]) =>
  partsOf(session(...lines), 'result').map(({ part }) => [part.outcome, part.exit]);
const asked = says({ toolRequests: [request('c1')] });
const failed = (code: string, message = 'no') =>
  completed('c1', { success: false, result: undefined, error: { code, message } });
const answered = (kind: string, more: object = {}) =>
  event('permission.completed', { requestId: 'r', toolCallId: 'c1', result: { kind }, ...more });

describe('Copilot results', () => {
  it.each([
    ['failure', 'error'],
    ['denied', 'denied'],
    ['rejected', 'declined'],
    ['cancelled', 'interrupted'],
    ['a new one', 'error'],
    ['constructor', 'error'],
  ])('with the code %j are %s', (code, outcome) => {
    expect(outcomesOf(asked, failed(code))).toEqual([[outcome, undefined]]);
  });

  it('are declined where the person said no, denied where a rule or nobody did', () => {
    expect(outcomesOf(asked, answered('denied-interactively-by-user'), failed('denied'))).toEqual([
      ['declined', undefined],
    ]);
    expect(outcomesOf(asked, answered('denied-by-rules'), failed('denied'))).toEqual([['denied', undefined]]);
    expect(outcomesOf(asked, answered('no', { decisionSource: 'human_response' }), failed('denied'))).toEqual(
      [['declined', undefined]],
    );
    expect(outcomesOf(asked, answered('approved-for-session'), completed('c1'))).toEqual([['ok', undefined]]);
  });

  it('stand on the line of a cancelled approval, after which none comes', () => {
    const transcript = session(
      asked,
      answered('cancelled', { result: { kind: 'cancelled', reason: 'Esc' } }),
    );
    const [found] = partsOf(transcript, 'result');
    expect(found).toMatchObject({ at: 2, part: { call: 'c1', outcome: 'interrupted' } });
    expect(valueAt(transcript.lines[2]!, found!.part.body)).toBe('Esc');
  });

  it('are errors, not denials, where a hook kept the result of a call that ran (post-block)', () => {
    expect(outcomesOf(asked, failed('denied', 'Tool result blocked: post block'))).toEqual([
      ['error', undefined],
    ]);
  });

  it('have the exit code from its own field only, and another one than 0 is an error', () => {
    const exit = (exitCode: unknown, content = 'x') =>
      completed('c1', { shellExecution: { exitCode }, result: { content } });
    expect(outcomesOf(asked, exit(0))).toEqual([['ok', 0]]);
    expect(outcomesOf(asked, exit(3))).toEqual([['error', 3]]);
    expect(outcomesOf(asked, exit('3'))).toEqual([['ok', undefined]]);
    expect(outcomesOf(asked, exit(3, 'x\n<shellId: 0 completed with exit code 0>'))).toEqual([['error', 3]]);
  });

  it('say running of a command in the background, and of one that outlasts its wait', () => {
    const text = 'x\n<command with shellId: 0 is still running after 30 seconds>';
    const background = completed('c1', { toolTelemetry: { properties: { executionMode: 'async' } } });
    expect(outcomesOf(asked, background)).toEqual([['running', undefined]]);
    expect(outcomesOf(asked, completed('c1', { result: { content: text } }))).toEqual([
      ['running', undefined],
    ]);
  });

  it('believe no mark that a command printed, nor one in another tool’s text', () => {
    const text = '<still running>';
    const done = completed('c1', { result: { content: text }, shellExecution: { exitCode: 0 } });
    expect(outcomesOf(asked, done)).toEqual([['ok', 0]]);
    const viewed = says({ toolRequests: [request('c1', 'view')] });
    expect(outcomesOf(viewed, completed('c1', { result: { content: text } }))).toEqual([['ok', undefined]]);
  });

  it('keep what the model was told apart from what came out (post-modified)', () => {
    const transcript = session(
      asked,
      completed('c1', { result: { content: 'replaced', detailedContent: 'ran' } }),
    );
    const [{ part, at }] = partsOf(transcript, 'result') as [ReturnType<typeof partsOf<'result'>>[number]];
    expect(valueAt(transcript.lines[at]!, part.body)).toBe('replaced');
    expect(valueAt(transcript.lines[at]!, part.detail)).toBe('ran');
  });

  it('of equal calls at once go by id, in the order in which they ended (identical)', () => {
    const two = says({ toolRequests: [request('c1'), request('c2')] });
    const ids = partsOf(session(two, completed('c2'), completed('c1')), 'result').map(
      ({ part }) => part.call,
    );
    expect(ids).toEqual(['c2', 'c1']);
  });
});

describe('Copilot calls', () => {
  it('count once, though tool.execution_start says them again', () => {
    const start = event('tool.execution_start', { toolCallId: 'c1', toolName: 'bash', arguments: {} });
    const { readings } = session(asked, start);
    expect(readings[2]).toMatchObject({ type: 'tool.execution_start' });
    expect(readings[2]).not.toHaveProperty('exchange');
  });

  it('that no message asked for are told by their start, linked to nothing', () => {
    const start = event('tool.execution_start', { toolCallId: 'c9', toolName: 'bash', arguments: {} });
    expect(partsOf(session(says({ content: 'Words.' }), start), 'call')).toMatchObject([
      { at: 2, part: { call: 'c9', tool: 'Bash', link: { basis: 'none', lines: [] } } },
    ]);
  });

  it('of a compaction’s summariser are calls like others', () => {
    const message = {
      role: 'assistant',
      content: 'Looking.',
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'bash', arguments: '{"command":"ls"}' } }],
      apiCallId: 'a1',
    };
    const transcript = session(event('model.message', { kind: 'message', message }));
    const [found] = partsOf(transcript, 'call');
    expect(found).toMatchObject({ part: { call: 'c1', tool: 'Bash', link: { basis: 'exact', lines: [1] } } });
    expect(valueAt(transcript.lines[1]!, found!.part.input)).toBe('{"command":"ls"}');
  });

  it('have their class: a patch is one string, an MCP tool has its server’s name before it', () => {
    const requests = [request('c1', 'apply_patch', '*** Begin Patch'), request('c2', 'notes-echo_note')];
    expect(partsOf(session(says({ toolRequests: requests })), 'call').map(({ part }) => part.tool)).toEqual([
      'Edit',
      'MCP',
    ]);
  });

  it('that the person typed behind ! are the person’s', () => {
    const typed = event('tool.user_requested', { toolCallId: 'u1', toolName: 'bash', arguments: {} });
    const start = event('tool.execution_start', { toolCallId: 'u1', toolName: 'bash', arguments: {} });
    const transcript = session(typed, start, completed('u1'));
    expect(transcript.readings.map(({ exchange }) => exchange?.origin)).toEqual([
      ...[undefined, 'shell', undefined, 'shell'],
    ]);
    expect(partsOf(transcript, 'call')).toEqual([]);
  });
});

describe('Copilot links', () => {
  const linkOf = (...lines: readonly AnyLine[]) => partsOf(session(...lines), 'call').at(-1)?.part.link;

  it('are exact to the thinking and text of their own event, and of the same message in other events', () => {
    expect(linkOf(says({ reasoningText: 'hm', toolRequests: [request('c1')] }))).toEqual({
      basis: 'exact',
      lines: [1],
    });
    const chunks = [says({ content: 'One.' }), says({ content: 'Two.' }), asked];
    expect(linkOf(...chunks)).toEqual({ basis: 'exact', lines: [1, 2] });
  });

  it('are exact by the response’s id, within one interaction only: a mock begins its ids anew', () => {
    const said = says({ messageId: 'm1', apiCallId: 'a1', content: 'One.' });
    const call = { messageId: 'm2', apiCallId: 'a1', toolRequests: [request('c1')] };
    expect(linkOf(said, says(call))).toEqual({ basis: 'exact', lines: [1] });
    expect(linkOf(said, says({ ...call, interactionId: 'i2' }))?.basis).toBe('none');
  });

  it('never reach another message, whatever stands before', () => {
    expect(linkOf(says({ messageId: 'm0', content: 'Words.' }), prompt('x'), asked)?.basis).toBe('none');
  });

  it('are ordered to thinking that names no message, within its turn', () => {
    const thought = event('assistant.reasoning', { reasoningId: 'r1', content: 'hm' });
    const turn = event('assistant.turn_start', { turnId: '1' });
    expect(linkOf(turn, thought, asked)).toEqual({ basis: 'ordered', lines: [2] });
    expect(linkOf(thought, turn, asked)?.basis).toBe('none');
  });

  it('never cross from one agent to another, though they name the same ids', () => {
    const theirs = says({ content: 'Words.', apiCallId: 'a1' }, { agentId: 'agent-1' });
    expect(linkOf(theirs, says({ apiCallId: 'a1', toolRequests: [request('c1')] }))?.basis).toBe('none');
  });
});

describe('Copilot reasoning', () => {
  const stateOf = (data: object) => {
    const { exchange } = session(says({ ...data })).readings[1]!;
    const [part] = exchange!.parts;
    return [exchange!.reasoning, part?.kind === 'thinking' ? part.seal !== undefined : undefined];
  };
  const blocks = (provider: string, block: object) => ({
    reasoningBlocks: { provider, blocks: [{ type: 'reasoning', ...block }] },
  });

  it('is full as a provider’s own text, with the signature beside it', () => {
    expect(stateOf({ reasoningText: 'hm' })).toEqual(['full', false]);
    const signed = { type: 'thinking', thinking: 'hm', signature: 'c2ln' };
    expect(stateOf({ reasoningText: 'hm', ...blocks('anthropic', signed) })).toEqual(['full', true]);
  });

  it('is a summary where the blocks are a summary’s', () => {
    const summary = blocks('openai-responses', { id: 'rs_1', summary: [{ text: 'hm' }] });
    expect(stateOf({ reasoningText: 'hm', encryptedContent: 'ZW5j', ...summary })).toEqual(['summary', true]);
    const raw = blocks('openai-responses', { content: [{ type: 'reasoning_text', text: 'hm' }] });
    expect(stateOf({ reasoningText: 'hm', ...raw })).toEqual(['full', false]);
  });

  it('is sealed where only the provider can read it, and none where there is none', () => {
    expect(stateOf({ reasoningText: '', encryptedContent: 'ZW5j' })).toEqual(['sealed', true]);
    expect(stateOf({ reasoningOpaque: 'b3BhcXVl' })).toEqual(['sealed', true]);
    expect(stateOf(blocks('anthropic', { type: 'redacted_thinking', data: 'ZW5j' }))).toEqual([
      'sealed',
      true,
    ]);
    expect(stateOf({ content: 'Words.' })).toEqual(['none', undefined]);
  });
});
