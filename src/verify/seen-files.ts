import { closeSync, constants, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '../bytes/sha256.ts';
import { toUtf8 } from '../bytes/utf8.ts';
import { readSmall } from './log-files.ts';
import type { SeenStore } from './source.ts';

const MAX_NOTE_BYTES = 1 << 20;

/**
 * The folder of checkpoints seen (`seenFolder`), which the signer writes too: a file for each origin.
 * hostile: an origin may be a bundle's, so it is hashed into a file's name.
 */
export function seenFiles(folder: string): SeenStore {
  const pathOf = (origin: string) => join(folder, `${sha256Hex(toUtf8(origin)).slice(0, 32)}.checkpoint`);
  return {
    read: (origin) => readSmall(pathOf(origin), MAX_NOTE_BYTES),
    write: (origin, note) => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      replace(pathOf(origin), note);
    },
  };
}

function replace(path: string, bytes: Uint8Array): void {
  const draft = `${path}.${process.pid}.draft`;
  const { O_WRONLY, O_CREAT, O_TRUNC } = constants;
  const fd = openSync(draft, O_WRONLY | O_CREAT | O_TRUNC | (constants.O_NOFOLLOW ?? 0), 0o600);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  renameSync(draft, path);
}
