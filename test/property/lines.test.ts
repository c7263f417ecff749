import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineSplitter, splitLines } from '../../src/bytes/lines.ts';
import { Follower } from '../../tailers/follow.ts';
import type { FollowEvent } from '../../tailers/follow-event.ts';
import { resumeFollower } from '../../tailers/resume.ts';
import { freshFolder, linesOf, wholeOf } from '../tailers/follow-folder.ts';

const piece = fc.oneof(
  fc.constantFrom('\n', '\r\n', '\0\0\0', '\u2028', '語', '{"a":1}', '\u{feff}', ''),
  fc.string({ maxLength: 40 }),
);
const content = fc.oneof(
  fc.array(piece, { maxLength: 60 }).map((pieces) => Buffer.from(pieces.join(''))),
  fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
);
const cuts = fc.array(fc.nat(1000), { maxLength: 8 });

function cut(bytes: Buffer, at: readonly number[]): Buffer[] {
  const places = [...new Set(at.map((n) => Math.min(n, bytes.length)))].sort((a, b) => a - b);
  return [...places, bytes.length].map((end, i) => bytes.subarray(i === 0 ? 0 : places[i - 1], end));
}

const whole = (bytes: Buffer) =>
  [...splitLines(bytes)]
    .filter((line) => line.at(-1) === 0x0a)
    .map((line) => Buffer.from(line).toString('hex'));

test('for any cuts, the splitter gives the lines of one read', () => {
  fc.assert(
    fc.property(content, cuts, (bytes, at) => {
      const splitter = new LineSplitter();
      const lines = cut(bytes, at).flatMap((part) =>
        [...splitter.push(part)].map((line) => Buffer.from(line)),
      );
      expect(lines.map((line) => line.toString('hex'))).toEqual(whole(bytes));
      expect(Buffer.concat([...lines, splitter.rest()])).toEqual(bytes);
    }),
    { numRuns: 300 },
  );
});

type Arrival = {
  readonly bytes: Buffer;
  readonly at: number[];
  readonly block: number;
  readonly restarts: boolean[];
};
const arrival: fc.Arbitrary<Arrival> = fc.record({
  bytes: content,
  at: cuts,
  block: fc.integer({ min: 1, max: 64 }),
  restarts: fc.array(fc.boolean(), { maxLength: 8 }),
});

test('for any cuts, block sizes and restarts, a follower gives each line once, tiling the file', () => {
  fc.assert(
    fc.property(arrival, ({ bytes, at, block, restarts }) => {
      const path = join(freshFolder(), 's.jsonl');
      writeFileSync(path, '');
      let follower = new Follower(path, { block });
      const events: FollowEvent[] = [];
      cut(bytes, at).forEach((part, i) => {
        appendFileSync(path, part);
        if (restarts[i] === true) {
          const resumed = resumeFollower(path, follower.position(), { block });
          expect(resumed.kind).toBe('same');
          follower = resumed.follower;
        }
        events.push(...follower.poll());
      });
      const lines = events.flatMap((event) => (event.kind === 'lines' ? linesOf(event) : [fail(event)]));
      expect(lines.map((line) => line.bytes.toString('hex'))).toEqual(whole(bytes));
      expect(lines.map((line) => line.number)).toEqual(lines.map((_, i) => i));
      const { digest, offset } = follower.position();
      expect(digest).toEqual(wholeOf(lines.map((line) => line.bytes)));
      expect(offset + (follower.pending()?.bytes ?? 0)).toBe(bytes.length);
    }),
    { numRuns: 150 },
  );
});

test('a changed byte anywhere is found by the prefix check at the line it is in', () => {
  const lines = fc.array(
    fc.string({ maxLength: 20 }).map((line) => `${line.replaceAll('\n', ' ')}\n`),
    { minLength: 1, maxLength: 30 },
  );
  fc.assert(
    fc.property(lines, fc.nat(), fc.integer({ min: 1, max: 64 }), (given, seed, block) => {
      const path = join(freshFolder(), 's.jsonl');
      const bytes = Buffer.from(given.join(''));
      writeFileSync(path, bytes);
      const follower = new Follower(path, { block });
      for (const _ of follower.poll());
      const place = seed % bytes.length;
      const line = bytes.subarray(0, place).filter((byte) => byte === 0x0a).length;
      bytes[place] = bytes[place] === 0x41 ? 0x42 : 0x41;
      writeFileSync(path, bytes);
      const steps = follower.checkPrefix();
      let step = steps.next();
      while (step.done !== true) step = steps.next();
      expect(step.value).toMatchObject({ kind: 'differs', at: { line }, exact: true });
    }),
    { numRuns: 150 },
  );
});

function fail(event: FollowEvent): never {
  throw new Error(`expected lines only, found ${event.kind}`);
}
