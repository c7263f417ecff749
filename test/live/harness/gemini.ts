import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { geminiModel } from '../model/gemini.ts';
import { DONE, runs, SUBTASK } from '../model/script.ts';
import { type LiveHarness, MCP_SERVER } from './live-harness.ts';

/** What a user's settings would say, so that nothing is asked, updated or sent. */
const SETTINGS = {
  general: { disableAutoUpdate: true, disableUpdateNag: true, enableAutoUpdate: false },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
};

/** Gemini CLI with `-p` (formats: gemini 0.61.0). */
export const gemini: LiveHarness = {
  harness: 'gemini',
  package: { name: '@google/gemini-cli', version: '0.61.0' },
  wire: geminiModel,
  settle: ({ user }) => {
    mkdirSync(join(user, '.gemini'), { recursive: true });
    writeFileSync(join(user, '.gemini', 'settings.json'), `${JSON.stringify(SETTINGS, null, 2)}\n`);
  },
  start: (prompt, { bin, port, resume }) => ({
    argv: [`${bin}/gemini`, '--yolo', ...(resume ? ['--resume', 'latest'] : []), '-p', prompt],
    env: environment(port),
  }),
  mcp: {
    settle: ({ user }) => {
      const file = join(user, '.gemini', 'settings.json');
      const settings = JSON.parse(readFileSync(file, 'utf8')) as object;
      const mcpServers = { live: { ...MCP_SERVER, trust: true } };
      writeFileSync(file, JSON.stringify({ ...settings, mcpServers }, null, 2));
    },
    tool: (name) => `mcp_live_${name}`,
  },
  terminal: {
    start: ({ bin, port }) => ({ argv: [`${bin}/gemini`, '--yolo'], env: environment(port) }),
    compact: '/compress',
    ready: /Type your message/,
    // The first Enter takes what is offered, the second sends it.
    quit: async (seen) => {
      await seen.type('/quit');
      await seen.press('Enter');
    },
  },
  guarded: '.gemini/settings.json',
  delegates: (command) => ({
    main: [
      {
        say: 'Handing it on.',
        asks: [
          {
            kind: 'tool',
            name: 'invoke_agent',
            input: { agent_name: 'generalist', prompt: `${SUBTASK}: run it` },
          },
        ],
      },
      DONE,
    ],
    sub: [
      runs(command),
      {
        asks: [{ kind: 'tool', name: 'complete_task', input: { result: { response: 'The task is done.' } } }],
      },
    ],
  }),
};

function environment(port: number): Readonly<Record<string, string>> {
  return {
    GEMINI_API_KEY: 'of-no-use',
    GOOGLE_GEMINI_BASE_URL: `http://127.0.0.1:${port}`,
    GEMINI_TELEMETRY_ENABLED: 'false',
    GEMINI_CLI_NO_RELAUNCH: 'true',
  };
}
