import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { fromUtf8, toUtf8 } from '../bytes/utf8.ts';
import { TracekitError } from '../model/error.ts';
import type { NoteSigner } from '../proof/note.ts';
import { formatVkey, parseVkey, type Vkey, vkeyOf } from '../proof/vkey.ts';
import { type Disk, namesIn, readSmall, replaceFile } from './disk.ts';

/** Why a key can't be used. */
export type KeyErrorCode = 'no_key' | 'unsafe_key';

/** Fills bytes with randomness, as `crypto.randomFillSync` does. */
export type RandomFill = (bytes: Uint8Array) => unknown;

const SEED_BYTES = 32;
/** The DER head of an Ed25519 private key that is a seed (RFC 8410 §7). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI_HEAD_BYTES = 12;
const SEED_NAME = /^([0-9a-f]{8})\.seed$/;

/** A new log's name: 16 random hex digits in it, so that a home made anew is another log. */
export function newOrigin(random: RandomFill): string {
  const bytes = Buffer.alloc(8);
  random(bytes);
  return `tracekit.local/${bytes.toString('hex')}`;
}

/** Makes a key named `name` and keeps it in `folder`: `<id>.seed` (0600) and `<id>.vkey`, both durable. */
export async function makeKey(
  folder: string,
  name: string,
  with_: { readonly disk: Disk; readonly random: RandomFill },
): Promise<NoteSigner> {
  const seed = Buffer.alloc(SEED_BYTES);
  with_.random(seed);
  const signer = signerOf(name, seed);
  await replaceFile(
    with_.disk,
    join(folder, `${signer.vkey.id}.vkey`),
    toUtf8(`${formatVkey(signer.vkey)}\n`),
  );
  await replaceFile(with_.disk, join(folder, `${signer.vkey.id}.seed`), seed);
  return signer;
}

/**
 * The signer of a public key, from its seed. Throws `no_key` where the seed is not there or is another key's,
 * `unsafe_key` where others may read it.
 */
export function loadKey(folder: string, vkey: Vkey): NoteSigner {
  const path = join(folder, `${vkey.id}.seed`);
  const seed = readSeed(path);
  const signer = signerOf(vkey.name, seed);
  if (signer.vkey.id === vkey.id) return signer;
  throw new TracekitError<KeyErrorCode>(
    'no_key',
    `${path}: expected the seed of key ${vkey.id}, found that of ${signer.vkey.id}; put the right one back from a copy, or start a new log in another home`,
  );
}

/** The public keys that the folder holds a seed for. */
export function keptKeys(folder: string): readonly Vkey[] {
  return namesIn(folder).flatMap((name) => {
    const id = SEED_NAME.exec(name)?.[1];
    const text =
      id === undefined ? undefined : fromUtf8(readSmall(join(folder, `${id}.vkey`), 1_000) ?? toUtf8(''));
    const read = parseVkey(text?.trimEnd() ?? '');
    return read.kind === 'ok' && read.value.id === id ? [read.value] : [];
  });
}

/** Removes a key's seed: what it signed stays verifiable, and nobody signs with it again. */
export async function dropSeed(folder: string, vkey: Vkey, disk: Disk): Promise<void> {
  await disk.unlink(join(folder, `${vkey.id}.seed`));
  await disk.syncFolder(folder);
}

function signerOf(name: string, seed: Uint8Array): NoteSigner {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  const vkey = vkeyOf(name, new Uint8Array(spki.subarray(SPKI_HEAD_BYTES)));
  return { vkey, sign: (message) => sign(null, message, key) };
}

function readSeed(path: string): Uint8Array {
  const seed = readSmall(path, SEED_BYTES + 1);
  if (seed?.length !== SEED_BYTES) {
    const found = seed === undefined ? 'no such file' : `${seed.length} bytes`;
    throw new TracekitError<KeyErrorCode>(
      'no_key',
      `${path}: expected the signing key's seed of ${SEED_BYTES} bytes, found ${found}; put it back from a copy, or start a new log in another home`,
    );
  }
  const { mode, uid } = lstatSync(path);
  const user = process.getuid?.();
  if (user === undefined || ((mode & 0o077) === 0 && uid === user)) return seed;
  throw new TracekitError<KeyErrorCode>(
    'unsafe_key',
    `${path}: expected a file that only its owner may read, found mode ${(mode & 0o777).toString(8)} of user ${uid}; run: chmod 600 ${path}, and rotate the key if others had the chance to read it`,
  );
}
