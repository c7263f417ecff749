import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { toHex } from '../bytes/hex.ts';
import { toUtf8 } from '../bytes/utf8.ts';
import { parseCheckpoint } from '../proof/checkpoint.ts';
import { verifyNote } from '../proof/note.ts';
import { type KeptCheckpoint, readCheckpoints } from './checkpoint-index.ts';
import { type Disk, namesIn, nodeDisk, readSmall, replaceFile } from './disk.ts';
import { homePaths } from './home.ts';
import { judge, readHeld } from './judge.ts';
import { takeLock } from './lock.ts';
import { readSeen } from './seen.ts';
import { writeTiles } from './tiles.ts';
import { type Break, type Walk, walkLog } from './walk.ts';

/** What a check of a log's files found and made anew. */
export type LogCheck = {
  readonly records: number;
  readonly signed: number;
  /** Bytes after the last good record; the signer sets them aside when it starts. */
  readonly torn?: Break;
  readonly tiles: number;
  /** Checkpoints kept, and those that were left out because they are not of this log or not signed by its key. */
  readonly checkpoints: number;
  readonly dropped: number;
  /** The records that say that the key of copy marks was lost or replaced. */
  readonly markKeys: readonly number[];
  /** The name of the key that the log's marks are of; undefined where the log names none. */
  readonly markKey: string | undefined;
};

/**
 * Checks a log record by record, and writes anew what can be derived from it: tiles, the list of checkpoints; saved
 * states are removed, a start makes them again. Throws as `Log.open` does where what was signed is not what is there:
 * then nothing is written.
 */
export async function fsckLog(options: {
  readonly home: string;
  readonly seen: string;
  readonly disk?: Disk;
}): Promise<LogCheck> {
  const paths = homePaths(options.home);
  const disk = options.disk ?? nodeDisk;
  const lock = await takeLock(paths.lock);
  try {
    const note = readSmall(paths.checkpoint);
    const held = note === undefined ? undefined : readHeld(note, paths.checkpoint);
    const seen = held === undefined ? undefined : readSeen(options.seen, held.checkpoint.origin);
    const kept = readCheckpoints(paths.checkpoints);
    const signed = held?.checkpoint.size ?? 0;
    const sizes = [signed, seen?.checkpoint.size ?? 0, ...kept.map(({ size }) => size)];
    const markKeys: number[] = [];
    let markKey: string | undefined;
    const walk = await walkLog(paths.segments, {
      sizes,
      onRecord: ({ record: { seq, kind, data } }) => {
        if (kind === 'recovered' && data.what === 'mark_key') markKeys.push(seq);
        if (kind === 'recovered' || kind === 'log.opened')
          markKey = (data.marks as string | undefined) ?? markKey;
      },
    });
    judge(walk, { ...(held && { held }), ...(seen && { seen }) });
    await rm(paths.tiles, { recursive: true, force: true });
    const tiles = await writeTiles(paths, signed, disk);
    const good = kept.filter((one) => isOf(walk, one));
    await replaceFile(
      disk,
      paths.checkpoints,
      toUtf8(good.map((one) => `${JSON.stringify(one)}\n`).join('')),
    );
    for (const name of namesIn(paths.state)) await disk.unlink(join(paths.state, name));
    const torn = walk.break === undefined ? {} : { torn: walk.break };
    const dropped = kept.length - good.length;
    const files = { tiles, checkpoints: good.length, dropped };
    return { records: walk.tree.size, signed, ...torn, ...files, markKeys, markKey };
  } finally {
    await lock.release();
  }
}

function isOf(walk: Walk, { note, size }: KeptCheckpoint): boolean {
  const verdict = verifyNote(
    toUtf8(note),
    walk.keys.map(({ vkey }) => vkey),
  );
  const read = verdict.kind === 'verified' ? parseCheckpoint(verdict.note.text) : undefined;
  return (
    read?.kind === 'ok' && read.value.size === size && walk.trees.get(size)?.root === toHex(read.value.root)
  );
}
