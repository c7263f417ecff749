import { describe, expect, it } from 'vitest';
import { analyzeRun } from '../../src/analyze/analyze.ts';
import { sarifLog } from '../../src/analyze/report/sarif.ts';
import { RULES } from '../../src/analyze/rules/rules.ts';
import { RunStage } from './run-stage.ts';

type Result = {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly locations: readonly object[];
  readonly partialFingerprints: { readonly [key: string]: string };
};

type Log = {
  readonly version: string;
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly name: string; readonly rules: readonly { id: string }[] } };
    readonly results: readonly Result[];
  }[];
};

function made(): Log {
  const stage = new RunStage();
  stage.bash('git push --force');
  stage.says('Done.');
  stage.add('gap', { gap: 'transcript_deleted', assurance: 'dev', transcript: 0, generation: 0 });
  const results = [analyzeRun(stage.evidence(), '0123456789abcdef')!];
  return JSON.parse(JSON.stringify(sarifLog(results, { rules: RULES, version: '1.0.0' }))) as Log;
}

// SARIF 2.1.0: what §3.13, §3.14, §3.18, §3.19, §3.27 and §3.49 require.
describe('a SARIF log', () => {
  it('has the version, and one run with its tool and results', () => {
    const { version, runs } = made();
    expect(version).toBe('2.1.0');
    expect(runs).toHaveLength(1);
    expect(runs[0]!.tool.driver.name).toBe('tracekit');
    expect(runs[0]!.results.length).toBeGreaterThan(2);
  });

  it('has results with a message, a level of the five, and a rule that their index leads to', () => {
    const [run] = made().runs;
    for (const { ruleId, ruleIndex, level, message } of run!.results) {
      expect(message.text).not.toBe('');
      expect(['none', 'note', 'warning', 'error']).toContain(level);
      expect(run!.tool.driver.rules[ruleIndex]!.id).toBe(ruleId);
    }
  });

  it('has one location in each result, and its fingerprint', () => {
    for (const { locations, partialFingerprints } of made().runs[0]!.results) {
      expect(locations).toHaveLength(1);
      expect(partialFingerprints['tracekit/v1']).toMatch(/^[0-9a-f]{64}$/);
    }
  });

  it('has each rule once', () => {
    const ids = made().runs[0]!.tool.driver.rules.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
