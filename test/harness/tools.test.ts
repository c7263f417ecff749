import { describe, expect, it } from 'vitest';
import { decode, isDecoded } from '../../src/harness/decode.ts';
import { classOf, toolClass } from '../../src/harness/tools.ts';
import { HARNESSES } from '../../src/model/harness.ts';
import { fixture } from './hook-fixtures.ts';

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

it("finds the class of a Copilot tool that has Claude Code's name", () => {
  const raw = fixture('copilot', 'pascal-PreToolUse-1.json');
  const event = decode(raw, { harness: 'copilot', event: 'PreToolUse' }, { cwd: '/' });
  expect(isDecoded(event) && classOf(event.tool)).toBe('Bash');
  expect(classOf({ canonical: 'mcp__db__query', own: 'db-query' })).toBe('MCP');
  expect(classOf({ canonical: 'nobody_knows', own: 'nobody_knows' })).toBe('Other');
});
