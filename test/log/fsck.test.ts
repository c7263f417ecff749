import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { toHex } from '../../src/bytes/hex.ts';
import { readCheckpoints } from '../../src/log/checkpoint-index.ts';
import { fsckLog } from '../../src/log/fsck.ts';
import { readLog } from '../../src/log/read.ts';
import { listSegments } from '../../src/log/segments.ts';
import { tileHashes } from '../../src/log/tiles.ts';
import { walkLog } from '../../src/log/walk.ts';
import { inclusionProof, verifyInclusion } from '../../src/proof/merkle.ts';
import { rangeHash } from '../../src/proof/merkle-hash.ts';
import { leafHash } from '../../src/proof/record.ts';
import { draft, drafts, madeLog, openLog, type Scratch, scratch } from './scratch.ts';

const check = ({ home, seen }: Scratch) => fsckLog({ home, seen });

it('writes tiles from which the signed root and its proofs follow', async () => {
  const place = scratch();
  await madeLog(place, drafts(600));
  expect(await check(place)).toMatchObject({ records: 601, signed: 601, tiles: 4, dropped: 0 });
  const hashAt = tileHashes(place.paths, 601);
  const root = (await walkLog(place.paths.segments)).tree.root();
  expect(toHex(rangeHash(0, 601, hashAt))).toBe(toHex(root));
  const leaf = leafHash([...readLog(place.paths.segments, 300)][0]!.bytes);
  const proof = inclusionProof(300, 601, hashAt);
  expect(verifyInclusion({ index: 300, size: 601, leaf, root, proof })).toBe(true);
});

it('makes tiles anew where they were changed or lost', async () => {
  const place = scratch();
  await madeLog(place, drafts(300));
  await check(place);
  const full = join(place.paths.tiles, '0', '000');
  const was = readFileSync(full);
  writeFileSync(full, Buffer.alloc(was.length));
  rmSync(join(place.paths.tiles, '1'), { recursive: true });
  await check(place);
  expect(readFileSync(full)).toEqual(was);
  expect(existsSync(join(place.paths.tiles, '1'))).toBe(true);
});

it('drops kept checkpoints that are not the log’s', async () => {
  const place = scratch();
  await madeLog(place, drafts(3));
  const [first] = readCheckpoints(place.paths.checkpoints);
  appendFileSync(place.paths.checkpoints, `${JSON.stringify({ ...first, size: 2 })}\n`);
  const { checkpoints, dropped } = await check(place);
  expect(dropped).toBe(1);
  expect(readCheckpoints(place.paths.checkpoints).length).toBe(checkpoints);
});

it('says where a torn end begins, and leaves it to the signer', async () => {
  const place = scratch();
  await madeLog(place, drafts(3));
  const { path } = listSegments(place.paths.segments)[0]!;
  const offset = readFileSync(path).length;
  appendFileSync(path, 'torn');
  expect(await check(place)).toMatchObject({ torn: { seq: 4, segment: 0, offset } });
});

it('refuses a log that was changed, and one that a signer has open', async () => {
  const place = scratch();
  await madeLog(place, drafts(3));
  const log = await openLog(place);
  await expect(check(place)).rejects.toMatchObject({ code: 'locked' });
  await log.close();
  const { path } = listSegments(place.paths.segments)[0]!;
  writeFileSync(path, readFileSync(path, 'utf8').replace('"lines":1', '"lines":7'));
  await expect(check(place)).rejects.toMatchObject({ code: 'tampered' });
});

it('reads the log from any record on, across segments', async () => {
  const place = scratch();
  const log = await openLog(place, { segmentBytes: 1_000 });
  for (let i = 0; i < 9; i++) await log.append([draft(i)]);
  await log.close();
  const all = [...readLog(place.paths.segments)];
  for (let from = 0; from <= 10; from++) {
    const seqs = [...readLog(place.paths.segments, from)].map(({ seq }) => seq);
    expect(seqs).toEqual(all.map(({ seq }) => seq).filter((seq) => seq >= from));
  }
});
