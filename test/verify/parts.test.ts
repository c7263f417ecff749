import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinParts } from '../../src/verify/join-parts.ts';
import { scanLog, scanSpans } from '../../src/verify/scan-log.ts';
import { portable } from '../../src/verify/scan-part.ts';
import { cutSpans } from '../../src/verify/spans.ts';
import { RunMaker } from '../bench/make-log.ts';
import { MadeHome, smallHome, sourceOf } from './made-home.ts';

function busyHome(): MadeHome {
  const home = new MadeHome({ segmentBytes: 9_000 });
  const runs = ['aaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbb', 'cccccccccccccccc'].map(
    (id) => new RunMaker(home.log, id),
  );
  for (let i = 0; i < 30; i++) {
    runs[i % 3]!.line();
    if (i === 11) {
      runs[1]!.nextGeneration();
      runs[1]!.again(2, 60);
    }
    if (i === 14) runs[1]!.again(4, 60);
    if (i % 10 === 9) home.log.checkpoint();
  }
  runs[0]!.close();
  home.log.add({
    kind: 'vault.erased',
    source: 'cli',
    data: { record: 2, fields: 1, why: 'person', run: runs[0]!.id },
  });
  home.log.checkpoint();
  return home;
}

describe('a log scanned in parts', () => {
  it('gives the result of one pass, however it is cut', async () => {
    const home = busyHome();
    const source = sourceOf(home.files);
    const sizes = new Set([0, 13, 26, 40, home.log.size]);
    const whole = await scanLog(source, { sizes });
    const property = fc.asyncProperty(fc.integer({ min: 1, max: 40 }), async (count) => {
      const parts = [];
      for (const [i, spans] of cutSpans(source.segments, count).entries()) {
        parts.push(portable(await scanSpans(source, { spans, options: { whole: i === 0, sizes } })));
      }
      // A span in which no line begins has nothing to say, and is in doubt.
      const joined = joinParts(parts.filter(({ end, start }) => end > start));
      expect(joined).toEqual(whole);
    });
    await fc.assert(property, { numRuns: 40 });
  });

  it('is in doubt where a part has a break or does not fit', async () => {
    const home = smallHome();
    home.setLines(home.lines().map((line, i) => (i === 12 ? line.replace(':00.', ':01.') : line)));
    const source = sourceOf(home.files);
    const parts = [];
    for (const [i, spans] of cutSpans(source.segments, 2).entries()) {
      parts.push(await scanSpans(source, { spans, options: { whole: i === 0, sizes: new Set() } }));
    }
    expect(joinParts(parts)).toBeUndefined();
  });
});
