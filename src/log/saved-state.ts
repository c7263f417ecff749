import { join } from 'node:path';
import { fromHex, isHex, toHex } from '../bytes/hex.ts';
import { sha256Hex } from '../bytes/sha256.ts';
import { toUtf8 } from '../bytes/utf8.ts';
import { MerkleFrontier } from '../proof/merkle.ts';
import { formatVkey, parseVkey } from '../proof/vkey.ts';
import { Chains, type SavedChains } from './chains.ts';
import { type Disk, namesIn, readSmall, replaceFile } from './disk.ts';
import type { LogPosition, NamedKey } from './walk.ts';

/** A saved state is no larger than this; a home whose state is larger is read from its first record. */
const MAX_BYTES = 1 << 30;
const NAME = /^(0|[1-9][0-9]{0,15})\.json$/;

/** Where a walk may begin: what the log was after its first `size` records, and what its owner made of them. */
export type WalkStart = {
  readonly size: number;
  readonly prev: string;
  readonly tree: MerkleFrontier;
  readonly chains: Chains;
  readonly keys: readonly NamedKey[];
  readonly end: LogPosition;
};

/** A saved state as it was read. */
export type SavedState = {
  readonly start: WalkStart;
  /** The owner's part, as it gave it. */
  readonly fold: string;
  /** SHA-256 of the file: the record `state.saved` at `start.size` must name it. */
  readonly hash: string;
};

/** The file of a state, and the data of the record that must stand right behind it in the log. */
export type WrittenState = { readonly at: number; readonly hash: string; readonly bytes: number };

/** Writes `state/<size>.json` whole, and durably. Older ones are removed by `dropStates`. */
export async function writeState(
  folder: string,
  state: { readonly start: WalkStart; readonly fold: string },
  disk: Disk,
): Promise<WrittenState> {
  const { size, prev, tree, chains, keys, end } = state.start;
  const log = {
    ...{ size, prev, end, chains: chains.save() },
    tree: tree.hashes().map(toHex),
    keys: keys.map(({ seq, vkey }) => ({ seq, vkey: formatVkey(vkey) })),
  };
  const bytes = toUtf8(JSON.stringify({ version: 1, log, fold: state.fold }));
  await replaceFile(disk, join(folder, `${size}.json`), bytes);
  return { at: size, hash: sha256Hex(bytes), bytes: bytes.length };
}

/** Removes all saved states but the one of this size. */
export async function dropStates(folder: string, keep: number, disk: Disk): Promise<void> {
  for (const { size, name } of statesIn(folder)) if (size !== keep) await disk.unlink(join(folder, name));
}

/**
 * The newest saved state of at most `most` records. undefined where there is none that can be read: the log itself says
 * everything. hostile: the file may hold anything; nothing in it counts before the log has named its hash and its
 * tree has led to the signed root.
 */
export function readState(folder: string, most: number): SavedState | undefined {
  for (const { size, name } of statesIn(folder)) {
    if (size > most) continue;
    const bytes = readSmall(join(folder, name), MAX_BYTES);
    const read = bytes === undefined ? undefined : parseState(bytes, size);
    if (read !== undefined) return read;
  }
  return undefined;
}

function statesIn(folder: string): readonly { readonly size: number; readonly name: string }[] {
  return namesIn(folder)
    .filter((name) => NAME.test(name))
    .map((name) => ({ size: Number(name.slice(0, -5)), name }))
    .sort((a, b) => b.size - a.size);
}

type StateFile = {
  readonly version: number;
  readonly log: {
    readonly size: number;
    readonly prev: string;
    readonly end: LogPosition;
    readonly chains: SavedChains;
    readonly tree: readonly string[];
    readonly keys: readonly { readonly seq: number; readonly vkey: string }[];
  };
  readonly fold: string;
};

function parseState(bytes: Uint8Array, size: number): SavedState | undefined {
  try {
    const { version, log, fold } = JSON.parse(Buffer.from(bytes).toString('utf8')) as StateFile;
    if (version !== 1 || log.size !== size || !isHex(log.prev) || log.prev.length !== 64) return undefined;
    const tree = new MerkleFrontier(
      size,
      log.tree.map((hash) => fromHex(hash)!),
    );
    const keys = log.keys.map(({ seq, vkey }) => {
      const read = parseVkey(vkey);
      if (read.kind === 'fault') throw new TypeError(read.what);
      return { seq, vkey: read.value };
    });
    const start = { size, prev: log.prev, tree, chains: new Chains(log.chains), keys, end: log.end };
    return { start, fold, hash: sha256Hex(bytes) };
  } catch {
    return undefined;
  }
}
