import { chmodSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { toUtf8 } from '../../src/bytes/utf8.ts';
import { readCheckpoints } from '../../src/log/checkpoint-index.ts';
import { walkLog } from '../../src/log/walk.ts';
import { verifyNote } from '../../src/proof/note.ts';
import { FaultDisk } from './fault-disk.ts';
import { drafts, madeLog, openLog, type Scratch, scratch } from './scratch.ts';

async function keyNames(place: Scratch): Promise<string[]> {
  return (await walkLog(place.paths.segments)).keys.map(({ vkey }) => vkey.id);
}

it('keeps the seed of the key in force only, and every public key', async () => {
  const place = scratch();
  const log = await openLog(place);
  await log.append(drafts(1));
  const next = await log.rotateKey();
  expect(log.vkey).toEqual(next);
  await log.append(drafts(1, 1));
  await log.close();
  const ids = await keyNames(place);
  expect(ids.at(-1)).toBe(next.id);
  expect(readdirSync(place.paths.keys).sort()).toEqual(
    [...ids.map((id) => `${id}.vkey`), `${next.id}.seed`].sort(),
  );
});

it('covers a key change with a checkpoint signed by both keys, and keeps that one', async () => {
  const place = scratch();
  const log = await openLog(place);
  const old = log.vkey;
  const next = await log.rotateKey();
  await log.append(drafts(1));
  await log.close();
  const change = readCheckpoints(place.paths.checkpoints).find(({ why }) => why === 'key');
  const verdict = verifyNote(toUtf8(change?.note ?? ''), [old, next]);
  expect(verdict).toMatchObject({ kind: 'verified', by: [{ id: old.id }, { id: next.id }] });
  const now = verifyNote(readFileSync(place.paths.checkpoint), [old, next]);
  expect(now).toMatchObject({ kind: 'verified', by: [{ id: next.id }] });
});

it('signs with both keys after a crash between the key change and its checkpoint', async () => {
  const place = scratch();
  const first = await openLog(place);
  const old = first.vkey;
  await first.close();
  let armed = false;
  const faulty = new FaultDisk(({ name, path }) =>
    armed && name === 'rename' && path?.endsWith('checkpoint') ? { kind: 'error', code: 'EIO' } : undefined,
  );
  const log = await openLog(place, { disk: faulty.disk });
  armed = true;
  await expect(log.rotateKey()).rejects.toThrow('EIO');
  await log.close();
  const again = await openLog(place);
  expect(again.vkey.id).not.toBe(old.id);
  await again.close();
  const change = readCheckpoints(place.paths.checkpoints).find(({ why }) => why === 'key');
  expect(verifyNote(toUtf8(change?.note ?? ''), [old, again.vkey])).toMatchObject({ by: [old, again.vkey] });
  expect(existsSync(join(place.paths.keys, `${old.id}.seed`))).toBe(false);
});

it('refuses a seed that others may read', async () => {
  const place = scratch();
  await madeLog(place, []);
  const [id] = await keyNames(place);
  chmodSync(join(place.paths.keys, `${id}.seed`), 0o640);
  await expect(openLog(place)).rejects.toMatchObject({
    code: 'unsafe_key',
    message: expect.stringContaining('chmod 600'),
  });
});

it('refuses a log whose seed is gone', async () => {
  const place = scratch();
  await madeLog(place, []);
  const [id] = await keyNames(place);
  rmSync(join(place.paths.keys, `${id}.seed`));
  await expect(openLog(place)).rejects.toMatchObject({ code: 'no_key' });
});

it('refuses a home that others may write', async () => {
  const place = scratch();
  await madeLog(place, []);
  chmodSync(place.paths.keys, 0o777);
  await expect(openLog(place)).rejects.toMatchObject({ code: 'unsafe_home' });
});
