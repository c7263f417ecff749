import { describe, expect, it } from 'vitest';
import { type AnyLine, event, partsOf, prompt, request, saidAt, says, session } from './copilot-files.ts';
import { valueAt } from './transcript-files.ts';

const originsOf = (...lines: readonly AnyLine[]) =>
  session(...lines)
    .readings.slice(1)
    .map(({ exchange }) => exchange?.origin);

describe('Copilot prompts', () => {
  it('are what was typed; what the harness and hooks made of it stands beside them (ups-modify)', () => {
    const transformedContent = 'changed prompt\n\n<system_reminder>\nups ctx\n</system_reminder>';
    const transcript = session(prompt('fix the bug', { transformedContent }));
    const [text, sent] = transcript.readings[1]!.exchange!.parts;
    expect(saidAt(transcript, 1, 'text')).toBe('fix the bug');
    expect(transcript.readings[1]!.exchange).toMatchObject({ role: 'user', origin: 'prompt', turn: 'i1' });
    expect(text).not.toHaveProperty('origin');
    expect(sent).toMatchObject({ kind: 'other', origin: 'meta' });
    expect(valueAt(transcript.lines[1]!, sent!.kind === 'other' ? sent!.body : undefined)).toBe(
      transformedContent,
    );
  });

  it('are told from users’ messages that nobody typed by the field that says so', () => {
    expect(
      originsOf(
        prompt('typed'),
        prompt('typed', { source: 'user' }),
        prompt('injected', { source: 'skill-pdf' }),
        prompt('injected', { source: 'command-review' }),
        prompt('injected', { source: 'something new' }),
        prompt('go on', { isAutopilotContinuation: true }),
      ),
    ).toEqual(['prompt', 'prompt', 'meta', 'command', 'meta', 'meta']);
  });

  it('are not another agent’s messages to this one', () => {
    expect(originsOf(prompt('peer', { source: 'agent-7' }))).toEqual(['agent']);
  });

  it('are not the reason with which a stop hook sent the model on, but once and by its words (stop-block)', () => {
    const stop = event('hook.end', { hookType: 'agentStop', output: { decision: 'block', reason: 'go on' } });
    expect(originsOf(stop, prompt('go on'), prompt('go on'))).toEqual([undefined, 'hook', 'prompt']);
    expect(originsOf(stop, prompt('queued before'), prompt('go on')).slice(1)).toEqual(['prompt', 'hook']);
    const allowed = event('hook.end', { hookType: 'agentStop', success: true });
    expect(originsOf(stop, allowed, prompt('go on')).at(-1)).toBe('prompt');
    const other = event('hook.end', {
      hookType: 'preToolUse',
      output: { decision: 'block', reason: 'go on' },
    });
    expect(originsOf(other, prompt('go on')).at(-1)).toBe('prompt');
  });

  it('are not what the assistant writes as if the user said it, though it acts on it', () => {
    const content = 'Shall I?\n\nuser\nyes, go ahead\n';
    const transcript = session(says({ content, toolRequests: [request('c1')] }));
    expect(partsOf(transcript, 'text').map(({ reading }) => reading.exchange?.role)).toEqual(['assistant']);
    expect(transcript.readings.every(({ exchange }) => exchange?.origin === undefined)).toBe(true);
  });

  it('are also lines that only look like them: their words are read, and the hooks’ records decide', () => {
    const transcript = session(says({ content: 'Shall I?' }), prompt('yes, go ahead'), says({}));
    expect(transcript.readings[2]!.exchange).toMatchObject({ role: 'user', origin: 'prompt' });
    expect(saidAt(transcript, 2, 'text')).toBe('yes, go ahead');
  });

  it.each([
    ['system.notification', { content: 'x', kind: 'task' }, 'user', 'notification'],
    ['session.compaction_complete', { summaryContent: 'x' }, 'user', 'summary'],
    ['session.mode_notice_delivered', { mode: 'plan', content: 'x' }, 'user', 'meta'],
    ['skill.context_delivered', { content: 'x' }, 'user', 'instructions'],
    ['abort', { reason: 'user_initiated' }, 'user', 'interrupt'],
    ['system.message', { role: 'system', content: 'x' }, 'developer', undefined],
  ])('are not what %s says', (type, data, role, origin) => {
    const { exchange } = session(event(type, data)).readings[1]!;
    expect(exchange?.role).toBe(role);
    expect(exchange?.origin).toBe(origin);
    expect(exchange?.parts).toHaveLength(1);
  });
});

describe('Copilot subagents', () => {
  const within = (agentId: unknown) => ({ agentId });

  it('write into their parent’s file: each line says whose it is', () => {
    const transcript = session(
      prompt('Do it.'),
      says({ content: 'Delegating.', toolRequests: [request('t1', 'task', { prompt: 'Look.' })] }),
      event('subagent.started', { toolCallId: 't1', agentName: 'explore' }, within('agent-1')),
      event('system.message', { content: 'You explore.' }, within('agent-1')),
      prompt('Look.', {}, within('agent-1')),
      says({ messageId: 'm2', content: 'Looking.', toolRequests: [request('c1')] }, within('agent-1')),
      event('subagent.completed', { toolCallId: 't1', agentName: 'explore' }, within('agent-1')),
    );
    expect(transcript.source).toMatchObject({ role: 'main' });
    expect(transcript.readings.map(({ agent }) => agent)).toEqual([
      ...[undefined, undefined, undefined, 'agent-1', 'agent-1', 'agent-1', 'agent-1', 'agent-1'],
    ]);
    expect(partsOf(transcript, 'call').map(({ part }) => [part.call, part.link.lines])).toEqual([
      ['t1', [2]],
      ['c1', [6]],
    ]);
  });

  it('are told their task, and later things by agents: no person’s prompt', () => {
    expect(
      originsOf(
        prompt('Look.', {}, within('agent-1')),
        prompt('Also there.', {}, within('agent-1')),
        prompt('Look.', {}, within('agent-2')),
        prompt('typed'),
      ),
    ).toEqual(['task', 'agent', 'task', 'prompt']);
  });

  it('that a subagent starts are agents of their own', () => {
    const { readings } = session(
      says({ content: 'One.' }, within('agent-1')),
      says({ content: 'Two.' }, within('agent-1-child')),
    );
    expect(readings.slice(1).map(({ agent }) => agent)).toEqual(['agent-1', 'agent-1-child']);
  });

  it('are known by the call that they run in where no id is stated', () => {
    const { readings } = session(says({ content: 'One.', parentToolCallId: 't1' }));
    expect(readings[1]!.agent).toBe('t1');
  });

  it.each(['../../etc/x', '/etc/x', '-rf', 'a b', '', 7, {}])('are nobody where the id is %j', (id) => {
    const [reading] = session(says({}, within(id))).readings.slice(1);
    expect(reading).not.toHaveProperty('agent');
    expect(reading!.notes).toEqual(['unsafe_id']);
  });
});
