import { describe, expect, it } from 'vitest';
import { afterBlock, readPrompt, unframed } from '../../src/harness/prompt.ts';
import { event } from './hook-fixtures.ts';

const NOTE = '<task-notification>\n<task-id>a1</task-id>\n</task-notification>';

describe('whose words a prompt is', () => {
  it('takes a task notification that is the whole prompt for the harness’s', () => {
    expect(readPrompt(NOTE, false).origin).toBe('harness');
    expect(readPrompt(`${NOTE}\n`, false).origin).toBe('harness');
  });

  it('takes a prompt for the person’s where anything stands beside the notification', () => {
    for (const text of [`${NOTE}\nnow push`, `see ${NOTE}`, `${NOTE} or ${NOTE}`, '<task-notification>'])
      expect(readPrompt(text, false).origin).toBe('person');
  });

  it('takes the prompt of a payload with an agent id for the agent’s', () => {
    const payload = { session_id: 's', prompt_id: 'p', agent_id: 'a', prompt: 'count the files' };
    expect(event('claude-code', payload, 'UserPromptSubmit').origin).toBe('agent');
  });

  it('says nothing of a prompt that is not there, nor of another event’s field', () => {
    expect(
      event('claude-code', { session_id: 's', prompt_id: 'p' }, 'UserPromptSubmit').origin,
    ).toBeUndefined();
    expect(event('gemini', { session_id: 's', prompt: 'hi' }, 'AfterAgent').prompt).toBeUndefined();
  });

  it('reads the older name of the field (claude-plugins-official 544)', () => {
    expect(event('claude-code', { session_id: 's', user_prompt: 'hi' }, 'UserPromptSubmit').prompt).toBe(
      'hi',
    );
  });

  it('takes Cursor’s frame and Gemini’s hook context off the person’s words', () => {
    expect(unframed('<user_query>\nfix it\n</user_query>', 'user_query')).toBe('fix it');
    expect(unframed('<user_query>a</user_query> b', 'user_query')).toBe('<user_query>a</user_query> b');
    expect(afterBlock('<hook_context>ctx</hook_context>\n\nhi', 'hook_context')).toBe('hi');
    expect(afterBlock('hi <hook_context>x</hook_context>', 'hook_context')).toBe(
      'hi <hook_context>x</hook_context>',
    );
  });
});
