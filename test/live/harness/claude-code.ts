import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { claudeCodeModel } from '../model/claude-code.ts';
import { DONE, runs, SUBTASK } from '../model/script.ts';
import { type LiveHarness, MCP_SERVER } from './live-harness.ts';

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
    env: environment(port),
  }),
  mcp: {
    settle: ({ user }) =>
      writeFileSync(join(user, '.claude.json'), JSON.stringify({ mcpServers: { live: MCP_SERVER } })),
    prepare: [
      {
        asks: [
          {
            kind: 'tool',
            name: 'ToolSearch',
            input: { query: 'select:mcp__live__note,mcp__live__push_branch', max_results: 5 },
          },
        ],
      },
    ],
    tool: (name) => `mcp__live__${name}`,
  },
  terminal: {
    settle: ({ user, project }) =>
      writeFileSync(join(user, '.claude.json'), JSON.stringify(firstStart(project))),
    start: ({ bin, port }) => ({
      argv: [`${bin}/claude`, '--dangerously-skip-permissions'],
      env: environment(port),
    }),
    ready: /\? for shortcuts|bypass permissions on/,
    compact: '/compact',
    quit: (seen) => seen.type('/exit'),
  },
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

const KEY = 'sk-ant-live-test-of-no-use';

function environment(port: number): Readonly<Record<string, string>> {
  return {
    // It takes no root user's word for skipping permissions elsewhere.
    IS_SANDBOX: '1',
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
    ANTHROPIC_API_KEY: KEY,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
    DISABLE_AUTOUPDATER: '1',
  };
}

/** What its first start asks a person at the screen, answered. */
function firstStart(project: string): object {
  return {
    ...{ hasCompletedOnboarding: true, theme: 'dark', bypassPermissionsModeAccepted: true },
    customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] },
    projects: { [project]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
  };
}
