import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { treeAt } from '../../../src/install/doctor/look.ts';
import { codexHash, codexKey } from '../../../src/install/doctor/trust.ts';
import { ownHooks } from '../../../src/install/own-hooks.ts';
import { codexModel } from '../model/codex.ts';
import { DONE, runs, SUBTASK } from '../model/script.ts';
import { type LiveHarness, MCP_SERVER } from './live-harness.ts';

const AGENTS = 'multi_agent_v1';

/** `codex exec` in direct tool mode (formats: codex 0.171.0). */
export const codex: LiveHarness = {
  harness: 'codex',
  package: { name: '@openai/codex', version: '0.171.0' },
  wire: codexModel,
  settle: ({ user, project, port }) => {
    mkdirSync(join(user, '.codex'), { recursive: true });
    writeFileSync(join(user, '.codex', 'config.toml'), config(project, port));
  },
  trust: ({ user }) => {
    const file = join(user, '.codex', 'hooks.json');
    const tables = ownHooks(treeAt(file)).map(
      (hook) =>
        `\n[hooks.state.${JSON.stringify(codexKey(file, hook))}]\ntrusted_hash = "${codexHash(hook)}"\n`,
    );
    appendFileSync(join(user, '.codex', 'config.toml'), tables.join(''));
  },
  start: (prompt, { bin, resume }) => ({
    argv: [`${bin}/codex`, 'exec', ...(resume ? ['resume', '--json', '--last'] : ['--json']), prompt],
    env: { LIVE_KEY: 'of-no-use' },
  }),
  mcp: {
    settle: ({ user }) => {
      const { command, args } = MCP_SERVER;
      const server = `\n[mcp_servers.live]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\n`;
      appendFileSync(join(user, '.codex', 'config.toml'), server);
    },
    tool: (name) => `${name}@mcp__live`,
  },
  terminal: {
    settle: ({ user }) =>
      appendFileSync(
        join(user, '.codex', 'config.toml'),
        '\n[notice.model_migrations]\n"gpt-5.5" = "gpt-6-sol"\n',
      ),
    start: ({ bin }) => ({
      argv: [`${bin}/codex`, '--no-daemon', '--no-alt-screen'],
      env: { LIVE_KEY: 'of-no-use' },
    }),
    compact: '/compact',
    ready: /Ask Codex to do/,
    quit: (seen) => seen.type('/quit'),
  },
  guarded: '.codex/hooks.json',
  delegates: (command) => ({
    main: [
      {
        asks: [
          { kind: 'tool', name: 'tool_search', input: { query: 'spawn sub-agent wait close', limit: 8 } },
        ],
      },
      {
        say: 'Handing it on.',
        asks: [{ kind: 'tool', name: `spawn_agent@${AGENTS}`, input: { message: `${SUBTASK}: run it` } }],
      },
      {
        asks: [
          {
            kind: 'tool',
            name: `wait_agent@${AGENTS}`,
            input: { targets: ['__AGENT__'], timeout_ms: 20_000 },
          },
        ],
      },
      DONE,
    ],
    sub: [runs(command), { say: 'The task is done.' }],
  }),
};

function config(project: string, port: number): string {
  return `model = "gpt-5.5"
model_provider = "live"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false

[model_providers.live]
name = "live"
base_url = "http://127.0.0.1:${port}/v1"
wire_api = "responses"
env_key = "LIVE_KEY"
request_max_retries = 0
stream_max_retries = 0

[analytics]
enabled = false

[features]
daemon_auto_start = false

[projects."${project}"]
trust_level = "trusted"
`;
}
