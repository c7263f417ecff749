import { describe, expect, it } from 'vitest';
import { analyzeRun } from '../../src/analyze/analyze.ts';
import { findingsJson } from '../../src/analyze/report/json.ts';
import { RULES } from '../../src/analyze/rules/rules.ts';
import { transcriptChanged } from '../../src/analyze/rules/transcript-changed.ts';
import { cited, RunStage } from './run-stage.ts';

const GAP = { assurance: 'dev', transcript: 0, generation: 0, line: 3, offset: 300 };

describe('an analysis', () => {
  it('gives the same findings each time, byte for byte', () => {
    const make = () => {
      const stage = new RunStage();
      stage.bash('git push --force');
      stage.says('Done.');
      return JSON.stringify(findingsJson([analyzeRun(stage.evidence(), '0123456789abcdef')!]));
    };
    expect(make()).toBe(make());
  });

  it('puts the gravest first', () => {
    const stage = new RunStage();
    stage.bash('git push --force');
    stage.says('Done.');
    stage.add('gap', { gap: 'transcript_rewritten', ...GAP });
    expect(stage.find().map(({ severity }) => severity)).toEqual(['critical', 'high', 'medium']);
  });

  it('says of each rule that lacked contents that it did', () => {
    const stage = new RunStage();
    stage.bash('git push --force');
    stage.says('Done.');
    stage.eraseAll();
    const lacking = stage.find().filter(({ kind }) => kind === 'could_not_run');
    expect(lacking.every(({ severity }) => severity === 'info')).toBe(true);
    expect(lacking.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(['TK-X004', 'TK-X005', 'TK-X120', 'TK-R004', 'TK-R005']),
    );
  });

  it('cites at least one record with each finding', () => {
    const stage = new RunStage('claude-code', 'record');
    expect(stage.find().every((finding) => cited(finding).length > 0)).toBe(true);
    expect(stage.find().map(({ rule }) => rule)).toContain('TK-X000');
  });

  it('has rules with ids that are told apart', () => {
    expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
  });
});

describe('TK-R001', () => {
  it('finds a transcript that was changed', () => {
    const stage = new RunStage();
    const gap = stage.add('gap', { gap: 'transcript_truncated', ...GAP });
    const [found] = stage.find(transcriptChanged);
    expect(found).toMatchObject({ severity: 'critical' });
    expect(cited(found!)).toEqual([gap]);
  });

  it('is an info where the harness itself is known to do so', () => {
    const stage = new RunStage();
    stage.add('gap', { gap: 'transcript_rewritten', explained: 'migration', ...GAP });
    expect(stage.find(transcriptChanged)).toMatchObject([{ severity: 'info', kind: 'explained' }]);
  });
});
