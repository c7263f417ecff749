import { toHex } from '../bytes/hex.ts';
import { TracekitError } from '../model/error.ts';
import { type Checkpoint, parseCheckpoint } from '../proof/checkpoint.ts';
import { verifyNote } from '../proof/note.ts';
import type { Vkey } from '../proof/vkey.ts';
import type { Seen } from './seen.ts';
import type { NamedKey, Walk } from './walk.ts';

/** Why a log may not be continued. */
export type JudgeErrorCode =
  | 'tampered'
  | 'truncated'
  | 'rolled_back'
  | 'forked'
  | 'no_signature'
  | 'bad_signature';

/** A checkpoint file: its bytes, and what they say when they say it well. */
export type HeldCheckpoint = { readonly note: Uint8Array; readonly checkpoint: Checkpoint };

const COPY =
  'a copy of this home went on elsewhere, or an older copy was put back; put the newer one back, or start a new log in another home';

/**
 * Checks that the log may be continued: that everything that was ever signed is there, unchanged. Records after the
 * last checkpoint are not its matter. Throws what it finds; to sign over it would make it good.
 */
export function judge(walk: Walk, found: { readonly held?: HeldCheckpoint; readonly seen?: Seen }): void {
  const { held, seen } = found;
  if (held !== undefined) {
    checkReached(walk, held.checkpoint);
    checkTree(walk, held.checkpoint);
    checkSigner(walk, held);
  }
  if (seen !== undefined) checkSeen(walk, seen);
  // Log.open signs the first record before it hands the log out, so only that one can be there unsigned.
  if (held === undefined && walk.tree.size > 1) {
    throw refuse(
      'no_signature',
      `expected a signed checkpoint of ${walk.tree.size} records, found no checkpoint file; put it back from a copy`,
    );
  }
}

/** Reads the checkpoint file's bytes. Throws `tampered` where they are no checkpoint. */
export function readHeld(note: Uint8Array, path: string): HeldCheckpoint {
  const verdict = verifyNote(note, []);
  if (verdict.kind === 'malformed')
    throw refuse('tampered', `${path}: ${verdict.what}; put it back from a copy`);
  const read = parseCheckpoint(verdict.note.text);
  if (read.kind === 'fault') throw refuse('tampered', `${path}: ${read.what}; put it back from a copy`);
  return { note, checkpoint: read.value };
}

/** The key in force for a tree of `size` records: the last one that those records name. */
export function keyInForce(keys: readonly NamedKey[], size: number): Vkey | undefined {
  return keys.findLast(({ seq }) => seq < size)?.vkey;
}

function checkReached(walk: Walk, { size }: Checkpoint): void {
  if (size <= walk.tree.size) return;
  if (walk.break === undefined) {
    throw refuse(
      'truncated',
      `${size} records were signed, the log ends after ${walk.tree.size}; put the missing ones back from a copy`,
    );
  }
  const { seq, segment, offset, what } = walk.break;
  throw refuse(
    'tampered',
    `record ${seq} (segment ${segment}, byte ${offset}) of ${size} signed ones: ${what}`,
  );
}

function checkTree(walk: Walk, { size, root }: Checkpoint): void {
  if (walk.trees.get(size)?.root === toHex(root)) return;
  throw refuse(
    'tampered',
    `the first ${size} records are not the ones that were signed: the tree's root differs`,
  );
}

function checkSigner(walk: Walk, { note, checkpoint }: HeldCheckpoint): void {
  const vkey = keyInForce(walk.keys, checkpoint.size);
  const verdict = verifyNote(note, vkey === undefined ? [] : [vkey]);
  if (verdict.kind === 'verified' && vkey?.name === checkpoint.origin) return;
  throw refuse(
    'bad_signature',
    `expected a checkpoint signed by the log's key ${vkey?.id}, found one that is not (${verdict.kind})`,
  );
}

/** Checks the log against the newest checkpoint remembered outside of it. Throws `rolled_back` or `forked`. */
export function checkSeen(walk: Walk, { checkpoint: { size, root } }: Seen): void {
  if (size > walk.tree.size) {
    const damage =
      walk.break === undefined
        ? ''
        : ` (damaged from segment ${walk.break.segment}, byte ${walk.break.offset} on)`;
    throw refuse(
      'rolled_back',
      `a checkpoint of ${size} records was seen, the log has ${walk.tree.size}${damage}: ${COPY}`,
    );
  }
  if (walk.trees.get(size)?.root === toHex(root)) return;
  throw refuse(
    'forked',
    `the first ${size} records are not the ones of the checkpoint that was seen: ${COPY}`,
  );
}

function refuse(code: JudgeErrorCode, found: string): TracekitError<JudgeErrorCode> {
  return new TracekitError(code, `${code.replace('_', '-').toUpperCase()}: ${found}`);
}
