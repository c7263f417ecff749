import { describe, expect, it } from 'vitest';
import { toolClass } from '../../src/harness/tools.ts';
import { HARNESSES } from '../../src/model/harness.ts';

describe('tool classes', () => {
  it('takes Task and Agent of Claude Code as one', () => {
    expect(toolClass('claude-code', 'Agent')).toBe(toolClass('claude-code', 'Task'));
    expect(toolClass('claude-code', 'Agent')).toBe('Task');
  });

  it('knows every harness’s shell', () => {
    const shells = ['Bash', 'exec_command', 'Shell', 'run_shell_command', 'pwsh'];
    expect(HARNESSES.map((harness, at) => toolClass(harness, shells[at]!))).toEqual(Array(5).fill('Bash'));
  });

  it('tells MCP tools by each harness’s own spelling', () => {
    const names = ['mcp__calc__add', 'mcp__echo__echo', 'MCP:add', 'mcp_notes_echo_note', 'notes-echo_note'];
    expect(HARNESSES.map((harness, at) => toolClass(harness, names[at]!))).toEqual(Array(5).fill('MCP'));
  });

  it('gives Other for a name in no table, and for names that every object has', () => {
    for (const name of ['TodoWrite', 'constructor', '__proto__', 'toString', '', 'mcp_', '-'])
      for (const harness of HARNESSES) expect(toolClass(harness, name)).toBe('Other');
  });
});
