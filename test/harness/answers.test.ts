import { describe, expect, it } from 'vitest';
import { ANSWERS, type Column, type RowName } from '../../src/harness/answers.ts';
import type { Answerable, EncodeOptions } from '../../src/harness/dialect.ts';
import { encode } from '../../src/harness/encode.ts';
import { HARNESSES } from '../../src/model/harness.ts';
import type { Verdict } from '../../src/model/verdict.ts';

const WHY = '[tracekit] pushes wait for a person';
const VERDICTS: Readonly<Record<Column, Verdict>> = {
  allow_named: { verdict: 'allow', rule: 'builds', reason: WHY },
  allow: { verdict: 'allow' },
  ask: { verdict: 'ask', ask: 'prompt', rule: 'pushes', reason: WHY },
  deny: { verdict: 'deny', rule: 'pushes', reason: WHY },
};
const MCP = { canonical: 'mcp__cursor__add', own: 'MCP:add' };
const BASH = { canonical: 'Bash', own: 'Shell' };
const WRITE = { canonical: 'Write', own: 'Write' };

function pre(event: string, given: Partial<Answerable>): Answerable {
  return { harness: 'claude-code', kind: 'pre_tool', surface: 'own', event, tool: BASH, ...given };
}

const claude = pre('PreToolUse', {});
const codex = pre('PreToolUse', { harness: 'codex' });
const gemini = pre('BeforeTool', { harness: 'gemini' });
const copilot = pre('preToolUse', { harness: 'copilot' });
const pascal = pre('PreToolUse', { harness: 'copilot', surface: 'claude_settings' });
const shell = pre('beforeShellExecution', { harness: 'cursor' });
const write = pre('preToolUse', { harness: 'cursor', tool: WRITE });
const shellTool = pre('preToolUse', { harness: 'cursor' });

const specific = (permissionDecision: string) => ({
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason: WHY },
});
const permission = { agent_message: WHY, user_message: WHY, agentMessage: WHY, userMessage: WHY };
const asked = expect.stringMatching(
  /^\[tracekit\] the gate asks a person before this call: pushes wait for a person; .* add an allow rule/,
);
const askedSpecific = {
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: 'deny',
    permissionDecisionReason: asked,
  },
};
const askedPermission = {
  permission: 'deny',
  agent_message: asked,
  user_message: asked,
  agentMessage: asked,
  userMessage: asked,
};

type Told = { readonly stdout?: object; readonly stderr?: unknown; readonly exit: number };
const silent: Told = { exit: 0 };
const braces: Told = { stdout: {}, exit: 0 };

/** The answer table, cell by cell, as the harness gets it. */
const CELLS: readonly (readonly [string, Answerable, string, Readonly<Record<Column, Told>>])[] = [
  [
    'Claude Code',
    claude,
    'linux',
    {
      allow_named: { stdout: specific('allow'), exit: 0 },
      allow: silent,
      ask: { stdout: specific('ask'), stderr: WHY, exit: 0 },
      deny: { stdout: specific('deny'), stderr: WHY, exit: 2 },
    },
  ],
  [
    'Codex',
    codex,
    'linux',
    {
      allow_named: silent,
      allow: silent,
      ask: { stdout: askedSpecific, stderr: asked, exit: 2 },
      deny: { stdout: specific('deny'), stderr: WHY, exit: 2 },
    },
  ],
  [
    'Codex on Windows',
    codex,
    'win32',
    {
      allow_named: silent,
      allow: silent,
      ask: { stdout: askedSpecific, stderr: asked, exit: 0 },
      deny: { stdout: specific('deny'), stderr: WHY, exit: 0 },
    },
  ],
  [
    'Cursor before a shell command',
    shell,
    'linux',
    {
      allow_named: { stdout: { permission: 'allow' }, exit: 0 },
      allow: braces,
      ask: { stdout: { permission: 'ask', user_message: WHY, agent_message: WHY }, stderr: WHY, exit: 0 },
      deny: { stdout: { permission: 'deny', ...permission }, stderr: WHY, exit: 2 },
    },
  ],
  [
    'Cursor before a file tool',
    write,
    'linux',
    {
      allow_named: { stdout: { permission: 'allow' }, exit: 0 },
      allow: braces,
      ask: { stdout: askedPermission, stderr: asked, exit: 2 },
      deny: { stdout: { permission: 'deny', ...permission }, stderr: WHY, exit: 2 },
    },
  ],
  [
    'Cursor’s preToolUse of a shell command',
    shellTool,
    'linux',
    {
      allow_named: { stdout: { permission: 'allow' }, exit: 0 },
      allow: braces,
      ask: braces,
      deny: { stdout: { permission: 'deny', ...permission }, stderr: WHY, exit: 2 },
    },
  ],
  [
    'Gemini',
    gemini,
    'linux',
    {
      allow_named: { stdout: { decision: 'allow' }, exit: 0 },
      allow: silent,
      ask: { stdout: { decision: 'deny', reason: asked }, stderr: asked, exit: 2 },
      deny: { stdout: { decision: 'deny', reason: WHY }, stderr: WHY, exit: 2 },
    },
  ],
  [
    'Copilot',
    copilot,
    'linux',
    {
      allow_named: { stdout: { permissionDecision: 'allow' }, exit: 0 },
      allow: braces,
      ask: { stdout: { permissionDecision: 'ask', permissionDecisionReason: WHY }, stderr: WHY, exit: 0 },
      deny: { stdout: { permissionDecision: 'deny', permissionDecisionReason: WHY }, stderr: WHY, exit: 0 },
    },
  ],
  [
    'Copilot through Claude settings',
    pascal,
    'linux',
    {
      allow_named: { stdout: specific('allow'), exit: 0 },
      allow: silent,
      ask: { stdout: specific('ask'), stderr: WHY, exit: 0 },
      deny: { stdout: specific('deny'), stderr: WHY, exit: 0 },
    },
  ],
];

