import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readLog } from '../../src/log/read.ts';
import { listSegments } from '../../src/log/segments.ts';
import { walkLog } from '../../src/log/walk.ts';
import { addUnsigned, drafts, madeLog, openLog, scratch } from './scratch.ts';

// What a power loss may leave of the part of a file that was not synced: fewer bytes, zeros, or what the blocks held
// before, all of it or in single blocks, with the newlines that other text has.
const loss = fc.record({
  cut: fc.double({ min: 0, max: 1, noNaN: true }),
  holes: fc.array(
    fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.integer({ min: 1, max: 600 }),
      filling: fc.constantFrom('zeros', 'ff', 'text', 'older'),
    }),
    { maxLength: 3 },
  ),
});

it('keeps whole records only, a prefix of what was written, whatever a power loss leaves of the unsynced end', async () => {
  const place = scratch();
  await madeLog(place, drafts(4, 1));
  const { path } = listSegments(place.paths.segments)[0]!;
  const synced = readFileSync(path).length;
  await addUnsigned(place, drafts(8, 5));
  const whole = readFileSync(path);
  const lines = [...readLog(place.paths.segments)].map(({ bytes }) => bytes.toString());
  const fillings = { zeros: '\0', ff: '\xff', text: '{"v":2}\n', older: whole.toString('latin1', 0, 700) };
  await fc.assert(
    fc.asyncProperty(loss, async ({ cut, holes }) => {
      const left = Buffer.from(whole.subarray(0, synced + Math.round(cut * (whole.length - synced))));
      for (const { at, length, filling } of holes) {
        const start = synced + Math.floor(at * (left.length - synced));
        left.fill(fillings[filling], start, Math.min(left.length, start + length), 'latin1');
      }
      writeFileSync(path, left);
      const walk = await walkLog(place.paths.segments, { unsignedFrom: 5 });
      const kept = lines.slice(0, walk.tree.size);
      expect(walk.tree.size).toBeGreaterThanOrEqual(5);
      expect(left.toString('utf8', 0, walk.end.offset)).toBe(kept.map((line) => `${line}\n`).join(''));
      // Everything behind the last good record is named as broken, so nothing passes in silence.
      expect(walk.break === undefined).toBe(walk.end.offset === left.length);
    }),
    { numRuns: 400 },
  );
  await (await openLog(place)).close();
  expect((await walkLog(place.paths.segments)).break).toBeUndefined();
});
