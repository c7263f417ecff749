import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Harness } from '../../../src/model/harness.ts';
import type { CallRow, Row } from '../../../src/view/api.ts';
import { CAPTURES, CaptureStand, scenariosOf } from '../../analyze/capture-stand.ts';
import { type FoldedRun, foldedRuns } from '../folded-run.ts';

const HARNESSES: readonly Harness[] = ['claude-code', 'codex', 'gemini', 'copilot'];
/** The harness refused to begin that session: nothing of it reached a transcript or a hook. */
const REFUSED = new Set(['Sixth run, same session id again.']);
const MODES = ['recorded', 'gated'] as const;

describe
  .skipIf(!existsSync(CAPTURES))
  .each(MODES.flatMap((mode) => HARNESSES.map((harness) => ({ mode, harness }))))(
  'captured sessions of $harness, $mode',
  ({ mode, harness }) => {
    const stand = new CaptureStand();
    let runs: readonly FoldedRun[];

    beforeAll(async () => {
      await stand.start();
      const scenarios = scenariosOf(harness);
      if (mode === 'gated') for (const one of scenarios) await stand.hooks(harness, one);
      await stand.transcripts(scenarios.map((one) => resolve(join(CAPTURES, harness, one))));
      await stand.stop();
      runs = foldedRuns(stand.home);
    }, 120_000);
    afterAll(() => stand.remove());

    it('show each decided call once, and each that a transcript tells of once', () => {
      for (const { id, rows, timeline } of runs) {
        const calls = rows.filter(isCall);
        const own = timeline.requests.filter(({ at }) => at.run === id);
        const told = calls
          .filter(({ copy }) => copy !== true)
          .flatMap((row) => (asked(row, runs, id) ? [row] : []));
        expect([id, told.length]).toEqual([id, own.length]);
        const decided = timeline.calls.filter(({ at }) => at.run === id).map(({ at }) => at.seq);
        const shown = calls.flatMap(({ records }) => records.filter((seq) => decided.includes(seq)));
        expect(shown.sort((a, b) => a - b)).toEqual(decided);
      }
    });

    it('join what the analyzer joins', () => {
      for (const { id, rows, pairs } of runs) {
        for (const { call, request, basis } of pairs.all) {
          if (call.at.run !== id || request.at.run !== id || basis === 'order') continue;
          const row = rows.filter(isCall).find(({ records }) => records.includes(call.at.seq));
          expect([id, basis, row?.records]).toEqual([id, basis, expect.arrayContaining([request.at.seq])]);
        }
      }
    });

    it('show each thought and word of the model once', () => {
      for (const { id, rows, timeline } of runs) {
        const shown = rows.flatMap((row) =>
          row.kind === 'call'
            ? row.said.map(({ seq, kind }) => `${seq} ${kind}`)
            : row.kind === 'thinking' || row.kind === 'text'
              ? [`${row.seq} ${row.kind}`]
              : [],
        );
        const lines = timeline.transcripts.flatMap(({ generations }) =>
          generations.flatMap((one) => one.lines),
        );
        const said = lines
          .filter(({ at, exchange }) => at.run === id && exchange?.twin === undefined)
          .flatMap(({ at, exchange }) =>
            (exchange?.messages ?? [])
              .filter(({ role }) => role === 'assistant')
              .flatMap(({ parts }) => parts)
              .filter(({ kind }) => kind === 'thinking' || kind === 'text')
              .map(({ kind }) => `${at.seq} ${kind}`),
          );
        expect(shown.sort()).toEqual(said.sort());
      }
    });

    it('have the same rows however the log is cut', () => {
      const once = runs.map(({ rows }) => rows);
      expect(foldedRuns(stand.home, 3).map(({ rows }) => rows)).toEqual(once);
    });

    it('show each prompt that the hooks saw once, and no line of it again', () => {
      for (const { id, rows, timeline } of runs) {
        const hooks = timeline.prompts.filter(({ at }) => at.run === id);
        const shown = rows.filter(
          (row) => row.kind === 'prompt' && hooks.some(({ at }) => at.seq === row.seq),
        );
        expect(shown.length).toBe(hooks.length);
        const witnessed = new Set(shown.map((row) => (row.kind === 'prompt' ? row.text.text : '')));
        const again = rows.filter(
          (row) => row.kind === 'prompt' && row.origin === 'unwitnessed' && row.copy !== true,
        );
        for (const row of again)
          if (row.kind === 'prompt')
            expect([id, [...witnessed]]).not.toEqual([id, expect.arrayContaining([row.text.text])]);
      }
    });

    it.runIf(harness === 'claude-code')('show the prompts and calls that the scripts gave', () => {
      const shown = runs.flatMap(({ rows }) => rows);
      const idsOf = (rows: readonly Row[]) =>
        rows.filter(isCall).flatMap(({ call, copy }) => (copy === true ? [] : [call]));
      // The scripts give the same ids in every scenario.
      for (const { id, rows } of runs)
        expect([id, idsOf(rows).length]).toEqual([id, new Set(idsOf(rows)).size]);
      const ids = new Set(idsOf(shown));
      const texts = shown.flatMap((row) => (row.kind === 'prompt' ? [row.text.text] : []));
      for (const scenario of scenariosOf(harness)) {
        const path = join(CAPTURES, harness, scenario, 'expected.json');
        if (!existsSync(path) || scenario.includes('no-persist') || scenario.includes('kill')) continue;
        const expected = JSON.parse(readFileSync(path, 'utf8')) as Expected;
        for (const { id } of expected.tool_calls ?? [])
          expect([scenario, id, ids.has(id)]).toEqual([scenario, id, true]);
        for (const { content, via } of expected.prompts ?? [])
          if (via === '-p argv' && typeof content === 'string' && !REFUSED.has(content))
            expect([scenario, texts.some((text) => text.includes(content))]).toEqual([scenario, true]);
      }
    });
  },
);

type Expected = {
  readonly tool_calls?: readonly { readonly id: string }[];
  readonly prompts?: readonly { readonly via?: string; readonly content?: unknown }[];
};

function isCall(row: Row): row is CallRow {
  return row.kind === 'call';
}

/** Whether a transcript asks for the call of a row. */
function asked(row: CallRow, runs: readonly FoldedRun[], id: string): boolean {
  const { fold } = runs.find((one) => one.id === id)!.making;
  const entry = fold.order.at(row.row);
  return entry?.kind === 'call' && entry.asked !== undefined;
}
