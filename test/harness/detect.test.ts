import { describe, expect, it } from 'vitest';
import { detect } from '../../src/harness/detect.ts';
import { HARNESSES } from '../../src/model/harness.ts';

const CLAUDE = {
  session_id: 's',
  transcript_path: '/h/.claude/projects/-p/s.jsonl',
  cwd: '/p',
  hook_event_name: 'PreToolUse',
};

describe('detecting the sender', () => {
  it('tells Cursor that runs Claude’s settings', () => {
    const payload = {
      conversation_id: 'c',
      cursor_version: '3',
      hook_event_name: 'preToolUse',
      tool_name: 'Shell',
    };
    expect(detect(payload, 'claude-code')).toEqual({ harness: 'cursor', surface: 'claude_settings' });
    expect(detect(payload, 'cursor')).toEqual({ harness: 'cursor', surface: 'own' });
  });

  it('takes Shell beside a conversation for Cursor, Bash beside one and Shell alone for Claude Code', () => {
    const claude = { session_id: 's', transcript_path: '/t.jsonl', hook_event_name: 'PreToolUse' };
    expect(detect({ conversation_id: 'c', tool_name: 'Shell' }, 'claude-code').harness).toBe('cursor');
    expect(detect({ ...claude, conversation_id: 'c', tool_name: 'Bash' }, 'claude-code').harness).toBe(
      'claude-code',
    );
    expect(detect({ ...claude, tool_name: 'Shell' }, 'claude-code').harness).toBe('claude-code');
  });

  it('tells Copilot that runs Claude’s settings by an ISO time and no transcript', () => {
    const payload = {
      hook_event_name: 'PreToolUse',
      session_id: 's',
      timestamp: '2026-11-30T16:26:48.054Z',
      cwd: '/p',
    };
    expect(detect(payload, 'claude-code')).toEqual({ harness: 'copilot', surface: 'claude_settings' });
  });

  it('tells Codex by its rollout, by a turn beside a model, and by a transcript that is null', () => {
    const rollout = '/h/.codex/sessions/2026/11/30/rollout-2026-11-30T16-25-24-x.jsonl';
    for (const named of HARNESSES) {
      expect(detect({ ...CLAUDE, transcript_path: rollout }, named).harness).toBe('codex');
      expect(detect({ ...CLAUDE, transcript_path: null }, named).harness).toBe('codex');
      expect(detect({ ...CLAUDE, transcript_path: '/x', turn_id: 't', model: 'm' }, named).harness).toBe(
        'codex',
      );
    }
  });

  it('does not take Claude Code’s MessageDisplay, which has a turn id, for Codex’s', () => {
    const payload = { ...CLAUDE, hook_event_name: 'MessageDisplay', turn_id: 't', prompt_id: 'p' };
    for (const named of HARNESSES) expect(detect(payload, named).harness).toBe('claude-code');
  });

  it('tells Gemini’s session start from Copilot’s, which name it alike', () => {
    const base = { session_id: 's', hook_event_name: 'SessionStart', timestamp: '2026-11-30T16:22:55.602Z' };
    expect(
      detect({ ...base, transcript_path: '/h/.gemini/tmp/w/chats/s.jsonl' }, 'claude-code').harness,
    ).toBe('gemini');
    expect(detect(base, 'gemini').harness).toBe('copilot');
  });

  it('tells Copilot’s stop, which names a transcript', () => {
    const payload = { session_id: 's', hook_event_name: 'Stop', timestamp: '2026-11-30T16:22:55.602Z' };
    for (const transcript_path of ['/h/.copilot/session-state/s/events.jsonl', '/moved/s.jsonl'])
      expect(detect({ ...payload, transcript_path }, 'claude-code').harness).toBe('copilot');
  });

  it('believes the command where the payload betrays nothing', () => {
    for (const named of HARNESSES) expect(detect({}, named)).toEqual({ harness: named, surface: 'own' });
  });

  it('takes no evidence from the tool’s input', () => {
    const input = {
      cursor_version: '3',
      sessionId: 's',
      timestamp: '2026-11-30T16:26:48.054Z',
      turn_id: 't',
    };
    expect(detect({ ...CLAUDE, tool_input: input }, 'claude-code').harness).toBe('claude-code');
  });
});
