import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RecorderMessage } from '../../src/model/tail.ts';
import { Drive } from '../../src/signer/drive.ts';
import { openHome } from '../../src/signer/open-home.ts';
import { Recorder } from '../../src/signer/recorder.ts';
import { Tail } from '../../tailers/tail.ts';
import { TAILERS } from '../../tailers/tailers.ts';
import { recordInline, recordsOf, scratch } from './inline-recording.ts';

const SESSION = '11111111-1111-4111-8111-111111111111';

let place: ReturnType<typeof scratch>;
let file: string;
beforeEach(() => {
  place = scratch();
  mkdirSync(join(place.dir, 'projects', 'p'), { recursive: true });
  file = join(place.dir, 'projects', 'p', `${SESSION}.jsonl`);
});
afterEach(() => place.remove());

function prompt(n: number): string {
  const uuid = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  return `${JSON.stringify({ type: 'user', message: { role: 'user', content: `${n}` }, uuid, sessionId: SESSION })}\n`;
}

/** A tailer and a recorder that stay, as in a recording that follows files. */
async function following() {
  const home = await openHome(place.home);
  const recorder = new Recorder({ ...home, assurance: 'dev', validate: true });
  const told: RecorderMessage[] = [];
  const again: string[] = [];
  const tail = new Tail({ tailers: TAILERS, post: (message) => drive.take(structuredClone(message)) });
  tail.whenAgain((path) => again.push(path));
  const drive: Drive<unknown> = new Drive(recorder as Recorder<unknown>, (message) => {
    told.push(message);
    queueMicrotask(() => tail.receive(message));
  });
  const read = async (): Promise<void> => {
    await tail.readFile(file);
    await drive.settled();
  };
  return { home, recorder, told, again, read };
}

const kinds = () => recordsOf(place.home).map(({ kind }) => kind);

it('has the tailer forget the files of a run that it closes, and finds their growth anew', async () => {
  writeFileSync(file, prompt(1) + prompt(2));
  const { home, recorder, told, read } = await following();
  await read();
  await recorder.closeIdle(Date.now() + 1000, () => undefined);
  expect(told.filter(({ kind }) => kind === 'forget')).toEqual([{ kind: 'forget', source: 0, again: false }]);
  await Promise.resolve();
  appendFileSync(file, prompt(3));
  await read();
  await home.close();
  expect(kinds().slice(-5)).toEqual([
    'model.exchange',
    'run.closed',
    'run.opened',
    'transcript.opened',
    'model.exchange',
  ]);
  const opened = recordsOf(place.home).findLast(({ kind }) => kind === 'transcript.opened')!;
  expect(opened.data).toMatchObject({ line: 2, generation: 0 });
  // The next part's running hash goes on over the lines of the part before.
  await recordInline(place.home, [file]);
  expect(kinds().at(-1)).toBe('model.exchange');
});

it('has lines read again that were under way when their run was closed', async () => {
  writeFileSync(file, prompt(1));
  const { home, recorder, again, read } = await following();
  await read();
  appendFileSync(file, prompt(2));
  const reading = read();
  const closing = recorder.closeIdle(Date.now() + 1000, () => undefined);
  await Promise.all([reading, closing]);
  const before = kinds().filter((kind) => kind === 'model.exchange').length;
  if (before === 1) expect(again).toEqual([file]);
  await read();
  await home.close();
  expect(kinds().filter((kind) => kind === 'model.exchange')).toHaveLength(2);
  expect(recordsOf(place.home).filter(({ kind }) => kind === 'gap')).toEqual([]);
});

it('keeps nothing in mind of a transcript whose run is closed and that has nothing more', async () => {
  writeFileSync(file, prompt(1));
  const first = await following();
  await first.read();
  await first.recorder.closeIdle(Date.now() + 1000, () => undefined);
  await first.home.close();
  const { home, told, read } = await following();
  await read();
  expect(told.map(({ kind }) => kind)).toEqual(['start', 'forget']);
  appendFileSync(file, prompt(2));
  await read();
  await home.close();
  expect(kinds().filter((kind) => kind === 'run.opened')).toHaveLength(2);
});
