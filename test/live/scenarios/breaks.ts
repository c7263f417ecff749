import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { decisionOn, expectSound, outcomeOf } from '../log.ts';
import { runs } from '../model/script.ts';
import { endProcesses } from '../processes.ts';
import { main, onStand, type Scenario, type Stage } from '../scenario.ts';
import { type Stand, until } from '../stand.ts';

const LONG = 'touch started.txt && sleep 30 && touch finished.txt';

/**
 * Sends a signal to the harness and all that is in its session, as a terminal does, while a command runs. A command in a
 * session of its own outlives a kill, and in Gemini 0.61.0 an interrupt too.
 */
function signalled(on: Stage, signal: NodeJS.Signals, check: (stand: Stand) => Promise<void>): Promise<void> {
  return onStand(on, main(runs(LONG)), async (stand) => {
    const { child, ended } = stand.start('Please work.');
    await until('a command that runs', () => stand.has('started.txt'));
    process.kill(-child.pid!, signal);
    await ended;
    await check(stand);
    await endProcesses(stand.user);
  });
}

export const interrupted: Scenario = {
  name: 'an interrupt (SIGINT)',
  play: (on) =>
    signalled(on, 'SIGINT', async (stand) => {
      await stand.recorded();
      const judged = decisionOn(stand, 'touch started.txt')!;
      expect(judged.data.verdict).toBe('allow');
      expect(outcomeOf(stand, judged)).not.toBe('ok');
      expectSound(stand);
    }),
};

export const killed: Scenario = {
  name: 'the harness killed',
  play: (on) =>
    signalled(on, 'SIGKILL', async (stand) => {
      await stand.recorded();
      const judged = decisionOn(stand, 'touch started.txt')!;
      expect(outcomeOf(stand, judged)).not.toBe('ok');
      expectSound(stand);
    }),
};

export const scriptRemoved: Scenario = {
  name: 'the hook script removed in mid-session',
  play: (on) => {
    let remove = (): void => {};
    const after = { ...runs('touch after.txt'), before: () => remove() };
    return onStand(on, main(runs('touch before.txt'), after), async (stand) => {
      remove = () => {
        const folder = join(stand.home, 'hooks', 'closed');
        for (const name of readdirSync(folder)) rmSync(join(folder, name));
      };
      await stand.run('Please work.');
      expect([stand.has('before.txt'), stand.has('after.txt')]).toEqual([true, false]);
      await stand.recorded();
      expect(decisionOn(stand, 'touch after.txt')).toBeUndefined();
      const report = expectSound(stand);
      // The transcript tells of a call that no gate saw.
      expect(report.verdicts.find(({ question }) => question === 'gate coverage')?.word).toBe(
        '1 decided, 2 seen',
      );
    });
  },
};

export const signerKilled: Scenario = {
  name: 'the signer killed in mid-session',
  play: (on) => {
    let kill = (): void => {};
    const after = { ...runs('touch after.txt'), before: () => kill() };
    const script = main(runs('touch before.txt'), after, runs('touch forbidden.txt'));
    return onStand(on, script, async (stand) => {
      kill = () => process.kill(stand.signerPid!, 'SIGKILL');
      await stand.run('Please work.');
      const made = ['before.txt', 'after.txt', 'forbidden.txt'].map((name) => stand.has(name));
      expect(made).toEqual([true, true, false]);
      await stand.recorded();
      const words = ['touch before.txt', 'touch after.txt', 'touch forbidden.txt'];
      expect(words.map((text) => decisionOn(stand, text)?.data.verdict)).toEqual(['allow', 'allow', 'deny']);
      // The next signer's tailer took the transcript up where the log had it.
      expectSound(stand, ['tailer_redelegated']);
    });
  },
};
