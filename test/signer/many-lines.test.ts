import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { TailerMessage } from '../../src/model/tail.ts';
import { MAX_FRAME } from '../../src/model/tail-frames.ts';
import { Tail } from '../../tailers/tail.ts';
import { TAILERS } from '../../tailers/tailers.ts';
import { recordInline, scratch } from './inline-recording.ts';
import { claudeLine } from './tailer-lines.ts';

const SESSION = '11111111-2222-4333-8444-000000000000';
/** More than the digests of which make one message. */
const LINES = 40_000;

function transcript(dir: string): string {
  mkdirSync(join(dir, 'p'));
  const path = join(dir, 'p', `${SESSION}.jsonl`);
  writeFileSync(path, claudeLine(SESSION, 0) + '{"type":"x"}\n'.repeat(LINES - 1));
  return path;
}

it('goes on behind a prefix of many lines', async () => {
  const { dir, home, remove } = scratch();
  onTestFinished(remove);
  const path = transcript(dir);
  expect(await recordInline(home, [path])).toMatchObject({ lines: LINES, gaps: 0 });
  appendFileSync(path, claudeLine(SESSION, 1));
  expect(await recordInline(home, [path])).toMatchObject({ lines: 1, gaps: 0 });
});

it('says of a prefix in pieces what a message holds, and gives way to others in between', async () => {
  const { dir, remove } = scratch();
  onTestFinished(remove);
  const path = transcript(dir);
  const sizes: number[] = [];
  let turns = 0;
  const others = setInterval(() => undefined, 60_000);
  const turn = (): void => {
    turns++;
    if (others.hasRef()) setImmediate(turn);
  };
  setImmediate(turn);
  onTestFinished(() => clearInterval(others.unref()));
  const end = claudeLine(SESSION, 0).length + '{"type":"x"}\n'.length * (LINES - 1);
  const tail: Tail = new Tail({
    tailers: TAILERS,
    post: (message: TailerMessage) => {
      if (message.kind === 'digests' || message.kind === 'resumed') sizes.push(message.digests.length);
      const answer = {
        found: { kind: 'start', source: 0, at: { line: LINES, offset: end }, resume: true },
      } as const;
      if (message.kind === 'found') queueMicrotask(() => tail.receive(answer.found));
      if (message.kind === 'resumed') queueMicrotask(() => tail.receive({ kind: 'go', source: 0 }));
    },
  });
  await tail.readOnce([path]);
  expect(sizes.length).toBe(2);
  expect(sizes.reduce((sum, one) => sum + one, 0)).toBe(LINES * 32);
  expect(Math.max(...sizes)).toBeLessThan(MAX_FRAME / 8);
  expect(turns).toBeGreaterThan(0);
});
