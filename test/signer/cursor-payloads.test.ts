import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/record.ts';
import { type GateStand, gateStand } from './gate-stand.ts';

const FOLDER = '../shared/captures/cursor/payloads';
if (!existsSync(FOLDER))
  console.warn('../shared is absent: the synthetic payloads of Cursor are not replayed');

/** One generation in the order in which Cursor fires its events, then another session's calls, then the end. */
const ORDER = [
  'sessionStart',
  'beforeSubmitPrompt',
  'afterAgentThought',
  'preToolUse-shell',
  'beforeShellExecution',
  'afterShellExecution',
  'postToolUse-shell',
  'preToolUse-read',
  'beforeReadFile',
  'postToolUse-read',
  'preToolUse-write',
  'afterFileEdit-edit',
  'afterFileEdit-newfile',
  'preToolUse-mcp',
  'beforeMCPExecution',
  'afterMCPExecution',
  'postToolUseFailure-denied',
  'postToolUseFailure-error',
  'subagentStart',
  'subagentStop',
  'preCompact',
  'beforeTabFileRead',
  'afterTabFileEdit',
  'workspaceOpen',
  'afterAgentResponse',
  'cli-preToolUse-nulltranscript',
  '3.11.25-preToolUse-delete-bom',
  '3.11.25-postToolUse-delete-bom',
  '3.11.25-preToolUse-write-bom-nocwd',
  '3.11.25-postToolUse-write-bom',
  'stop-completed',
  'stop-aborted',
  'sessionEnd',
];

async function replay(stand: GateStand, restart: boolean): Promise<void> {
  for (const name of ORDER) {
    const raw = readFileSync(join(FOLDER, `SYNTHETIC-${name}.json`));
    const event = /(?:^|-)([a-z]+[A-Z]\w*|stop)/.exec(name.replace('3.11.25-', '').replace('cli-', ''))![1]!;
    stand.now += 3_000;
    const { exit } = await stand.hook('cursor', raw, { event });
    if (exit !== 0) throw new Error(`${name}: exit ${exit}`);
    if (restart && name.startsWith('afterAgent')) await stand.restart();
  }
  await stand.stop();
}

describe.skipIf(!existsSync(FOLDER))('the synthetic payloads of Cursor', () => {
  it('are all replayed', () => {
    const names = readdirSync(FOLDER).map((name) => name.slice('SYNTHETIC-'.length, -'.json'.length));
    expect(names.sort()).toEqual([...ORDER].sort());
  });

  it.each([
    ['in one go', false],
    ['with a restart of the signer after each thought and response', true],
  ])(
    'are recorded %s, each call once and with what led to it',
    { timeout: 60_000 },
    async (_name, restart) => {
      const stand = await gateStand();
      await replay(stand, restart);
      const said = stand.records('model.exchange');
      const words = said.map(({ data }) => {
        const [part] = data.parts as readonly JsonObject[];
        return [part!.kind, data.reasoning, JSON.parse(stand.text(part!.body)) as unknown];
      });
      expect(words).toEqual([
        ['thinking', 'full', 'I should list the files first.\nThen edit "a.txt" é✓.'],
        ['text', 'none', 'There are three files.'],
      ]);
      const [thought, response] = said.map(({ seq }) => seq);
      const before = { basis: 'ordered', records: [thought] };
      const decided = stand.records('call.decided');
      expect(decided.map(({ data }) => [data.tool, data.link])).toEqual([
        ['Bash', before],
        ['Read', before],
        ['Write', before],
        ['MCP', before],
        ['Write', { basis: 'ordered', records: [thought, response] }],
        ['Delete', undefined],
        ['Write', undefined],
      ]);
      expect(stand.records('input.observed')).toHaveLength(1);
      const { verdicts } = await stand.verify();
      expect(verdicts.find(({ question }) => question === 'integrity')?.word).toBe('VALID');
    },
  );
});
