import { claudeCodeModel } from '../model/claude-code.ts';
import { DONE, runs, SUBTASK } from '../model/script.ts';
import type { LiveHarness } from './live-harness.ts';

/** Claude Code with `-p` (formats: claude-code 2.1.332). */
export const claudeCode: LiveHarness = {
  harness: 'claude-code',
  package: { name: '@anthropic-ai/claude-code', version: '2.1.332' },
  wire: claudeCodeModel,
  start: (prompt, { bin, port, resume }) => ({
    argv: [
      `${bin}/claude`,
      '-p',
      prompt,
      ...(resume ? ['--continue'] : []),
      '--dangerously-skip-permissions',
    ],
    env: {
      // It takes no root user's word for that flag elsewhere.
      IS_SANDBOX: '1',
      ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
      ANTHROPIC_API_KEY: 'sk-ant-live-test-of-no-use',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
      DISABLE_AUTOUPDATER: '1',
    },
  }),
  guarded: '.claude/settings.json',
  delegates: (command) => ({
    main: [
      {
        say: 'Handing it on.',
        asks: [
          {
            kind: 'tool',
            name: 'Agent',
            input: {
              description: 'One task',
              prompt: `${SUBTASK}: run it`,
              subagent_type: 'general-purpose',
              run_in_background: false,
            },
          },
        ],
      },
      DONE,
    ],
    sub: [runs(command), { say: 'The task is done.' }],
  }),
};
