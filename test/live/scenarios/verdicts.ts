import { expect } from 'vitest';
import { decisionOn, expectSound, linkOf, outcomeOf } from '../log.ts';
import { runs, writes } from '../model/script.ts';
import { main, onStand, type Scenario } from '../scenario.ts';

export const allowed: Scenario = {
  name: 'a call allowed',
  play: (on) =>
    onStand(on, main(runs('touch allowed.txt && echo made')), async (stand) => {
      await stand.run('Please work.');
      expect(stand.has('allowed.txt')).toBe(true);
      expect(stand.model.results).toContain('made');
      await stand.recorded();
      const judged = decisionOn(stand, 'touch allowed.txt')!;
      expect(judged.data.verdict).toBe('allow');
      expect(outcomeOf(stand, judged)).toBe('ok');
      expect(linkOf(stand, judged)).toMatch(/^(exact|ordered)$/);
      expect(stand.records('input.observed').map(({ data }) => data.origin)).toEqual(['person']);
      expectSound(stand);
    }),
};

export const denied: Scenario = {
  name: 'a call denied',
  play: (on) =>
    onStand(on, main(runs('touch forbidden.txt'), runs('touch later.txt')), async (stand) => {
      await stand.run('Please work.');
      expect(stand.has('forbidden.txt')).toBe(false);
      expect(stand.has('later.txt')).toBe(true);
      expect(stand.model.results).toContain('forbidden files stay away');
      await stand.recorded();
      const judged = decisionOn(stand, 'touch forbidden.txt')!;
      expect(judged.data).toMatchObject({ verdict: 'deny', rule: expect.stringContaining('live-deny') });
      expect(outcomeOf(stand, judged)).not.toBe('ok');
      expect(linkOf(stand, judged)).toMatch(/^(exact|ordered)$/);
      expectSound(stand);
    }),
};

export const approved: Scenario = {
  name: 'held, and approved',
  play: (on) =>
    onStand(on, main(runs('touch held.txt')), async (stand) => {
      const { ended } = stand.start('Please work.');
      const id = await stand.waiting();
      expect(stand.has('held.txt')).toBe(false);
      expect(await stand.approve(id)).toMatchObject({ code: 0 });
      await ended;
      expect(stand.has('held.txt')).toBe(true);
      await stand.recorded();
      const judged = decisionOn(stand, 'touch held.txt')!;
      expect(judged.data.verdict).toBe('ask');
      expect(outcomeOf(stand, judged)).toBe('ok');
      expect(stand.records('approval.answered').map(({ data }) => data.answer)).toEqual(['approved']);
      expect(stand.records('approval.used')).toHaveLength(1);
      expectSound(stand);
    }),
};

export const timedOut: Scenario = {
  name: 'held, and nobody answered',
  play: (on) =>
    onStand(on, main(runs('touch held.txt'), runs('touch later.txt')), async (stand) => {
      await stand.run('Please work.');
      expect(stand.has('held.txt')).toBe(false);
      expect(stand.has('later.txt')).toBe(true);
      expect(stand.model.results).toContain('nobody answered');
      await stand.recorded();
      expect(stand.records('approval.answered').map(({ data }) => data.answer)).toEqual(['expired']);
      expect(outcomeOf(stand, decisionOn(stand, 'touch held.txt')!)).not.toBe('ok');
      expectSound(stand);
    }),
};

export const guarded: Scenario = {
  name: 'a write to hook settings',
  play: (on) => {
    const { guarded: file } = on.live;
    return onStand(on, main(writes(file, '{}\n'), runs(`echo '{}' > ${file}`)), async (stand) => {
      await stand.run('Please work.');
      expect(stand.has(file)).toBe(false);
      await stand.recorded();
      const verdicts = stand.records('call.decided').map(({ data }) => data.verdict);
      expect(verdicts).toEqual(['deny', 'deny']);
      expectSound(stand);
    });
  },
};

export const constraint: Scenario = {
  name: 'a prompt’s constraint broken',
  play: (on) =>
    onStand(on, main(runs('echo changed > README.md'), runs('touch other.txt')), async (stand) => {
      await stand.run('Tidy this project. Do not modify README.md.');
      expect(stand.readme()).toBe('# A project\n');
      expect(stand.has('other.txt')).toBe(true);
      await stand.recorded();
      const held = stand.records('constraint.held');
      expect(held.map(({ data }) => data.kind)).toEqual(['no_modify']);
      const judged = decisionOn(stand, 'echo changed')!;
      expect(judged.data.constraint).toBe(held[0]?.data.constraint);
      expect(judged.data.verdict).not.toBe('allow');
      expectSound(stand);
    }),
};
