import { existsSync, rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { nodeDisk } from '../../src/log/disk.ts';
import type { Log } from '../../src/log/log.ts';
import { readLog } from '../../src/log/read.ts';
import { walkLog } from '../../src/log/walk.ts';
import { TracekitError } from '../../src/model/error.ts';
import { type Fault, FaultDisk, type Step } from './fault-disk.ts';
import { drafts, openLog, type Scratch, scratch } from './scratch.ts';

const isBallast = ({ path }: Step) => path?.includes('/ballast') === true;
const inSegment = ({ path }: Step) => path?.includes('/seg/') === true;

/** Opens a log on a disk that goes wrong at the step that `when` picks, counted from here. */
async function onFaultyDisk(place: Scratch, fault: Fault, when: (step: Step) => boolean) {
  let armed = false;
  let hits = 0;
  const faulty = new FaultDisk((step) => (armed && when(step) && hits++ === 0 ? fault : undefined));
  const log = await openLog(place, { disk: faulty.disk });
  armed = true;
  return { log, hits: () => hits };
}

async function reopened(place: Scratch): Promise<{ readonly size: number; readonly broken: boolean }> {
  const log = await openLog(place);
  const size = log.size;
  await log.close();
  return { size, broken: (await walkLog(place.paths.segments)).break !== undefined };
}

it('writes on where a write was short', async () => {
  const place = scratch();
  const { log, hits } = await onFaultyDisk(
    place,
    { kind: 'short' },
    (step) => step.name === 'write' && inSegment(step),
  );
  await log.append(drafts(5));
  await log.close();
  expect(hits()).toBeGreaterThan(0);
  expect(await reopened(place)).toEqual({ size: 6, broken: false });
});

it('finds out about a write that lied, and recovers to the records before it', async () => {
  const place = scratch();
  const { log } = await onFaultyDisk(
    place,
    { kind: 'lie' },
    (step) => step.name === 'write' && inSegment(step),
  );
  await expect(log.append(drafts(4))).rejects.toMatchObject({ code: 'broken' });
  await log.close();
  const { size, broken } = await reopened(place);
  expect(broken).toBe(false);
  expect([...readLog(place.paths.segments)].length).toBe(size);
});

it('takes nothing more after a failed sync, and never tries again', async () => {
  const place = scratch();
  const { log, hits } = await onFaultyDisk(
    place,
    { kind: 'error', code: 'EIO' },
    (step) => step.name === 'sync' && inSegment(step),
  );
  await expect(log.append(drafts(1))).rejects.toMatchObject({ code: 'broken' });
  await expect(log.append(drafts(1))).rejects.toMatchObject({ code: 'broken' });
  expect(hits()).toBe(1);
  await log.close();
  expect((await reopened(place)).broken).toBe(false);
});

it('cuts back to the last good byte on a full disk, says so, and goes on when there is room', async () => {
  const place = scratch();
  const { log } = await onFaultyDisk(
    place,
    { kind: 'error', code: 'ENOSPC' },
    (step) => step.name === 'write' && inSegment(step),
  );
  await expect(log.append(drafts(3))).rejects.toMatchObject({ code: 'disk_full' });
  expect((await walkLog(place.paths.segments)).break).toBeUndefined();
  await log.append(drafts(2));
  await log.close();
  expect(await reopened(place)).toEqual({ size: 4, broken: false });
});

it('says in the log, once, that a full disk took no records, and signs that at once', async () => {
  const place = scratch();
  let full = false;
  const faulty = new FaultDisk((step) =>
    full && step.name === 'write' && (inSegment(step) || isBallast(step))
      ? { kind: 'error', code: 'ENOSPC' }
      : undefined,
  );
  // The room that the ballast gives back is enough for one small batch.
  let room = 0;
  const disk = {
    ...faulty.disk,
    unlink: async (path: string) => {
      await faulty.disk.unlink(path);
      if (path === place.paths.ballast) room++;
    },
    write: (fd: number, bytes: Uint8Array, position: number) => {
      if (!full || room === 0 || bytes.length > 1_000) return faulty.disk.write(fd, bytes, position);
      room--;
      return nodeDisk.write(fd, bytes, position);
    },
  };
  const log = await openLog(place, { disk });
  await log.append(drafts(1));
  full = true;
  await expect(log.append(drafts(9, 1))).rejects.toMatchObject({ code: 'disk_full' });
  await expect.poll(() => log.signed).toBe(3);
  await expect(log.append(drafts(1, 1))).rejects.toMatchObject({ code: 'disk_full' });
  expect(existsSync(place.paths.ballast)).toBe(false);
  full = false;
  await log.append(drafts(1, 1));
  expect(existsSync(place.paths.ballast)).toBe(true);
  full = true;
  await expect(log.append(drafts(9, 1))).rejects.toMatchObject({ code: 'disk_full' });
  full = false;
  await log.close();
  expect(await reopened(place)).toEqual({ size: 5, broken: false });
  const gaps = [...readLog(place.paths.segments)].filter(({ bytes }) => bytes.includes('"gap":"disk_full"'));
  expect(gaps.map(({ seq }) => seq)).toEqual([2, 4]);
});

it('records the refusal where it was the vault that had no room', async () => {
  const place = scratch();
  let full = false;
  const log = await openLog(place, {
    beforeSync: async () => {
      if (full) throw new TracekitError('disk_full', 'the vault is full');
    },
  });
  full = true;
  await expect(log.append(drafts(1))).rejects.toMatchObject({ code: 'disk_full' });
  expect(existsSync(place.paths.ballast)).toBe(false);
  full = false;
  await log.append(drafts(1));
  await log.close();
  expect(await reopened(place)).toEqual({ size: 3, broken: false });
});

it('cuts back after a short write that a full disk ended', async () => {
  const place = scratch();
  let writes = 0;
  const faulty = new FaultDisk((step) => {
    if (step.name !== 'write' || !inSegment(step)) return undefined;
    writes++;
    return writes === 2 ? { kind: 'short' } : writes === 3 ? { kind: 'error', code: 'ENOSPC' } : undefined;
  });
  const log = await openLog(place, { disk: faulty.disk });
  await expect(log.append(drafts(3))).rejects.toMatchObject({ code: 'disk_full' });
  expect((await walkLog(place.paths.segments)).break).toBeUndefined();
  await log.close();
  expect(await reopened(place)).toEqual({ size: 2, broken: false });
});

it('gives the ballast’s room to the record of a refusal, and keeps a new one afterwards', async () => {
  const place = scratch();
  const { log } = await onFaultyDisk(
    place,
    { kind: 'error', code: 'ENOSPC' },
    (step) => step.name === 'write' && inSegment(step),
  );
  expect(existsSync(place.paths.ballast)).toBe(true);
  await log.append(drafts(1), { reserve: true, urgent: true });
  expect(existsSync(place.paths.ballast)).toBe(false);
  await log.append(drafts(1, 1));
  await expect.poll(() => existsSync(place.paths.ballast)).toBe(true);
  await log.close();
  expect(await reopened(place)).toEqual({ size: 3, broken: false });
});

it('keeps recording when a full disk refuses a checkpoint, and signs later', async () => {
  const place = scratch();
  const { log } = await onFaultyDisk(
    place,
    { kind: 'error', code: 'ENOSPC' },
    (step) => step.path?.endsWith('checkpoint.draft') === true,
  );
  await log.append(drafts(1), { urgent: true });
  await log.append(drafts(1, 1));
  await expect.poll(() => log.signed, { timeout: 5_000 }).toBe(3);
  await log.close();
});

it('loses no acknowledged record and keeps no broken one, whichever step fails', async () => {
  const steps = new FaultDisk(() => undefined);
  await work(await openLog(scratch(), { disk: steps.disk }));
  expect(steps.steps).toBeGreaterThan(40);
  for (let at = 0; at < steps.steps; at++) {
    for (const code of ['EIO', 'ENOSPC']) {
      const place = scratch();
      const faulty = new FaultDisk((_, number) => (number === at ? { kind: 'error', code } : undefined));
      const opened = await openLog(place, { disk: faulty.disk }).catch(() => undefined);
      const acknowledged = opened === undefined ? 0 : await work(opened);
      const { size, broken } = await reopened(place);
      expect([at, code, broken, size > acknowledged]).toEqual([at, code, false, true]);
      rmSync(place.root, { recursive: true });
    }
  }
}, 120_000);

/** Appends, changes the key, closes; gives the highest number that was acknowledged. */
async function work(log: Log): Promise<number> {
  let acknowledged = 0;
  for (let i = 0; i < 3; i++) {
    const places = await log.append(drafts(2, 2 * i), { urgent: i === 1 }).catch(() => []);
    acknowledged = places.at(-1)?.seq ?? acknowledged;
    if (i === 1) await log.rotateKey().catch(() => undefined);
  }
  await log.close().catch(() => undefined);
  return acknowledged;
}
