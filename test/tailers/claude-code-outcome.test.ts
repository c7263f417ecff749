import { describe, expect, it } from 'vitest';
import { read, resultLine } from './claude-code-lines.ts';

type Fields = Readonly<Record<string, unknown>>;

function outcomeOf(content: unknown, fields: Fields = {}, isError?: unknown): unknown {
  const part = read([resultLine('toolu_1', content, fields, isError)])[0]!.exchange!.parts[0]!;
  return part.kind === 'result' ? [part.outcome, part.exit] : part.kind;
}

const ACCEPTED = { permissionDecision: { decision: 'accept', source: 'config' } };
const REJECTION = "The user doesn't want to proceed with this tool use. The tool use was rejected.";
const STOPPED = `${REJECTION} Correction to the text above: this call was stopped while running, not refused before it ran.`;

describe('what a result says became of its call', () => {
  it.each([[undefined], [null], [false]])('is ok where is_error is %s', (isError) => {
    expect(outcomeOf('fine', {}, isError)).toEqual(['ok', undefined]);
  });

  it('is an error where is_error is true, with the exit code that the text begins with', () => {
    expect(outcomeOf('Exit code 3\nout\nerr', {}, true)).toEqual(['error', 3]);
    expect(outcomeOf([{ type: 'text', text: 'Exit code 127' }], ACCEPTED, true)).toEqual(['error', 127]);
    expect(outcomeOf('<tool_use_error>no such tool</tool_use_error>', {}, true)).toEqual([
      'error',
      undefined,
    ]);
    expect(outcomeOf('it printed Exit code 3', {}, true)).toEqual(['error', undefined]);
    expect(outcomeOf('Exit code 3', {})).toEqual(['ok', undefined]);
  });

  it('is unknown where is_error is neither true nor false', () => {
    expect(outcomeOf('?', {}, 'yes')).toEqual(['unknown', undefined]);
  });

  it.each([
    ['a rule', { toolDenialKind: 'permission-rule' }, 'denied'],
    ['a kind that nobody knows', { toolDenialKind: 'brand-new' }, 'denied'],
    ['auto mode', { toolDenialKind: 'automode-unavailable' }, 'denied'],
    [
      'a headless run',
      { toolDenialKind: 'user-rejected', permissionDecision: { decision: 'reject', source: 'config' } },
      'denied',
    ],
    ['a hook', { permissionDecision: { decision: 'reject', source: 'hook' } }, 'denied'],
    [
      'a person',
      { toolDenialKind: 'user-rejected', permissionDecision: { decision: 'reject', source: 'user_reject' } },
      'declined',
    ],
    [
      'a person who dismissed the question',
      { toolDenialKind: 'user-rejected', toolDenialBeforeRun: true },
      'declined',
    ],
    ['a cancelled batch', { toolDenialKind: 'cancelled' }, 'interrupted'],
    ['a kill', { toolDenialKind: 'interrupted' }, 'interrupted'],
  ])('is told by fields when stopped by %s', (_, fields, outcome) => {
    expect(outcomeOf('text', fields, true)).toEqual([outcome, undefined]);
  });

  it('is interrupted where the person stopped a call that was running', () => {
    expect(outcomeOf(STOPPED, { toolDenialKind: 'user-rejected' }, true)).toEqual(['interrupted', undefined]);
    expect(outcomeOf('x', { toolUseResult: { stdout: '', interrupted: true } })).toEqual([
      'interrupted',
      undefined,
    ]);
  });

  it.each([
    [REJECTION, 'declined'],
    ['[Request interrupted by user for tool use]', 'interrupted'],
    ['[Tool call interrupted: the session ended before this call’s result was recorded', 'interrupted'],
    ['PreToolUse:Bash hook error: [hook]: no', 'denied'],
    ['Permission to use Bash with command rm -rf x has been denied.', 'denied'],
    ['Claude requested permissions to write to w.txt, but you haven’t granted it yet.', 'denied'],
  ])('is told by text where no field does: %s', (content, outcome) => {
    expect(outcomeOf(content, {}, true)).toEqual([outcome, undefined]);
  });

  it('believes no text of a tool that was let run, nor of one that did not fail', () => {
    expect(outcomeOf(REJECTION, ACCEPTED, true)).toEqual(['error', undefined]);
    expect(outcomeOf(REJECTION)).toEqual(['ok', undefined]);
  });

  it.each([
    ['an agent', 'x', { toolUseResult: { isAsync: true, status: 'async_launched' } }],
    ['a command', 'x', { toolUseResult: { stdout: '', backgroundTaskId: 'b1' } }],
    ['a silent command', 'Command running in background with ID: b1', { toolUseResult: { stdout: '' } }],
    ['an agent, by text alone', 'Async agent launched successfully. (…)', {}],
    ['a command, by text alone', 'Command running in background with ID: b1', {}],
  ])('is running for %s in the background', (_, content, fields) => {
    expect(outcomeOf(content, fields)).toEqual(['running', undefined]);
  });

  it('is not running because a command printed so', () => {
    const fields = { toolUseResult: { stdout: 'Async agent launched successfully.' } };
    expect(outcomeOf('Async agent launched successfully.', fields)).toEqual(['ok', undefined]);
  });
});
