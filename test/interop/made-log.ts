import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type KeptCheckpoint, readCheckpoints } from '../../src/log/checkpoint-index.ts';
import { Log } from '../../src/log/log.ts';
import { listSegments, readSegment } from '../../src/log/segments.ts';
import type { Draft } from '../../src/model/record.ts';
import { MerkleFrontier } from '../../src/proof/merkle.ts';
import { leafHash } from '../../src/proof/record.ts';
import { hashTiles, tilePath } from '../../src/proof/tile.ts';
import { formatVkey } from '../../src/proof/vkey.ts';

/** A log as our `Log` wrote it, and what a test asks others about. `roots[n]` is the root of the first n records. */
export type MadeLog = {
  readonly folder: string;
  readonly lines: readonly Uint8Array[];
  readonly leaves: readonly Uint8Array[];
  readonly roots: readonly Uint8Array[];
  /** In the order in which they came into force. */
  readonly vkeys: readonly string[];
  readonly checkpoint: Uint8Array;
  readonly checkpoints: readonly KeptCheckpoint[];
  readonly tiles: ReadonlyMap<string, Uint8Array>;
  readonly remove: () => void;
};

const ROUNDS = 3;
const LINES = 110;

/** Writes a log of a few hundred records in several segments, with two key changes and late records. */
export async function makeLog(): Promise<MadeLog> {
  const root = mkdtempSync(join(tmpdir(), 'tracekit-interop-'));
  const home = join(root, 'home');
  let now = Date.parse('2026-11-30T16:00:00.000Z');
  const clock = () => {
    now += 250;
    return now;
  };
  const log = await Log.open({
    home,
    seen: join(root, 'seen'),
    assurance: 'dev',
    clock,
    segmentBytes: 50_000,
  });
  const vkeys = [formatVkey(log.vkey)];
  for (let round = 0; round < ROUNDS; round++) {
    for (const drafts of runDrafts(round)) await log.append(drafts);
    await log.sign();
    if (round > 0) vkeys.push(formatVkey(await log.rotateKey()));
  }
  await log.append([gapAfter(0), gapAfter(1)]);
  await log.close();
  return readMade(root, { folder: log.paths.log, vkeys });
}

function readMade(
  root: string,
  made: { readonly folder: string; readonly vkeys: readonly string[] },
): MadeLog {
  const lines = listSegments(join(made.folder, 'seg')).flatMap(({ path }) =>
    [...readSegment(path)].map(({ bytes }) => bytes),
  );
  const leaves = lines.map(leafHash);
  const tree = new MerkleFrontier();
  const roots = [tree.root()];
  for (const leaf of leaves) {
    tree.append(leaf);
    roots.push(tree.root());
  }
  return {
    ...made,
    lines,
    leaves,
    roots,
    checkpoint: readFileSync(join(made.folder, 'checkpoint')),
    checkpoints: readCheckpoints(join(made.folder, 'checkpoints.ndjson')),
    tiles: new Map([...hashTiles(leaves)].map(({ tile, bytes }) => [tilePath(tile), bytes])),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

const runId = (round: number) => `${round}`.repeat(16);
const committed = { bytes: 40, commitment: 'c5'.repeat(32) };
const chain = '9e'.repeat(32);

/** Batches of different sizes, so that segments and checkpoints end at no regular place. */
function runDrafts(round: number): readonly (readonly Draft[])[] {
  const place = { run: runId(round), source: 'tailer:codex' };
  const position = { transcript: 0, generation: 0 };
  const opened: Draft[] = [
    {
      ...place,
      kind: 'run.opened',
      data: { harness: 'codex', session: `session-${round}`, part: 0, mode: 'record', key: committed },
    },
    {
      ...place,
      kind: 'transcript.opened',
      data: { ...position, role: 'main', line: 0, offset: 0, path: committed, file: committed, chain },
    },
  ];
  const lines = Array.from({ length: LINES }, (_, line): Draft => {
    const data = { ...position, ...committed, line, offset: line * committed.bytes, chain, form: 'json' };
    return { ...place, kind: 'transcript.line', data };
  });
  const closed: Draft = { ...place, kind: 'run.closed', data: { last: LINES + 2, why: 'recorded' } };
  return [opened, lines.slice(0, 7), lines.slice(7, 64), lines.slice(64), [closed]];
}

function gapAfter(round: number): Draft {
  return {
    kind: 'gap',
    source: 'record',
    data: { gap: 'late_activity', assurance: 'dev', run: runId(round) },
  };
}
