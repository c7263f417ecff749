import { statSync } from 'node:fs';
import type { Draft, LogRecord } from '../model/record.ts';
import type { NoteSigner } from '../proof/note.ts';
import { type Disk, readSmall } from './disk.ts';
import type { HomePaths } from './home.ts';
import { type HeldCheckpoint, judge, keyInForce, readHeld } from './judge.ts';
import { dropSeed, keptKeys, loadKey } from './keys.ts';
import { readState } from './saved-state.ts';
import { readSeen, type Seen } from './seen.ts';
import { listSegments } from './segments.ts';
import { rewriteTail, setTornAside } from './torn.ts';
import { type LogPosition, type Walk, type WalkOptions, walkLog } from './walk.ts';

/** A log that was found good and may be continued, with its torn end set aside. */
export type Recovered = {
  readonly walk: Walk;
  readonly held?: HeldCheckpoint;
  readonly seenNote?: Uint8Array;
  /** What the next checkpoint must be signed by; empty for a log without records. */
  readonly signers: readonly NoteSigner[];
  /** What must be recorded of the recovery, apart from what lies in `torn/`. */
  readonly drafts: readonly Draft[];
};

/**
 * What a log's owner makes of its records. `start` comes first, with what it saved, or undefined where all records
 * follow; it comes a second time where what was saved turned out not to fit. It may throw on what it cannot read.
 */
export type LogFold = {
  readonly start: (saved: string | undefined) => void;
  readonly record: (record: LogRecord) => void;
};

export type RecoverOptions = {
  readonly paths: HomePaths;
  readonly seen: string;
  readonly disk: Disk;
  readonly fold?: LogFold;
};

/**
 * Brings a log to a state that can be continued: nothing signed is missing or changed (`judge`), and what a crash
 * left after the last good record is set aside. Cutting at the last newline would keep garbage that has one.
 */
export async function recover(options: RecoverOptions): Promise<Recovered> {
  const { paths, seen: folder, disk } = options;
  const note = readSmall(paths.checkpoint);
  const held = note === undefined ? undefined : readHeld(note, paths.checkpoint);
  const origin = held?.checkpoint.origin ?? keptKeys(paths.keys)[0]?.name;
  const seen = origin === undefined ? undefined : readSeen(folder, origin);
  const signed = held?.checkpoint.size ?? 0;
  const walk = (await walkFromSaved(options, { held, seen })) ?? (await walkAll(options, { held, seen }));
  const signers = signersOf(walk, signed, paths);
  await setTornAside(paths, walk.end, disk);
  const from = walk.trees.get(signed) ?? { segment: 0, offset: 0 };
  await rewriteTail(paths, { from, to: walk.end }, disk);
  await dropSuperseded(walk, signers, options);
  const drafts = held !== undefined && walk.tree.size > signed ? [behind(paths, from, walk.end)] : [];
  return { walk, signers, drafts, ...(held && { held }), ...(seen && { seenNote: seen.note }) };
}

type Signed = { readonly held: HeldCheckpoint | undefined; readonly seen: Seen | undefined };

function walkAll({ paths, fold }: RecoverOptions, signed: Signed): Promise<Walk> {
  fold?.start(undefined);
  return judged(paths, signed, { onRecord: ({ record }) => fold?.record(record) });
}

/**
 * Reads only what came after the newest saved state. The record behind it must name the file's hash, and the tree that
 * was saved must lead to the signed root; undefined where it does not: then the whole log is read, which finds the place.
 */
async function walkFromSaved({ paths, fold }: RecoverOptions, signed: Signed): Promise<Walk | undefined> {
  if (signed.held === undefined) return undefined;
  const sizes = [signed.held, ...(signed.seen === undefined ? [] : [signed.seen])].map(
    (one) => one.checkpoint.size,
  );
  const saved = readState(paths.state, Math.min(...sizes) - 1);
  if (saved === undefined) return undefined;
  const { start, hash } = saved;
  let named = false;
  try {
    fold?.start(saved.fold);
    const walk = await judged(paths, signed, {
      from: start,
      onRecord: ({ record }) => {
        if (record.seq === start.size) named = record.kind === 'state.saved' && record.data.hash === hash;
        fold?.record(record);
      },
    });
    return named ? walk : undefined;
  } catch {
    return undefined;
  }
}

async function judged(paths: HomePaths, { held, seen }: Signed, options: WalkOptions): Promise<Walk> {
  const signed = held?.checkpoint.size ?? 0;
  const sizes = [signed, seen?.checkpoint.size ?? 0];
  const walk = await walkLog(paths.segments, { ...options, unsignedFrom: signed, sizes });
  judge(walk, { ...(held && { held }), ...(seen && { seen }) });
  return walk;
}

/** The key in force at the last checkpoint, and each one named since: a key change is signed by both. */
function signersOf(walk: Walk, signed: number, paths: HomePaths): NoteSigner[] {
  const inForce = keyInForce(walk.keys, Math.max(signed, 1));
  const later = walk.keys.filter(({ seq }) => seq >= Math.max(signed, 1)).map(({ vkey }) => vkey);
  return [...(inForce === undefined ? [] : [inForce]), ...later].map((vkey) => loadKey(paths.keys, vkey));
}

/** A key change that a crash ended after its checkpoint: the old seed has done its work. */
async function dropSuperseded(
  walk: Walk,
  signers: readonly NoteSigner[],
  { paths, disk }: RecoverOptions,
): Promise<void> {
  for (const kept of keptKeys(paths.keys)) {
    const named = walk.keys.some(({ vkey }) => vkey.id === kept.id);
    if (named && !signers.some(({ vkey }) => vkey.id === kept.id)) await dropSeed(paths.keys, kept, disk);
  }
}

/** Records that were durable but not yet signed: the next checkpoint covers them, later than it should have. */
function behind(paths: HomePaths, from: LogPosition, to: LogPosition): Draft {
  const whole = listSegments(paths.segments).filter(
    ({ first }) => first >= from.segment && first < to.segment,
  );
  const before = whole.reduce((sum, { path }) => sum + statSync(path).size, 0);
  const data = {
    what: 'checkpoint_behind',
    bytes: before + to.offset - from.offset,
    offset: from.offset,
    segment: from.segment,
  };
  return { kind: 'recovered', source: 'signer', data };
}
