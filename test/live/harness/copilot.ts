import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copilotModel } from '../model/copilot.ts';
import { DONE, runs, SUBTASK } from '../model/script.ts';
import { type LiveHarness, MCP_SERVER } from './live-harness.ts';

/** Copilot CLI with `-p`, offline, with a provider of its own (formats: copilot 1.0.102). */
export const copilot: LiveHarness = {
  harness: 'copilot',
  package: { name: '@github/copilot', version: '1.0.102' },
  wire: copilotModel,
  start: (prompt, { bin, port, resume }) => ({
    argv: [`${bin}/copilot`, '-p', prompt, '--allow-all', ...(resume ? ['--continue'] : [])],
    env: environment(port),
  }),
  mcp: {
    settle: ({ user }) => {
      mkdirSync(join(user, '.copilot'), { recursive: true });
      const mcpServers = { live: { type: 'local', ...MCP_SERVER, tools: ['*'] } };
      writeFileSync(join(user, '.copilot', 'mcp-config.json'), JSON.stringify({ mcpServers }));
    },
    tool: (name) => `live-${name}`,
  },
  terminal: {
    settle: ({ user, project }) => {
      const folder = join(user, '.copilot');
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'config.json'), JSON.stringify({ trustedFolders: [project] }));
    },
    start: ({ bin, port }) => ({ argv: [`${bin}/copilot`, '--allow-all'], env: environment(port) }),
    interrupt: (seen) => seen.press('Escape', 'Escape'),
    compact: '/compact',
    ready: /\/ commands/,
    quit: (seen) => seen.type('/exit'),
  },
  guarded: '.github/hooks/hooks.json',
  delegates: (command) => ({
    main: [
      {
        say: 'Handing it on.',
        asks: [
          {
            kind: 'tool',
            name: 'task',
            input: {
              description: 'One task',
              prompt: `${SUBTASK}: run it`,
              agent_type: 'general-purpose',
              name: 'helper',
            },
          },
        ],
      },
      DONE,
    ],
    sub: [runs(command), { say: 'The task is done.' }],
  }),
};

function environment(port: number): Readonly<Record<string, string>> {
  return {
    COPILOT_OFFLINE: 'true',
    COPILOT_AUTO_UPDATE: 'false',
    COPILOT_PROVIDER_BASE_URL: `http://127.0.0.1:${port}/v1`,
    COPILOT_PROVIDER_TYPE: 'openai',
    COPILOT_PROVIDER_WIRE_API: 'completions',
    COPILOT_PROVIDER_API_KEY: 'of-no-use',
    COPILOT_MODEL: 'live-model',
  };
}
