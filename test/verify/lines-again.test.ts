import { describe, expect, it } from 'vitest';
import { joinParts } from '../../src/verify/join-parts.ts';
import { scanLog, scanSpans } from '../../src/verify/scan-log.ts';
import { cutSpans } from '../../src/verify/spans.ts';
import { RunMaker } from '../bench/make-log.ts';
import { MadeHome, sourceOf } from './made-home.ts';

/** The holes of a run whose second generation says `change` of its lines, scanned whole; and whether parts say so too. */
async function holesOf(change: (run: RunMaker) => void) {
  const home = new MadeHome({ segmentBytes: 2_000 });
  const run = new RunMaker(home.log, 'aaaaaaaaaaaaaaaa');
  for (let i = 0; i < 4; i++) run.line();
  run.nextGeneration();
  change(run);
  run.line();
  home.log.checkpoint();
  const source = sourceOf(home.files);
  const { runs } = await scanLog(source, { sizes: new Set() });
  for (const count of [2, 3, 5]) {
    const parts = [];
    for (const [i, spans] of cutSpans(source.segments, count).entries())
      parts.push(await scanSpans(source, { spans, options: { whole: i === 0, sizes: new Set() } }));
    const joined = joinParts(parts.filter(({ start, end }) => end > start));
    // Parts may be in doubt; where they are not, they say what one pass says.
    if (joined !== undefined) expect(joined.runs).toEqual(runs);
  }
  return [...runs.values()].flatMap(({ holes }) => holes.map(({ what }) => what));
}

describe('lines that a generation has of the one before', () => {
  it('leave no hole', async () => {
    expect(await holesOf((run) => run.again(4, 100))).toEqual([]);
  });

  it('can stand behind lines of its own, and before others', async () => {
    const change = (run: RunMaker) => {
      run.line();
      run.again(3, 50);
      run.line();
    };
    expect(await holesOf(change)).toEqual([]);
  });

  it('are a hole where the generation before has fewer', async () => {
    const holes = await holesOf((run) => run.again(5, 100));
    expect(holes).toEqual(['expected at most the 4 lines of the generation before, found 5']);
  });

  it('are a hole where they lead nowhere', async () => {
    expect(await holesOf((run) => run.again(0, 0))).toEqual([
      expect.stringContaining('expected lines behind'),
    ]);
  });

  it('are a hole in the next generation too, where that has fewer than they say', async () => {
    const change = (run: RunMaker) => {
      run.again(2, 50);
      run.nextGeneration();
      run.again(3, 75);
    };
    expect(await holesOf(change)).toEqual(['expected at most the 2 lines of the generation before, found 3']);
  });

  it('are a hole in a first generation', async () => {
    const home = new MadeHome();
    const run = new RunMaker(home.log, 'aaaaaaaaaaaaaaaa');
    run.again(2, 50);
    home.log.checkpoint();
    const { runs } = await scanLog(sourceOf(home.files), { sizes: new Set() });
    expect([...runs.values()][0]!.holeCount).toBe(1);
  });
});
