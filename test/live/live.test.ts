import { describe, test } from 'vitest';
import { claudeCode } from './harness/claude-code.ts';
import { codex } from './harness/codex.ts';
import { copilot } from './harness/copilot.ts';
import { gemini } from './harness/gemini.ts';
import { installed } from './packages.ts';
import { SCENARIOS } from './scenarios/all.ts';

const HARNESSES = [claudeCode, codex, gemini, copilot];

describe.each(HARNESSES)('$package.name@$package.version', (live) => {
  const found = installed(live.package);
  test('is installed', ({ skip }) => {
    if (found.kind === 'no_such_version') skip(found.why);
    if (found.kind === 'failed') throw new Error(found.why);
  });
  if (found.kind !== 'installed') return;
  const stage = { live, bin: found.bin };
  test.each(SCENARIOS)('$name', ({ play }) => play(stage));
});
