import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Evidence } from '../../src/analyze/evidence.ts';
import { homeEvidence } from '../../src/analyze/home-evidence.ts';
import { buildTimeline } from '../../src/analyze/timeline/build.ts';
import type { Timeline } from '../../src/analyze/timeline/timeline.ts';
import { homePaths } from '../../src/log/home.ts';
import { recordInline, scratch } from '../signer/inline-recording.ts';

const CAPTURES = '../shared/captures';

describe.skipIf(!existsSync(CAPTURES))('a timeline of recorded transcripts', () => {
  const place = scratch();
  let evidence: Evidence;

  beforeAll(async () => {
    await recordInline(place.home, [`${CAPTURES}/claude-code/print-default`, `${CAPTURES}/codex/exec-shell`]);
    evidence = homeEvidence(homePaths(place.home));
  });
  afterAll(() => {
    evidence.close();
    place.remove();
  });

  const timelines = (): Timeline[] => evidence.runs.map(({ id }) => buildTimeline(evidence, id)!);

  it('has every line of each transcript, in order', () => {
    for (const { transcripts } of timelines()) {
      for (const { generations } of transcripts) {
        const lines = generations.flatMap((one) => one.lines.map(({ at }) => at.place.line));
        expect(lines.length).toBeGreaterThan(0);
        expect(lines).toEqual(lines.map((_, i) => i));
      }
    }
  });

  it('has each call once, with what became of it', () => {
    for (const { requests } of timelines()) {
      expect(requests.length).toBeGreaterThan(0);
      expect(new Set(requests.map(({ id }) => id)).size).toBe(requests.length);
      expect(requests.filter(({ results }) => results.length === 0)).toEqual([]);
    }
  });

  it('opens the contents of calls', () => {
    for (const { requests, contents } of timelines()) {
      for (const { input } of requests) expect(contents.value(input)).toBeDefined();
    }
  });
});
