import { expect } from 'vitest';
import { decisionOn, expectSound, linkOf, outcomeOf } from '../log.ts';
import { DONE, runs } from '../model/script.ts';
import { main, onStand, type Scenario } from '../scenario.ts';
import type { Stand } from '../stand.ts';

const PARALLEL = ['sleep 0.4; touch first.txt', 'touch forbidden.txt', 'touch second.txt'];

export const parallel: Scenario = {
  name: 'parallel calls, one denied',
  play: (on) =>
    onStand(on, main(runs(...PARALLEL)), async (stand) => {
      await stand.run('Please work.');
      expect(['first.txt', 'forbidden.txt', 'second.txt'].map((name) => stand.has(name))).toEqual([
        true,
        false,
        true,
      ]);
      await stand.recorded();
      expect(PARALLEL.map((command) => decisionOn(stand, command)?.data.verdict)).toEqual([
        'allow',
        'deny',
        'allow',
      ]);
      for (const at of [0, 2]) expect(outcomeOf(stand, decisionOn(stand, PARALLEL[at]!)!)).toBe('ok');
      expectSound(stand);
    }),
};

export const subagent: Scenario = {
  name: 'a subagent’s calls',
  play: (on) => {
    const { main: turns, sub = [] } = on.live.delegates('touch by-subagent.txt');
    const script = { main: turns, sub: [sub[0]!, runs('touch forbidden-by-subagent.txt'), ...sub.slice(1)] };
    return onStand(on, script, async (stand) => {
      await stand.run('Please work.');
      expect(stand.has('by-subagent.txt')).toBe(true);
      expect(stand.has('forbidden-by-subagent.txt')).toBe(false);
      await stand.recorded();
      const judged = decisionOn(stand, 'touch by-subagent.txt')!;
      expect(judged.data.verdict).toBe('allow');
      expect(decisionOn(stand, 'forbidden-by-subagent')?.data.verdict).toBe('deny');
      expect(linkOf(stand, judged)).toMatch(/^(exact|ordered)$/);
      expect(namesSubagent(stand)).toBe(true);
      expectSound(stand);
    });
  },
};

/** Whether some record says that a subagent was at work. */
function namesSubagent(stand: Stand): boolean {
  return stand
    .records()
    .some(({ kind, data }) => kind === 'run.child' || data.role === 'subagent' || data.agent !== undefined);
}

export const resumed: Scenario = {
  name: 'a session resumed',
  play: (on) =>
    onStand(on, { main: [runs('touch one.txt'), DONE, runs('touch two.txt'), DONE] }, async (stand) => {
      await stand.run('Please work.');
      await stand.recorded();
      await stand.run('Please go on.', true);
      await stand.recorded();
      expect([stand.has('one.txt'), stand.has('two.txt')]).toEqual([true, true]);
      for (const command of ['touch one.txt', 'touch two.txt']) {
        const judged = decisionOn(stand, command)!;
        expect(outcomeOf(stand, judged)).toBe('ok');
        expect(linkOf(stand, judged)).toMatch(/^(exact|ordered)$/);
      }
      const sessions = new Set(stand.records('run.opened').map(({ data }) => data.session));
      expect(sessions.size).toBe(1);
      expectSound(stand);
    }),
};
