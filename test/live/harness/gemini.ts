import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { geminiModel } from '../model/gemini.ts';
import { DONE, runs, SUBTASK } from '../model/script.ts';
import type { LiveHarness } from './live-harness.ts';

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
    env: {
      GEMINI_API_KEY: 'of-no-use',
      GOOGLE_GEMINI_BASE_URL: `http://127.0.0.1:${port}`,
      GEMINI_TELEMETRY_ENABLED: 'false',
      GEMINI_CLI_NO_RELAUNCH: 'true',
    },
  }),
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
