import { join } from 'node:path';
import { sha256Hex } from '../bytes/sha256.ts';
import { toUtf8 } from '../bytes/utf8.ts';
import { TracekitError } from '../model/error.ts';
import { type Checkpoint, parseCheckpoint } from '../proof/checkpoint.ts';
import { MAX_NOTE_BYTES, parseNote } from '../proof/note.ts';
import { type Disk, readSmall, replaceFile } from './disk.ts';
import { makeFolders } from './folders.ts';

/** What `readSeen` throws. */
export type SeenErrorCode = 'seen_unreadable';

/** The newest checkpoint remembered of an origin: its signed note, and what that says. */
export type Seen = { readonly note: Uint8Array; readonly checkpoint: Checkpoint };

/** Where the checkpoint of an origin is remembered. hostile: the origin may be a bundle's, so it is hashed into a name. */
export function seenPath(folder: string, origin: string): string {
  return join(folder, `${sha256Hex(toUtf8(origin)).slice(0, 32)}.checkpoint`);
}

/**
 * The newest checkpoint remembered of the origin, or undefined. Its signature is not verified here: whoever could
 * forge one here could as well remove the file, and a false one can only make a reader refuse.
 * Throws `seen_unreadable` on a file that is no checkpoint of this origin.
 */
export function readSeen(folder: string, origin: string): Seen | undefined {
  const path = seenPath(folder, origin);
  const note = readSmall(path, MAX_NOTE_BYTES);
  if (note === undefined) return undefined;
  const read = parseNote(note);
  const checkpoint = read.kind === 'ok' ? parseCheckpoint(read.value.text) : read;
  if (checkpoint.kind === 'ok' && checkpoint.value.origin === origin)
    return { note, checkpoint: checkpoint.value };
  const found =
    checkpoint.kind === 'fault' ? checkpoint.what : `one of ${checkpoint.value.origin.slice(0, 200)}`;
  throw new TracekitError<SeenErrorCode>(
    'seen_unreadable',
    `${path}: expected the newest checkpoint of ${origin}, found ${found}; if you know why, remove the file: what was signed since then is no longer compared`,
  );
}

/** Remembers a checkpoint of the origin, durably, in place of the one before. */
export async function writeSeen(
  folder: string,
  seen: { readonly origin: string; readonly note: Uint8Array },
  disk: Disk,
): Promise<void> {
  makeFolders(folder);
  await replaceFile(disk, seenPath(folder, seen.origin), seen.note);
}
