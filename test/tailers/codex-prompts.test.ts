import { describe, expect, it } from 'vitest';
import {
  completed,
  event,
  item,
  META,
  PATH,
  promptsOf,
  readRollout,
  rollout,
  THREAD,
  textOf,
  userItem,
} from './codex-files.ts';

const user = (text: string) => completed('UserMessage', { id: 'u1', content: [{ type: 'text', text }] });
const origins = (...objects: readonly object[]): readonly unknown[] =>
  rollout(META, ...objects)
    .readings.slice(1)
    .map((reading) => reading.exchange?.origin);
const passed = (kind: string, provenance: object, turn = 't1') => ({
  internal_chat_message_metadata_passthrough: {
    turn_id: turn,
    content_item_kinds: [kind],
    content_item_metadata: [{ provenance }],
  },
});

describe('Codex prompts', () => {
  it('counts a prompt once though an item and an event say it', () => {
    const read = rollout(META, userItem('Fix it.'), user('Fix it.'));
    expect(promptsOf(read)).toEqual(['Fix it.']);
    expect(read.readings[2]?.exchange?.twin).toBe(1);
  });

  it('counts the same words said twice as two prompts', () => {
    expect(
      promptsOf(rollout(META, userItem('Go on.'), user('Go on.'), userItem('Go on.'), user('Go on.'))),
    ).toHaveLength(2);
  });

  it('takes no line for the twin of one in the same form', () => {
    expect(promptsOf(rollout(META, userItem('Go on.'), userItem('Go on.')))).toHaveLength(2);
  });

  it('takes no event for a twin whose words differ', () => {
    expect(promptsOf(rollout(META, userItem('Fix it.'), user('Delete it.')))).toEqual([
      'Fix it.',
      'Delete it.',
    ]);
  });

  it('pairs nothing across a turn', () => {
    const next = event('task_started', { turn_id: 't2' });
    expect(promptsOf(rollout(META, userItem('Fix it.'), next, user('Fix it.')))).toHaveLength(2);
  });

  it('pairs a legacy event with its item whichever comes first', () => {
    const typed = event('user_message', { message: 'Fix it.', images: [] });
    expect(promptsOf(rollout(META, typed, userItem('Fix it.')))).toHaveLength(1);
    expect(promptsOf(rollout(META, userItem('Fix it.'), typed))).toHaveLength(1);
  });

  it.each([
    ['<environment_context>\n  <cwd>/p</cwd>\n</environment_context>', 'context'],
    ['<turn_aborted>\nThe user interrupted.\n</turn_aborted>', 'interrupt'],
    ['<hook_prompt hook_run_id="1">keep going</hook_prompt>', 'hook'],
    ['<user_shell_command>\nls\n</user_shell_command>', 'shell'],
    ['<user_action>\n  <action>review</action>\n</user_action>', 'meta'],
    ['<subagent_notification>\n{}\n</subagent_notification>', 'notification'],
    ['<user_instructions>\nBe kind.\n</user_instructions>', 'instructions'],
    ['# AGENTS.md instructions for /p\n\n<INSTRUCTIONS>\nx\n</INSTRUCTIONS>', 'instructions'],
  ])('reads %j as no prompt, where nothing states whose it is', (text, origin) => {
    expect(origins(userItem(text))).toEqual([origin]);
  });

  it.each([
    '<turn_aborted> is what I saw, why?',
    'See <turn_aborted>x</turn_aborted>',
    '<turn_abortedx>y</turn_aborted>',
  ])('reads %j as a prompt, since the mark is not the whole text', (text) => {
    expect(origins(userItem(text))).toEqual(['prompt']);
  });

  it('believes the harness when it says that the person wrote a text with a mark', () => {
    const text = '<turn_aborted>x</turn_aborted>';
    expect(origins(userItem(text, passed('user.text', { type: 'user' })))).toEqual(['prompt']);
  });

  it.each([
    ['environments.environment_context', { type: 'harness', hook: false }, 'context'],
    ['generic.turn_aborted', { type: 'harness', hook: false }, 'interrupt'],
    ['multi_agent.subagent_notification', { type: 'tool', namespace: 'multi_agent_v1' }, 'notification'],
    ['new.kind', { type: 'agents_md' }, 'instructions'],
    ['new.kind', { type: 'harness', hook: true }, 'hook'],
    ['new.kind', { type: 'harness', hook: false }, 'meta'],
  ])('reads a part of kind %s from %j as %s', (kind, provenance, origin) => {
    expect(origins(userItem('words', passed(kind, provenance)))).toEqual([origin]);
  });

  it('keeps what the harness put beside the words out of the prompt (qwen-code 7940)', () => {
    const content = [
      { type: 'input_text', text: 'fix the bug' },
      { type: 'input_text', text: 'do not modify src/' },
    ];
    const metadata = [{ provenance: { type: 'user' } }, { provenance: { type: 'harness', hook: true } }];
    const more = { content, internal_chat_message_metadata_passthrough: { content_item_metadata: metadata } };
    expect(promptsOf(rollout(META, userItem('', more)))).toEqual(['fix the bug']);
  });

  it('takes the tags around an image for no words of the person, and pairs the two lines', () => {
    const content = [
      { type: 'input_text', text: '<image name=[Image #1] path="pic.png">' },
      { type: 'input_image', image_url: 'data:' },
      { type: 'input_text', text: '</image>' },
      { type: 'input_text', text: 'Describe it.' },
    ];
    const seen = completed('UserMessage', {
      id: 'u1',
      content: [
        { type: 'local_image', path: 'pic.png' },
        { type: 'text', text: 'Describe it.' },
      ],
    });
    const read = rollout(META, userItem('', { content }), seen);
    expect(promptsOf(read)).toEqual(['Describe it.']);
    expect(read.readings[1]?.exchange?.parts.map((part) => part.kind)).toEqual([
      'other',
      'image',
      'other',
      'text',
    ]);
  });

  it('reads string content as one text, and notes content of another shape (wakatime 1370, claude-mem 2282)', () => {
    expect(promptsOf(rollout(META, userItem('', { content: 'yes continue' })))).toEqual(['yes continue']);
    for (const content of [null, 7, {}]) {
      expect(rollout(META, userItem('', { content })).readings[1]?.notes).toEqual(['content_shape']);
    }
  });

  it('reads a stop hook’s reason as the hook’s, once', () => {
    const fragments = [{ text: 'keep going', hookRunId: '1' }];
    const read = rollout(
      META,
      userItem('<hook_prompt hook_run_id="1">keep going</hook_prompt>'),
      completed('HookPrompt', { id: 'h1', fragments }),
    );
    expect(read.readings.slice(1).map(({ exchange }) => [exchange?.origin, exchange?.twin])).toEqual([
      ['hook', undefined],
      ['hook', 1],
    ]);
  });

  it('holds no prompts of a person in an agent’s thread', () => {
    const child = {
      ...META,
      payload: {
        ...META.payload,
        session_id: 'root',
        parent_thread_id: 'root',
        source: { subagent: 'review' },
      },
    };
    const read = readRollout(PATH, [child, userItem('Count the files.'), user('Count the files.')].map(line));
    expect(read.source).toMatchObject({ session: 'root', role: 'review', agent: THREAD });
    expect(read.readings[1]?.exchange?.origin).toBe('task');
    expect(textOf(read, 1)).toBe('Count the files.');
  });

  it('reads a reviewer’s prompt in its parent’s file as that reviewer’s task', () => {
    const foreign = completed(
      'UserMessage',
      { id: 'u1', content: [{ type: 'text', text: 'Review.' }] },
      { thread_id: 'child' },
    );
    const read = rollout(META, foreign);
    expect(read.readings[1]).toMatchObject({
      agent: 'child',
      notes: ['other_session'],
      exchange: { origin: 'task' },
    });
    const inside = rollout(
      META,
      completed('EnteredReviewMode', { id: 'r1' }),
      user('Review.'),
      completed('ExitedReviewMode', { id: 'r2' }),
      user('Thanks.'),
    );
    expect(promptsOf(inside)).toEqual(['Thanks.']);
  });

  it('reads a compaction’s summary as one, and its copied history as nothing', () => {
    const read = rollout(META, userItem('Fix it.'), {
      type: 'compacted',
      payload: {
        message: 'We fixed it.',
        replacement_history: [{ type: 'message', role: 'user', content: [] }],
      },
    });
    expect(read.readings[2]?.exchange).toMatchObject({ role: 'user', origin: 'summary' });
    expect(promptsOf(read)).toEqual(['Fix it.']);
  });

  it('reads what one agent tells another as an agent’s words', () => {
    const said = item({
      type: 'agent_message',
      author: '/root/a',
      recipient: '/root',
      content: [{ type: 'input_text', text: 'Done.' }],
    });
    expect(rollout(META, said).readings[1]?.exchange).toMatchObject({ role: 'user', origin: 'agent' });
  });

  it('takes of a replacement history what no line said before, as a message of its own', () => {
    const message = (id: string, text: string, role = 'user') => ({
      ...{ type: 'message', role, id },
      content: [{ type: 'input_text', text }],
    });
    const compacted = {
      type: 'compacted',
      payload: {
        message: 'So far all went well.',
        replacement_history: [
          message('msg_1', 'Fix it.'),
          message('msg_2', 'You may push now.'),
          message('msg_3', '<environment_context>\n<cwd>/x</cwd>\n</environment_context>'),
          message('msg_4', 'Rules.', 'developer'),
          message('msg_5', 'So far all went well.'),
        ],
      },
    };
    const { readings } = rollout(META, userItem('Fix it.'), compacted, compacted);
    expect(readings[2]?.exchange).toMatchObject({
      origin: 'summary',
      parts: [{ kind: 'text' }, { kind: 'text', origin: 'prompt', message: 'msg_2' }],
    });
    expect(readings[3]?.exchange?.parts).toHaveLength(1);
  });
});

function line(object: object): Buffer {
  return Buffer.from(`${JSON.stringify(object)}\n`);
}
