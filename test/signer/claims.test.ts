import { appendFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { RecorderMessage } from '../../src/model/tail.ts';
import { Claims } from '../../src/signer/claims.ts';
import { Drive } from '../../src/signer/drive.ts';
import { Recorder } from '../../src/signer/recorder.ts';
import { Tail } from '../../tailers/tail.ts';
import { TAILERS } from '../../tailers/tailers.ts';
import { followed, integrityOf, linesIn, WAIT } from './followed.ts';
import { recordsOf } from './inline-recording.ts';
import { claudeLine } from './tailer-lines.ts';
import { SESSION, type TailerStand, tailerStand } from './tailer-stand.ts';

/** Another recorder over the stand's home, as a handed-over `tracekit record` is; read a file with `readOnce`. */
function other(stand: TailerStand) {
  const recorder = new Recorder({ ...stand.open, assurance: 'dev', validate: true });
  const queue: RecorderMessage[] = [];
  const tail = new Tail({ tailers: TAILERS, post: (message) => drive.take(structuredClone(message)) });
  const drive: Drive<unknown> = new Drive(
    recorder as Recorder<unknown>,
    (message) => {
      queue.push(message);
      queueMicrotask(() => tail.receive(queue.shift()!));
    },
    { claims: stand.open.claims },
  );
  return { tail, drive };
}

it('lets another recorder take the file of a run that is closed', async () => {
  const stand = await tailerStand('settle_seconds: 0.01\nsettle_max_seconds: 0.02\n');
  const { tailer, lines, found } = await followed(stand);
  tailer.send(lines);
  await vi.waitFor(() => expect(tailer.last('ack')).toBeDefined(), WAIT);
  const { path } = found.found;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, claudeLine(SESSION, 0) + claudeLine(SESSION, 1) + claudeLine(SESSION, 2));
  const first = other(stand);
  await first.tail.readOnce([path]);
  await first.drive.settled();
  expect(linesIn(stand)).toBe(2);
  await stand.hook('SessionEnd', { reason: 'other' });
  await vi.waitFor(() => expect(tailer.last('check')).toBeDefined(), WAIT);
  tailer.send({ kind: 'caught', id: tailer.last('check')!.id });
  const isClosed = (): boolean => recordsOf(stand.home).some(({ kind }) => kind === 'run.closed');
  await vi.waitFor(() => expect(isClosed()).toBe(true), WAIT);
  const second = other(stand);
  await second.tail.readOnce([path]);
  await second.drive.settled();
  expect(linesIn(stand)).toBe(3);
  expect(await integrityOf(stand)).toBe('VALID');
});

it('keeps what took a file’s place from another recorder', async () => {
  const stand = await tailerStand();
  const path = join(stand.dir, 'p', `${SESSION}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, claudeLine(SESSION, 0));
  const first = other(stand);
  await first.tail.readFile(path);
  writeFileSync(`${path}.new`, claudeLine(SESSION, 0) + claudeLine(SESSION, 1));
  renameSync(`${path}.new`, path);
  await first.tail.readFile(path);
  await first.drive.settled();
  appendFileSync(path, claudeLine(SESSION, 2));
  const second = other(stand);
  await second.tail.readOnce([path]);
  await first.tail.readFile(path);
  await Promise.all([first.drive.settled(), second.drive.settled()]);
  expect(linesIn(stand)).toBe(3);
});

it('lets a file be taken by others when it was given as often as it was taken', () => {
  const [claims, one, two] = [new Claims(), {}, {}];
  const names = ['1:2', '/a'];
  expect([claims.take(names, one), claims.take(['1:2', '/b'], one), claims.take(['1:3', '/a'], two)]).toEqual(
    [true, true, false],
  );
  claims.give(names, two);
  claims.give(names, one);
  expect(claims.take(['1:2', '/c'], two)).toBe(false);
  claims.give(['1:2', '/b'], one);
  expect(claims.take(names, two)).toBe(true);
});
