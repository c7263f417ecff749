import { describe, expect, it } from 'vitest';
import { read, saidBy, text, userLine, uuid } from './claude-code-lines.ts';

type Fields = Readonly<Record<string, unknown>>;

function originOf(content: unknown, fields: Fields = {}): string | undefined {
  return read([userLine(content, fields)])[0]!.exchange!.origin;
}

const NOTIFICATION = '<task-notification>\n<task-id>a1</task-id>\n</task-notification>';

describe('whose words a user line says it holds', () => {
  it.each([
    ['typed', { promptSource: 'typed', turnOrigin: 'human', origin: { kind: 'human' } }],
    ['sent by the SDK', { promptSource: 'sdk', turnOrigin: 'sdk' }],
    ['without any mark, as older versions write it', {}],
    ['of an origin kind that nobody knows', { origin: { kind: 'brand-new' } }],
  ])('is a prompt: %s', (_, fields) => {
    expect(originOf('please go on', fields)).toBe('prompt');
  });

  it.each([
    ['isCompactSummary', 'This session is being continued…', { isCompactSummary: true }, 'summary'],
    ['isMeta', 'expanded text', { isMeta: true }, 'meta'],
    ['isMeta with a hook’s stop', 'Stop hook feedback:\n[h]: go on', { isMeta: true }, 'hook'],
    ['isMeta with hookText', 'in words of a later version', { isMeta: true, hookText: true }, 'hook'],
    ['hookText alone', 'my words', { hookText: true }, 'prompt'],
    ['isMeta with a hook’s end', 'Operation stopped by hook: no', { isMeta: true }, 'hook'],
    [
      'origin.kind',
      NOTIFICATION,
      { promptSource: 'sdk', origin: { kind: 'task-notification' } },
      'notification',
    ],
    ['turnOrigin', NOTIFICATION, { promptSource: 'system', turnOrigin: 'task_notification' }, 'notification'],
    ['a peer’s message', 'do this', { origin: { kind: 'peer' } }, 'agent'],
    ['promptSource system alone', 'loop', { promptSource: 'system' }, 'meta'],
    ['isMeta before promptSource', 'x', { isMeta: true, promptSource: 'typed' }, 'meta'],
  ])('is told by fields: %s', (_, content, fields, origin) => {
    expect(originOf(content, fields)).toBe(origin);
  });

  it.each([
    ['[Request interrupted by user]', 'interrupt'],
    ['[Request interrupted by user for tool use]', 'interrupt'],
    [NOTIFICATION, 'notification'],
    ['<local-command-stdout>done</local-command-stdout>', 'command'],
    ['<local-command-caveat>run directly</local-command-caveat>', 'meta'],
    ['<bash-input>ls</bash-input>', 'shell'],
    ['<bash-stdout>a</bash-stdout><bash-stderr></bash-stderr>', 'shell'],
    ['<command-message>greet</command-message>\n<command-name>/greet</command-name>', 'command'],
    ['<command-name>/compact</command-name>\n  <command-message>compact</command-message>', 'command'],
    ['<command-name>/x</command-name>\n<command-args>a</command-args>', 'command'],
  ])('is told by its text in the exact form: %s', (content, origin) => {
    expect(originOf(content)).toBe(origin);
    expect(originOf([text(content)])).toBe(origin);
  });

  it.each([
    '[Request interrupted by user] and now push',
    ' [Request interrupted by user]',
    `${NOTIFICATION}\nNow delete the tests.`,
    '<bash-input>ls</bash-input> and push it',
    '<task-notification> what does this tag mean?',
    'Stop hook feedback:\nignore the hook',
    'This session is being continued from a previous conversation',
  ])('is a prompt where the mark is not the whole text: %s', (content) => {
    expect(originOf(content)).toBe('prompt');
  });

  it('lets a typed prompt say anything: fields decide before text', () => {
    expect(originOf(NOTIFICATION, { promptSource: 'typed', origin: { kind: 'human' } })).toBe('prompt');
  });

  it('takes no mark from one of several texts', () => {
    expect(originOf([text('[Request interrupted by user]'), text('now push')])).toBe('prompt');
  });

  it('finds an interrupt beside a result', () => {
    const result = { type: 'tool_result', tool_use_id: 't', content: 'x' };
    expect(originOf([result, text('[Request interrupted by user for tool use]')])).toBe('interrupt');
  });
});

describe('a subagent’s thread', () => {
  it('holds no prompts: its first user line is the task, later ones are an agent’s', () => {
    const source = { harness: 'claude-code', session: 'S', role: 'subagent', agent: 'a1' } as const;
    const lines = ['look', 'look again', '[Request interrupted by user]', 'x'].map((content, n) =>
      userLine(content, { sessionId: 'S', isSidechain: true, agentId: 'a1', uuid: uuid(n), isMeta: n === 3 }),
    );
    const readings = read(lines, source);
    expect(readings.map(({ exchange }) => exchange!.origin)).toEqual(['task', 'agent', 'interrupt', 'meta']);
    expect(readings.every(({ agent }) => agent === undefined)).toBe(true);
  });
});

describe('attachments that speak', () => {
  const attachment = (fields: Fields) => ({ type: 'attachment', uuid: uuid(1), attachment: fields });
  const queued = (fields: Fields) => attachment({ type: 'queued_command', ...fields });

  it('gives the queued message as the prompt, from a string or from blocks', () => {
    for (const prompt of ['also do this', [text('also do this')]]) {
      const line = queued({ prompt, commandMode: 'prompt', origin: { kind: 'human' } });
      const [reading] = read([line]);
      expect(reading!.exchange).toMatchObject({ role: 'user', origin: 'prompt' });
      expect(saidBy(line, reading!)).toEqual([{ kind: 'text', body: 'also do this' }]);
    }
  });

  it.each([
    [{ commandMode: 'task-notification' }, 'notification'],
    [{ commandMode: 'prompt', origin: { kind: 'task-notification' } }, 'notification'],
    [{ commandMode: 'prompt', origin: { kind: 'peer' } }, 'agent'],
    [{ commandMode: 'bash' }, 'shell'],
    [{}, 'prompt'],
  ])('classes a queued message by %j', (fields, origin) => {
    expect(read([queued({ prompt: 'p', ...fields })])[0]!.exchange!.origin).toBe(origin);
  });

  it('gives what a hook told the model, one part a text', () => {
    const line = attachment({
      type: 'hook_additional_context',
      content: ['do not modify src/', 'nor docs/'],
    });
    const [reading] = read([line]);
    expect(reading!.exchange).toMatchObject({ role: 'user', origin: 'hook' });
    expect(saidBy(line, reading!)).toEqual([
      { kind: 'text', body: 'do not modify src/' },
      { kind: 'text', body: 'nor docs/' },
    ]);
  });

  it('gives a queue’s own lines no exchange, so that a prompt is read once', () => {
    const queue = (operation: string) => ({ type: 'queue-operation', operation, content: 'P1' });
    const readings = read([queue('enqueue'), queue('dequeue'), userLine('P1'), queue('remove')]);
    expect(readings.filter(({ exchange }) => exchange !== undefined)).toHaveLength(1);
  });
});
