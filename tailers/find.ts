import { type BigIntStats, type Dirent, lstatSync, readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

/** Why an entry that a person could have meant is not read. */
export type RefusedWhy =
  | 'missing'
  | 'symlink'
  | 'not_a_file'
  | 'not_a_transcript'
  | 'not_permitted'
  | 'too_deep'
  | 'io_error';

export type Found =
  | { readonly kind: 'transcript'; readonly path: string }
  | { readonly kind: 'refused'; readonly path: string; readonly why: RefusedWhy };

/** Folders below a given one are walked this deep (Codex needs 4, Claude Code 4). */
export const MAX_DEPTH = 12;

/** Gemini before 0.39: `chats/session-….json`, and `chats/SESSION/….json` of its subagents (formats: gemini §2). */
const WHOLE_SESSION = /(?:^|[\\/])chats[\\/](?:session-[^\\/]+|[^\\/]+[\\/][^\\/]+)\.json$/;

/**
 * Whether a file's name can be a transcript's: `.jsonl`, `.jsonl.zst` or Gemini's `.json`, and not the temporary
 * sibling that a writer renames into place.
 */
export function isTranscriptName(path: string): boolean {
  const name = basename(path);
  if (!name.endsWith('.jsonl') && !name.endsWith('.jsonl.zst') && !WHOLE_SESSION.test(path)) return false;
  return !name.startsWith('.') && !name.startsWith('#') && !/\.(?:tmp|temp|partial|swp)[.-]/.test(name);
}

/**
 * The transcripts in the files and folders that a person named, in a stable order (as given, then by name), each
 * path once. Links inside are not followed; nothing that may hold a transcript is left out without a word.
 */
export function* findTranscripts(paths: Iterable<string>): Generator<Found> {
  const walk: Walk = { given: new Set(), folders: new Set() };
  for (const given of paths) {
    const path = resolve(given);
    const stat = look(path);
    if (typeof stat === 'string') yield { kind: 'refused', path, why: stat };
    else if (stat.isSymbolicLink()) yield { kind: 'refused', path, why: 'symlink' };
    else if (stat.isDirectory()) yield* folder(path, 0, walk);
    else if (!stat.isFile()) yield { kind: 'refused', path, why: 'not_a_file' };
    else if (!isTranscriptName(path)) yield { kind: 'refused', path, why: 'not_a_transcript' };
    else yield* once(path, walk);
  }
}

/** What a walk has met: paths given out, and folders entered by device and inode (a bind mount can make a loop). */
type Walk = { readonly given: Set<string>; readonly folders: Set<string> };

function* once(path: string, walk: Walk): Generator<Found> {
  if (walk.given.has(path)) return;
  walk.given.add(path);
  yield { kind: 'transcript', path };
}

function* folder(path: string, depth: number, walk: Walk): Generator<Found> {
  const stat = look(path);
  if (typeof stat === 'string') {
    yield { kind: 'refused', path, why: stat };
    return;
  }
  const identity = `${stat.dev}:${stat.ino}`;
  if (walk.folders.has(identity)) return;
  if (depth > MAX_DEPTH) {
    yield { kind: 'refused', path, why: 'too_deep' };
    return;
  }
  walk.folders.add(identity);
  const entries = list(path);
  if (typeof entries === 'string') {
    yield { kind: 'refused', path, why: entries };
    return;
  }
  for (const entry of entries) {
    const below = join(path, entry.name);
    if (entry.isDirectory()) yield* folder(below, depth + 1, walk);
    else yield* file(below, entry, walk);
  }
}

function* file(path: string, entry: Dirent, walk: Walk): Generator<Found> {
  // Bytes that are no UTF-8 come as U+FFFD: the name that Node gives is then not the file's.
  if (entry.name.includes('\ufffd') && look(path) === 'missing') {
    if (isTranscriptName(path)) yield { kind: 'refused', path, why: 'io_error' };
    return;
  }
  if (entry.isSymbolicLink()) {
    if (isTranscriptName(path) || leadsToFolder(path)) yield { kind: 'refused', path, why: 'symlink' };
  } else if (isTranscriptName(path)) {
    if (entry.isFile()) yield* once(path, walk);
    else yield { kind: 'refused', path, why: 'not_a_file' };
  }
}

function leadsToFolder(link: string): boolean {
  try {
    return statSync(link).isDirectory();
  } catch {
    return false;
  }
}

function list(path: string): readonly Dirent[] | RefusedWhy {
  try {
    const entries = readdirSync(path, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    return whyNot(error);
  }
}

function look(path: string): BigIntStats | RefusedWhy {
  try {
    return lstatSync(path, { bigint: true });
  } catch (error) {
    return whyNot(error);
  }
}

function whyNot(error: unknown): RefusedWhy {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'missing';
  return code === 'EACCES' || code === 'EPERM' ? 'not_permitted' : 'io_error';
}
