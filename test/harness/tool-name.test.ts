import { describe, expect, it } from 'vitest';
import { namedTool } from '../../src/harness/tool-name.ts';
import type { Harness } from '../../src/model/harness.ts';

function canonical(harness: Harness, tool_name: string, more: object = {}) {
  return namedTool(harness, 'own', { tool_name, ...more })?.name.canonical;
}

describe('a tool’s name', () => {
  it('splits an MCP name where only one split is possible', () => {
    expect(canonical('claude-code', 'mcp__calc__add')).toBe('mcp__calc__add');
    expect(canonical('gemini', 'mcp_notes_echo')).toBe('mcp__notes__echo');
    expect(canonical('copilot', 'notes-echo_note')).toBe('mcp__notes__echo_note');
    expect(canonical('cursor', 'MCP:a__b-c')).toBe('mcp__cursor__a__b-c');
  });

  it('keeps the whole name where the split is not sure', () => {
    expect(canonical('claude-code', 'mcp__a__b__c')).toBe('mcp__?__a__b__c');
    expect(canonical('codex', 'mcp__a___b')).toBe('mcp__?__a___b');
    expect(canonical('gemini', 'mcp_notes_echo_note')).toBe('mcp__?__notes_echo_note');
    expect(canonical('copilot', 'my-notes-echo')).toBe('mcp__?__my-notes-echo');
    expect(canonical('claude-code', 'mcp__a')).toBe('mcp__?__a');
  });

  it('splits by the server that the payload names', () => {
    expect(canonical('gemini', 'mcp_notes_echo_note', { mcp_context: { server_name: 'notes' } })).toBe(
      'mcp__notes__echo_note',
    );
    expect(canonical('claude-code', 'mcp__my_srv__a__b', { mcp_server: { name: 'my srv' } })).toBe(
      'mcp__my_srv__a__b',
    );
    expect(canonical('claude-code', 'mcp__a__b__c', { mcp_server: { name: 'other' } })).toBe(
      'mcp__?__a__b__c',
    );
    expect(canonical('cursor', 'MCP:echo', { server: 'notes' })).toBe('mcp__notes__echo');
  });

  it('reads Claude’s names where Copilot sends them', () => {
    const tool = (name: string) => namedTool('copilot', 'claude_settings', { tool_name: name })?.name;
    expect(tool('MultiEdit')).toEqual({ canonical: 'Edit', own: 'MultiEdit' });
    expect(tool('Bash')).toEqual({ canonical: 'Bash', own: 'Bash' });
  });

  it('keeps a name in no table, and is none where there is no name', () => {
    expect(canonical('gemini', 'complete_task')).toBe('complete_task');
    for (const payload of [{}, { tool_name: '' }, { tool_name: 1 }, { tool_name: null }])
      expect(namedTool('codex', 'own', payload)).toBeUndefined();
  });
});
