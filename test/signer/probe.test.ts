import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { probeOf } from '../../src/install/doctor/probe.ts';
import { INSTALLERS } from '../../src/install/installers.ts';
import { HARNESSES } from '../../src/model/harness.ts';
import { gateStand } from './gate-stand.ts';

const FIRST = {
  'claude-code': 'PreToolUse',
  codex: 'PreToolUse',
  cursor: 'preToolUse',
  gemini: 'BeforeTool',
  copilot: 'preToolUse',
} as const;

test.each(HARNESSES)('a probe of %s is denied by the signer, and leaves no trace', async (harness) => {
  const stand = await gateStand();
  const nonce = '00112233445566aa';
  const event = FIRST[harness];
  const { payload, session } = probeOf(harness, event, nonce);
  const answer = await stand.hook(harness, payload, { event });
  expect(answer.stdout).toContain('deny');
  expect(answer.stderr).toBe(`[tracekit] ${session}: a probe, denied as it must be`);
  for (const { event: other } of INSTALLERS[harness].hooks({
    profile: 'closed',
    command: () => '',
    versions: [],
  })) {
    if (/^(pre|Pre|before(?!Submit)|BeforeTool)/.test(other)) continue;
    expect(await stand.hook(harness, probeOf(harness, other, nonce).payload, { event: other })).toMatchObject(
      { exit: 0, stderr: '' },
    );
  }
  expect(stand.kinds()).toEqual([]);
});

test.runIf(process.platform === 'linux')(
  'a probe does not make the process that sends it a harness',
  async () => {
    const stand = await gateStand();
    const caller = { pid: process.pid, uid: process.getuid?.() ?? 0 };
    const { payload } = probeOf('claude-code', 'PreToolUse', '00112233445566aa');
    const known = join(stand.home, 'state', 'harnesses');
    await stand.hook('claude-code', payload, { event: 'PreToolUse', caller });
    expect(existsSync(known)).toBe(false);
    await stand.bash('toolu_1', 'ls', { caller });
    expect(existsSync(known)).toBe(true);
  },
);

test('a session that only looks like a probe’s is judged as others are', async () => {
  const stand = await gateStand();
  for (const session_id of ['tracekit-doctor', 'tracekit-doctor-1', 'tracekit-doctor-00112233445566aaX']) {
    const call = {
      session_id,
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
      tool_use_id: `toolu_${session_id}`,
    };
    await stand.claude('PreToolUse', call);
  }
  expect(stand.records('call.decided').length).toBe(3);
});
