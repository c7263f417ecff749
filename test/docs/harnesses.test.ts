import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { claudeCode } from '../live/harness/claude-code.ts';
import { codex } from '../live/harness/codex.ts';
import { copilot } from '../live/harness/copilot.ts';
import { gemini } from '../live/harness/gemini.ts';
import { readResult } from '../live/result.ts';
import { SCENARIOS } from '../live/scenarios/all.ts';
import { liveTable, withTable } from '../live/table.ts';

test('the table of docs/harnesses.md is made from the last result of the live suite', () => {
  const text = readFileSync('docs/harnesses.md', 'utf8');
  expect(text).toBe(withTable(text, liveTable(readResult())));
});

test('the last result is of the scenarios and versions that the live suite plays', () => {
  const wanted = [claudeCode, codex, gemini, copilot].map((live) => ({
    harness: live.harness,
    version: live.package.version,
    scenarios: SCENARIOS.map(({ name }) => name),
  }));
  const kept = readResult().map(({ harness, version, cells }) => ({
    ...{ harness, version, scenarios: Object.keys(cells) },
  }));
  expect(kept).toEqual(wanted);
});