function told(event: Answerable, verdict: Verdict, options: EncodeOptions) {
  const { stdout, stderr, exit } = encode(event, verdict, options);
  return {
    ...(stdout !== '' && { stdout: JSON.parse(stdout) as object }),
    ...(stderr !== '' && { stderr }),
    exit,
  };
}

describe('the answer table', () => {
  const cells = CELLS.flatMap(([name, event, platform, row]) =>
    Object.entries(row).map(([column, wanted]) => ({
      name,
      event,
      platform,
      column: column as Column,
      wanted,
    })),
  );

  it.each(cells)('tells $name its $column', ({ event, platform, column, wanted }) => {
    expect(told(event, VERDICTS[column], { platform })).toEqual(wanted);
  });

  it('has no row that a test leaves out', () => {
    expect(Object.keys(ANSWERS)).toHaveLength(CELLS.length);
  });

  it('denies a hold that nobody ended, in every row', () => {
    for (const [name, event, platform] of CELLS) {
      const held = told(event, { verdict: 'ask', ask: 'hold', rule: 'pushes', reason: WHY }, { platform });
      expect(held, name).toEqual(told(event, VERDICTS.deny, { platform }));
    }
  });

  it('denies an ask that does not say who asks', () => {
    const answer = encode(claude, { verdict: 'ask', reason: WHY }, { platform: 'linux' });
    expect(answer.exit).toBe(2);
  });

  it('never gives Codex an allow or an ask, and never a deny with an empty stderr (termaxa 74, llxprt-code 2975)', () => {
    for (const row of ['codex', 'codex_windows'] satisfies RowName[])
      for (const cell of Object.values(ANSWERS[row].cells)) {
        expect(cell.says === 'word' ? cell.word : 'none').not.toMatch(/allow|ask/);
      }
    for (const platform of ['linux', 'win32'])
      expect(encode(codex, { verdict: 'deny' }, { platform }).stderr).toMatch(/^\[tracekit\] \S/);
  });

  it('never ends with anything but 0 for Copilot', () => {
    for (const row of ['copilot', 'copilot_claude_settings'] satisfies RowName[])
      for (const cell of Object.values(ANSWERS[row].cells)) expect('exit' in cell ? cell.exit : 0).toBe(0);
  });

  it('leaves Cursor’s preToolUse to ask only where this install answers the granular event', () => {
    const mcp = pre('preToolUse', { harness: 'cursor', tool: MCP });
    const ask = (event: Answerable, granular?: readonly string[]) =>
      told(event, VERDICTS.ask, { platform: 'linux', ...(granular !== undefined && { granular }) });
    expect(ask(mcp)).toEqual({ stdout: askedPermission, stderr: asked, exit: 2 });
    expect(ask(mcp, ['beforeMCPExecution'])).toEqual(braces);
    expect(ask(shellTool, [])).toEqual({ stdout: askedPermission, stderr: asked, exit: 2 });
  });

  it('asks by a deny where Cursor runs Claude’s settings, which have no granular event', () => {
    const through = pre('preToolUse', { harness: 'cursor', surface: 'claude_settings' });
    expect(told(through, VERDICTS.ask, { platform: 'linux' })).toMatchObject({ exit: 2 });
  });

  it('says nothing on other events, and {} to Cursor', () => {
    for (const harness of HARNESSES) {
      for (const kind of ['post_tool', 'prompt', 'stop', 'session_end', 'other'] as const) {
        const event: Answerable = { harness, kind, surface: 'own', event: 'x' };
        const answer = encode(event, { verdict: 'deny', reason: WHY }, { platform: 'linux' });
        expect(answer).toEqual({ stdout: harness === 'cursor' ? '{}' : '', stderr: '', exit: 0 });
      }
    }
  });

  it('gives a reason where the verdict has none', () => {
    for (const reason of [undefined, '', '  ', '[tracekit]', '\u200b\n'])
      for (const [name, event, platform] of CELLS) {
        const verdict: Verdict = { verdict: 'deny', rule: 'pushes', ...(reason !== undefined && { reason }) };
        const { stdout, stderr } = encode(event, verdict, { platform });
        expect(stderr, name).toBe('[tracekit] denied by rule pushes');
        expect(stdout, name).toContain('[tracekit] denied by rule pushes');
      }
  });
});
