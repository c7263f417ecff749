import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exportToFile } from '../../../src/bundle/bundle-file.ts';
import type { ContentSource } from '../../../src/bundle/contents.ts';
import { fromHex } from '../../../src/bytes/hex.ts';
import { homePaths } from '../../../src/log/home.ts';
import { verifyInclusion } from '../../../src/proof/inclusion.ts';
import { leafHash } from '../../../src/proof/record.ts';
import { VaultReader } from '../../../src/vault/reader.ts';
import { logFiles } from '../../../src/verify/log-files.ts';
import type { RowPage, RunSummary, ViewSource } from '../../../src/view/api.ts';
import { type BundleFileSource, bundleFileSource } from '../../../src/view/bundle/bundle-file-source.ts';
import { ViewStand } from '../view-stand.ts';

const home = new ViewStand();
const whole = join(home.dir, 'whole.tkbundle');
const bare = join(home.dir, 'bare.tkbundle');
const opened: BundleFileSource[] = [];
let run: string;
let rows: RowPage;

beforeAll(async () => {
  await home.record(['fixtures/claude-code/print-subagent']);
  await home.start();
  const [first] = (await home.source.runs()) as readonly [RunSummary];
  run = first.run;
  rows = await home.source.rows(run, 0, 500);
  const vault = new VaultReader(homePaths(home.home).vault);
  const contents: ContentSource = {
    has: ({ commitment }) => vault.find(commitment) !== undefined,
    open: ({ commitment }) => {
      const found = vault.get(commitment);
      return found === undefined ? undefined : { salt: found.salt, pieces: [found.content] };
    },
  };
  const log = () => logFiles(homePaths(home.home).log)!;
  await exportToFile(bare, log(), { run });
  await exportToFile(whole, log(), {
    run,
    disclose: { contents, wants: ({ kind }) => kind !== 'run.opened' },
  });
});
afterAll(async () => {
  for (const { close } of opened) close();
  await home.stop();
});

async function open(path: string): Promise<ViewSource> {
  const file = await bundleFileSource(path, undefined);
  opened.push(file);
  return file.source;
}

it('a bundle that discloses all has the rows that the home has', async () => {
  const source = await open(whole);
  expect(source.kind).toBe('bundle');
  expect(await source.rows(run, 0, 500)).toEqual(rows);
  expect(await source.marks(run)).toEqual(await home.source.marks(run));
  expect(source.follow).toBeUndefined();
  expect(source.answer).toBeUndefined();
});

it('a bundle that discloses nothing has the same rows, and says that their words are not there', async () => {
  const page = await (await open(bare)).rows(run, 0, 500);
  expect(page.rows.map(({ kind, seq }) => [kind, seq])).toEqual(
    rows.rows.map(({ kind, seq }) => [kind, seq]),
  );
  for (const row of page.rows) {
    if (row.kind === 'prompt' || row.kind === 'text')
      expect(row.text).toMatchObject({ text: '', closed: 'not_disclosed' });
    if (row.kind === 'call') expect(row.input).toMatchObject({ text: '', closed: 'not_disclosed' });
  }
});

it('its review has the bundle’s verdicts, and what is found in what it discloses', async () => {
  const review = await (await open(whole)).review(run);
  expect(review.analysis).toBe('done');
  expect(review.summary).toMatchObject({
    run,
    live: false,
    integrity: 'ok',
    title: rows.rows.flatMap((row) =>
      row.kind === 'prompt' && row.origin === 'unwitnessed' ? [row.text.text] : [],
    )[0],
  });
  expect(review.verdicts.map(({ question }) => question)).toContain('integrity');
});

it('a record has its line, its contents with their salts, and a proof where the bundle has one', async () => {
  const source = await open(whole);
  const [{ line: lastLine }] = [await source.record(rows.rows.at(-1)!.seq)];
  expect(JSON.parse(lastLine)).toMatchObject({ seq: rows.rows.at(-1)!.seq });
  const first = await source.record(rows.rows[0]!.seq);
  expect(first.inclusion).toBeUndefined();
  const last = await source.record(first.chained!);
  expect(Buffer.from(leafHash(Buffer.from(last.line))).toString('hex')).toBe(last.leaf);
  const { size, path, root } = last.inclusion!;
  const proof = path.map((hash) => fromHex(hash)!);
  expect(
    verifyInclusion({ index: last.seq, size, leaf: fromHex(last.leaf)!, root: fromHex(root)!, proof }),
  ).toBe(true);
  expect(first.contents.every(({ salt, content }) => salt?.length === 64 && content !== undefined)).toBe(
    true,
  );
  await expect(source.record(999_999)).rejects.toMatchObject({ code: 'no_such_record' });
});

it('another run than its own is not there', async () => {
  const source = await open(bare);
  for (const ask of [
    source.review,
    source.marks,
    (id: string) => source.rows(id, 0, 1),
    (id: string) => source.find(id, 'x', 0),
  ])
    await expect(ask('0123456789abcdef')).rejects.toMatchObject({ code: 'no_such_run' });
});

it('a bundle that was changed, and a file that is none, are not shown', async () => {
  const changed = join(home.dir, 'changed.tkbundle');
  writeFileSync(changed, readFileSync(whole, 'utf8').replace('model.exchange', 'model.exchangf'));
  await expect(bundleFileSource(changed, undefined)).rejects.toMatchObject({ code: 'bundle_broken' });
  const other = join(home.dir, 'other.tkbundle');
  writeFileSync(other, '{}\n');
  await expect(bundleFileSource(other, undefined)).rejects.toMatchObject({ code: 'not_a_bundle' });
});
