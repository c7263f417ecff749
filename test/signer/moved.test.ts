import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { record } from '../../src/signer/recording.ts';
import { recordsOf, scratch } from './inline-recording.ts';

const SESSION = '11111111-1111-4111-8111-111111111111';

let place: ReturnType<typeof scratch>;
let folder: string;
let file: string;
beforeEach(() => {
  place = scratch();
  folder = join(place.dir, 'projects', 'p');
  file = join(folder, `${SESSION}.jsonl`);
  mkdirSync(join(folder, 'archived'), { recursive: true });
});
afterEach(() => place.remove());

function prompt(n: number): string {
  const uuid = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  return `${JSON.stringify({ type: 'user', message: { role: 'user', content: `prompt ${n}` }, uuid, sessionId: SESSION })}\n`;
}

/** Follows the folder while `acts` are done one after the other, each once `until` holds. */
async function follow(acts: readonly (() => void)[], until: (done: number) => boolean): Promise<void> {
  const stop = new AbortController();
  const following = record({
    ...{ home: place.home, paths: [join(place.dir, 'projects')], follow: true, idleMs: 3_600_000 },
    ...{ signal: stop.signal, onProgress: () => {}, onNotice: () => {} },
  });
  for (let done = 0; done <= acts.length; done++) {
    for (const end = Date.now() + 15_000; !until(done) && Date.now() < end; ) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    acts[done]?.();
  }
  stop.abort();
  await following;
}

const kinds = (): string[] => {
  try {
    return recordsOf(place.home).map(({ kind, data }) => (kind === 'gap' ? String(data.gap) : kind));
  } catch {
    return [];
  }
};
const count = (kind: string): number => kinds().filter((one) => one === kind).length;

it('a transcript that is moved while it is followed is no deletion', async () => {
  const archived = join(folder, 'archived', `${SESSION}.jsonl`);
  let moved = 0;
  const move = (): void => {
    renameSync(file, archived);
    moved = Date.now();
  };
  writeFileSync(file, prompt(1));
  await follow(
    [move, () => appendFileSync(archived, prompt(2))],
    (done) =>
      count('model.exchange') >= (done < 2 ? 1 : 2) &&
      (done < 1 || count('transcript.opened') >= 2) &&
      // Longer than the time after which a file that is gone counts as deleted.
      (done < 2 || Date.now() - moved > 4_000),
  );
  expect(readFileSync(archived, 'utf8')).toBe(prompt(1) + prompt(2));
  expect(kinds()).not.toContain('transcript_deleted');
  expect(count('model.exchange')).toBe(2);
});

it('a transcript that is deleted while it is followed is a gap', async () => {
  writeFileSync(file, prompt(1));
  await follow([() => rmSync(file)], (done) =>
    done === 0 ? count('model.exchange') === 1 : count('transcript_deleted') === 1,
  );
  expect(count('transcript_deleted')).toBe(1);
});
