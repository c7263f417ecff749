import { appendFileSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { askSigner } from '../../src/signer/ask.ts';
import { behind } from '../../src/signer/behind.ts';
import { LiveStand } from './live-stand.ts';

type Run = {
  readonly lines: number;
  readonly gaps: number;
  readonly behind: { readonly bytes: number; readonly lines: number };
  readonly calls: {
    readonly exact: number;
    readonly ordered: number;
    readonly none: number;
    readonly decided: number;
  };
};

describe.skipIf(!existsSync('../shared/captures'))('status', () => {
  let stand: LiveStand;
  beforeEach(async () => {
    stand = new LiveStand();
    await stand.start();
  });
  afterEach(() => stand.remove());

  async function onlyRun(): Promise<Run> {
    const answer = await askSigner(stand.home, { command: 'status' });
    if (!answer.ok) throw new Error(answer.message);
    const { runs } = answer.result as { readonly runs: readonly Run[] };
    expect(runs).toHaveLength(1);
    return runs[0]!;
  }

  it('tells of an open run its links, its coverage and its gaps, and the same after a restart', async () => {
    const session = stand.session('claude-code', 'print-default');
    await session.steps(0, 20);
    let run = await onlyRun();
    for (let tries = 0; run.behind.lines > 0 || run.lines === 0; tries++) {
      expect(tries).toBeLessThan(200);
      await new Promise((resolve) => setTimeout(resolve, 50));
      run = await onlyRun();
    }
    const { exact, ordered, none, decided } = run.calls;
    expect(exact + ordered + none).toBeGreaterThan(3);
    expect(decided).toBeGreaterThanOrEqual(exact + ordered + none - 1);
    expect(run.gaps).toBe(0);
    await stand.stop();
    await stand.open();
    const again = await onlyRun();
    expect(again.calls).toEqual(run.calls);
    expect(again.lines).toBe(run.lines);
  });
});

describe('behind', () => {
  function file(): string {
    const folder = mkdtempSync(join(tmpdir(), 'tracekit-behind-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    return join(folder, 's.jsonl');
  }

  it('counts the whole lines that lie behind what is recorded', () => {
    const path = file();
    writeFileSync(path, 'one\ntwo\n');
    expect(behind(path, 8)).toEqual({ bytes: 0, lines: 0 });
    appendFileSync(path, 'three\nfour\nfi');
    expect(behind(path, 8)).toEqual({ bytes: 13, lines: 2 });
  });

  it('says that there are more lines than it counted', () => {
    const path = file();
    writeFileSync(path, `${'x\n'.repeat(5 * 2 ** 20)}`);
    expect(behind(path, 0)).toEqual({ bytes: 10 * 2 ** 20, lines: 4 * 2 ** 20, more: true });
  });

  it('says nothing of a file that is shorter, a link or not there', () => {
    const path = file();
    expect(behind(path, 3)).toBeUndefined();
    writeFileSync(path, 'one\n');
    expect(behind(path, 9)).toEqual({ bytes: 0, lines: 0 });
    symlinkSync(path, `${path}.link`);
    expect(behind(`${path}.link`, 0)).toBeUndefined();
  });
});
