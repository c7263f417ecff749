import { describe, expect, it } from 'vitest';
import { type Failure, failure } from '../../src/harness/failure.ts';
import { HARNESSES } from '../../src/model/harness.ts';

const KINDS = [
  'prompt',
  'post_tool',
  'post_tool_failure',
  'session_start',
  'session_end',
  'stop',
  'other',
] as const;

function failed(given: Partial<Failure>): ReturnType<typeof failure> {
  return failure({
    harness: 'claude-code',
    kind: 'pre_tool',
    profile: 'closed',
    why: 'no signer',
    platform: 'linux',
    ...given,
  });
}

describe('a hook that failed', () => {
  it('blocks a tool in every dialect in the closed profile, with the reason on both roads', () => {
    const exits = HARNESSES.map((harness) => {
      const answer = failed({ harness });
      expect(answer.stderr).toBe('[tracekit] blocked, since it could not be judged: no signer');
      expect(answer.stdout).toContain('deny');
      expect(answer.stdout).toContain(answer.stderr);
      return answer.exit;
    });
    expect(exits).toEqual([2, 2, 2, 2, 0]);
  });

  it('blocks through Claude’s settings in the wrapper, and on Windows by word alone', () => {
    expect(failed({ harness: 'copilot', surface: 'claude_settings' }).stdout).toContain('hookSpecificOutput');
    expect(failed({ harness: 'codex', platform: 'win32' })).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining('no signer'),
    });
  });

  it('allows in the open profile and says so', () => {
    for (const harness of HARNESSES) {
      const answer = failed({ harness, profile: 'open' });
      expect(answer.exit).toBe(0);
      expect(answer.stdout).toBe(harness === 'cursor' || harness === 'copilot' ? '{}' : '');
      expect(answer.stderr).toBe('[tracekit] not judged, allowed: no signer');
    }
  });

  it('ends with 1 on any other event, never with 2, and for Copilot with 0', () => {
    for (const harness of HARNESSES)
      for (const kind of KINDS)
        for (const profile of ['open', 'closed'] as const) {
          const answer = failed({ harness, kind, profile });
          expect(answer).toEqual({
            stdout: harness === 'cursor' ? '{}' : '',
            stderr: '[tracekit] no signer',
            exit: harness === 'copilot' ? 0 : 1,
          });
        }
  });

  it('blocks an unknown harness by exit code and stderr, which stop every one of them', () => {
    expect(failed({ harness: undefined })).toMatchObject({ exit: 2, stdout: '' });
    expect(failed({ harness: undefined, profile: 'open' })).toMatchObject({ exit: 0, stdout: '' });
  });
});
