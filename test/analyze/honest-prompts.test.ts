import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Harness } from '../../src/model/harness.ts';
import { CAPTURES, CaptureStand, findingsOf, scenariosByRun, scenariosOf } from './capture-stand.ts';

const HARNESSES: readonly Harness[] = ['claude-code', 'codex', 'gemini', 'copilot'];

/** The capture has the hooks of the second of two runs. Gemini's first run is a capture of its own (`shell`). */
const BEFORE = ['copilot/resume TK-X208 before_recording'];

describe.skipIf(!existsSync(CAPTURES))('rules on prompts, scopes and claims', () => {
  it.each(HARNESSES)('find nothing in honest sessions of %s', { timeout: 120_000 }, async (harness) => {
    const stand = new CaptureStand();
    onTestFinished(() => stand.remove());
    await stand.start();
    // What was resumed comes before its resume.
    const isResume = (name: string): number => (name === 'resume' ? 1 : 0);
    const scenarios = [...scenariosOf(harness)].sort((a, b) => isResume(a) - isResume(b));
    for (const one of scenarios) await stand.hooks(harness, one);
    await stand.transcripts(scenarios.map((one) => resolve(join(CAPTURES, harness, one))));
    await stand.stop();
    const names = scenariosByRun(stand.home, harness);
    const found = findingsOf(stand.home).flatMap(({ run, findings }) =>
      findings
        .filter(({ rule, kind }) => /^TK-(?:X10[1-5]|X11|X2|C)/.test(rule) && kind !== 'could_not_run')
        .map(({ rule, kind }) => `${harness}/${names.get(run.id)} ${rule} ${kind}`),
    );
    expect(found).toEqual(BEFORE.filter((one) => one.startsWith(harness)));
  });
});
