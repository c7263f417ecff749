import { expect, test } from 'vitest';
import { notice } from '../../src/harness/notice.ts';
import type { Harness } from '../../src/model/harness.ts';

const at = (harness: Harness, surface: 'own' | 'claude_settings' = 'own') =>
  notice({ harness, surface, kind: 'prompt', event: 'UserPromptSubmit' }, 'look');

test.each([
  ['claude-code', '{"systemMessage":"look"}'],
  ['codex', '{"systemMessage":"look"}'],
  ['gemini', '{"systemMessage":"look"}'],
  ['cursor', '{"continue":true,"user_message":"look"}'],
  ['copilot', ''],
] as const)('%s is told a line at a prompt, which goes on, and stderr has it too', (harness, stdout) => {
  expect(at(harness)).toEqual({ stdout, stderr: 'look', exit: 0 });
});

test('Copilot through Claude Code’s settings is told as Claude Code is', () => {
  expect(at('copilot', 'claude_settings').stdout).toBe('{"systemMessage":"look"}');
});
