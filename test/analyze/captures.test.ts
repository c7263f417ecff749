import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RunFindings } from '../../src/analyze/analyze.ts';
import type { Harness } from '../../src/model/harness.ts';
import { CAPTURES, CaptureStand, findingsOf, scenariosByRun, scenariosOf } from './capture-stand.ts';

/**
 * What is found on sessions that nobody tampered with, by scenario: all else is a false alarm. Each is explained by the
 * capture's README, which says what was scripted.
 */
const EXPECTED: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  /** Transcripts alone. */
  recorded: {
    // The agent only made calls, and was stopped before it said anything.
    'claude-code/print-hook-outputs': ['TK-X100 info'],
    'gemini/at-continue-false': ['TK-X100 info'],
  },
  /** Hooks through the gate, which allows everything, and transcripts. */
  gated: {
    // A hook beside ours puts another command in place (updatedInput, modifiedArgs, a rewritten tool_input).
    'claude-code/print-hook-outputs': ['TK-R003 high', 'TK-X100 info'],
    'codex/hooks-pretooluse': ['TK-R003 high'],
    'gemini/bt-rewrite': ['TK-R003 high'],
    'gemini/at-continue-false': ['TK-X100 info'],
    // The hook was killed by the harness's timeout before it left anything, and the call ran.
    'gemini/bt-timeout': ['TK-R002 high'],
    'copilot/pre-modified-args': ['TK-R003 high'],
    // The capture has the hooks of the second of two runs.
    'copilot/resume': ['TK-R002 info'],
  },
};

const HARNESSES: readonly Harness[] = ['claude-code', 'codex', 'gemini', 'copilot'];

describe.skipIf(!existsSync(CAPTURES)).each(['recorded', 'gated'])('honest sessions, %s', (how) => {
  it.each(HARNESSES)('give only what their scripts explain: %s', { timeout: 120_000 }, async (harness) => {
    const stand = new CaptureStand();
    onTestFinished(() => stand.remove());
    await stand.start();
    const scenarios = scenariosOf(harness);
    // One after the other: the log's clock is the hooks'.
    if (how === 'gated') for (const one of scenarios) await stand.hooks(harness, one);
    await stand.transcripts(scenarios.map((one) => resolve(join(CAPTURES, harness, one))));
    await stand.stop();
    const expected = Object.entries(EXPECTED[how]!).filter(([name]) => name.startsWith(`${harness}/`));
    expect(found(findingsOf(stand.home), scenariosByRun(stand.home, harness), harness)).toEqual(
      Object.fromEntries(expected),
    );
  });
});

/** The findings of each scenario, but that a rule could not run. Parts that ended before the transcripts came have none. */
function found(
  results: readonly RunFindings[],
  scenarios: ReadonlyMap<string, string>,
  harness: Harness,
): Record<string, readonly string[]> {
  const all: Record<string, string[]> = {};
  for (const { run, findings } of results) {
    const scenario = scenarios.get(run.id);
    for (const { rule, kind, severity } of findings) {
      if (kind === 'could_not_run' || (scenario === undefined && severity === 'info')) continue;
      // Prompts, scope and what the agent claims are held to tables of their own.
      if (/^TK-(X1[01]|X2|C)/.test(rule) && rule !== 'TK-X100') continue;
      const name = `${harness}/${scenario ?? run.session}`;
      all[name] = [...(all[name] ?? []), `${rule} ${severity}`];
    }
  }
  return all;
}
