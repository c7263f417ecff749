import { expect } from 'vitest';
import { decisionOn, expectSound, linkOf, outcomeOf } from '../log.ts';
import { DONE, runs } from '../model/script.ts';
import { main, onStand, type Scenario } from '../scenario.ts';
import { until } from '../stand.ts';

const LONG = 'touch started.txt && sleep 60 && touch finished.txt';

const FIRST = [runs('touch allowed.txt'), runs('touch forbidden.txt'), runs('touch held.txt'), DONE];

/** A person at the harness's own screen: one session, typed to and looked at. */
export const terminal: Scenario = {
  name: 'in the terminal: allowed, denied, held and approved, Esc',
  suits: ({ live }) => live.terminal !== undefined,
  play: (on) =>
    onStand(on, main(...FIRST, runs(LONG)), async (stand) => {
      const seen = await stand.terminal();
      await seen.type('Please work.');
      const id = await stand.waiting();
      expect(['allowed.txt', 'forbidden.txt', 'held.txt'].map((name) => stand.has(name))).toEqual([
        true,
        false,
        false,
      ]);
      expect(await stand.approve(id)).toMatchObject({ code: 0 });
      await seen.shows(/That is all\./);
      expect(stand.has('held.txt')).toBe(true);
      await seen.quiet();
      await seen.type('Please go on.');
      await until('a command that runs', () => stand.has('started.txt'));
      await (on.live.terminal!.interrupt?.(seen) ?? seen.press('Escape'));
      await seen.quiet();
      await on.live.terminal!.quit(seen);
      await seen.ended();
      expect(stand.has('finished.txt')).toBe(false);
      await stand.recorded();
      const judged = ['touch allowed.txt', 'touch forbidden.txt', 'touch held.txt', 'touch started.txt'].map(
        (text) => decisionOn(stand, text)!,
      );
      expect(judged.map(({ data }) => data.verdict)).toEqual(['allow', 'deny', 'ask', 'allow']);
      const outcomes = judged.map((one) => outcomeOf(stand, one));
      expect([outcomes[0], outcomes[2]]).toEqual(['ok', 'ok']);
      expect(outcomes[1]).not.toBe('ok');
      expect(outcomes[3]).not.toBe('ok');
      for (const one of judged.slice(0, 3)) expect(linkOf(stand, one)).toMatch(/^(exact|ordered)$/);
      const prompts = stand.records('input.observed').map(({ data }) => data.origin);
      expect(prompts).toEqual(['person', 'person']);
      expectSound(stand);
    }),
};

/** What was forbidden before the conversation was written anew stays forbidden behind it. */
export const compacted: Scenario = {
  name: 'in the terminal: a constraint, compaction, and the constraint broken',
  suits: ({ live }) => live.terminal !== undefined,
  play: (on) =>
    onStand(on, main(runs('touch one.txt'), DONE, runs('echo changed > README.md')), async (stand) => {
      const seen = await stand.terminal();
      await seen.type('Please work. Do not modify README.md.');
      await seen.shows(/That is all\./);
      await seen.quiet();
      const before = stand.model.asides;
      await seen.type(on.live.terminal!.compact);
      await until('a summary', () => stand.model.asides > before);
      await seen.quiet();
      await seen.type('Please go on.');
      await until('the last answer', () => stand.model.served.length === 4);
      await seen.quiet();
      await on.live.terminal!.quit(seen);
      await seen.ended();
      expect(stand.has('one.txt')).toBe(true);
      expect(stand.readme()).toBe('# A project\n');
      await stand.recorded();
      const held = stand.records('constraint.held');
      expect(held.map(({ data }) => data.kind)).toEqual(['no_modify']);
      expect(decisionOn(stand, 'echo changed')?.data.constraint).toBe(held[0]?.data.constraint);
      expectSound(stand);
    }),
};
