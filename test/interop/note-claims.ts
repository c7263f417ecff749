import { toHex } from '../../src/bytes/hex.ts';
import { parseCheckpoint } from '../../src/proof/checkpoint.ts';
import { parseNote, verifyNote } from '../../src/proof/note.ts';
import { parseVkey } from '../../src/proof/vkey.ts';
import type { MadeLog } from './made-log.ts';

/** That a note is the checkpoint of `size` and `root`, signed by the keys with these ids and no other known key. */
export type NoteClaim = {
  readonly kind: 'note';
  readonly name: string;
  readonly holds: boolean;
  readonly note: Uint8Array;
  readonly vkeys: readonly string[];
  readonly signers: readonly string[];
  readonly size: number;
  readonly root: string;
};

/** One genuine claim for each checkpoint that the log kept, and one for the newest. */
export function genuineNotes(log: MadeLog): readonly NoteClaim[] {
  const kept = log.checkpoints.map(({ note, size, why }) => ({ note: utf8(note), size, why }));
  const newest = { note: log.checkpoint, size: log.lines.length, why: 'the newest' };
  return [...kept, newest].map(({ note, size, why }) => {
    const read = parseNote(note);
    if (read.kind === 'fault') throw new Error(read.what);
    return {
      ...{ kind: 'note', holds: true, note, vkeys: log.vkeys, size, root: toHex(log.roots[size]!) },
      name: `the checkpoint of ${size} records (${why})`,
      signers: read.value.signatures.map(({ id }) => id),
    };
  });
}

/** Claims about notes that must not hold: every bit-flip of `claim`'s bytes, and wholesale changes. */
export function tamperedNotes(log: MadeLog, claim: NoteClaim): readonly NoteClaim[] {
  const text = Buffer.from(claim.note).toString();
  const made = (name: string, change: Partial<NoteClaim>): NoteClaim => ({
    ...{ ...claim, ...change },
    ...{ holds: false, name: `${claim.name}: ${name}` },
  });
  const others = log.vkeys.filter((vkey) => !claim.signers.includes(vkey.split('+')[1]!));
  return [
    ...flips(claim.note).map(({ at, note }) => made(`byte ${at} changed`, { note })),
    made('under the other keys only', { vkeys: others }),
    made('said to be of one record more', { size: claim.size + 1 }),
    made('said to have the root before', { root: toHex(log.roots[claim.size - 1]!) }),
    made('a line more', { note: utf8(text.replace('\n\n', '\nextra\n\n')) }),
    made('without its last newline', { note: claim.note.subarray(0, -1) }),
    made('without its signatures', { note: utf8(`${text.split('\n\n')[0]}\n\n`) }),
    made('with carriage returns', { note: utf8(text.replaceAll('\n', '\r\n')) }),
  ];
}

/** The note of the key change with the signature of one of its two keys made wrong: both keys are known. */
export function halfSigned(claim: NoteClaim): readonly NoteClaim[] {
  return claim.signers.map((id, i) => {
    const lines = Buffer.from(claim.note).toString().split('\n');
    const line = lines.length - 1 - claim.signers.length + i;
    const encoded = lines[line]!.split(' ')[2]!;
    const bytes = Buffer.from(encoded, 'base64');
    bytes[40]! ^= 1;
    lines[line] = lines[line]!.replace(encoded, bytes.toString('base64'));
    return {
      ...claim,
      holds: false,
      name: `${claim.name}: ${id} signed something else`,
      note: utf8(lines.join('\n')),
    };
  });
}

/** What our own verifier says of the claim. */
export function oursOnNote(claim: NoteClaim): boolean {
  const vkeys = claim.vkeys.flatMap((text) => {
    const read = parseVkey(text);
    return read.kind === 'ok' ? [read.value] : [];
  });
  const verdict = verifyNote(claim.note, vkeys);
  if (verdict.kind !== 'verified') return false;
  const read = parseCheckpoint(verdict.note.text);
  if (read.kind === 'fault' || read.value.extensions.length > 0) return false;
  const { size, root } = read.value;
  const by = verdict.by.map(({ id }) => id).join(' ');
  return size === claim.size && toHex(root) === claim.root && by === claim.signers.join(' ');
}

/** The note's last signature in a second spelling: an unused bit at the end of its base64 is set. */
export function respelled(note: Uint8Array): Uint8Array {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const text = Buffer.from(note).toString();
  const at = text.lastIndexOf('=') - 1;
  return utf8(text.slice(0, at) + digits[digits.indexOf(text[at]!) + 1] + text.slice(at + 1));
}

/** The note with one bit changed, once for each of its bytes; without the flip that `respelled` may come to. */
function flips(note: Uint8Array): { at: number; note: Uint8Array }[] {
  const second = respelled(note);
  return Array.from(note, (byte, at) => {
    const changed = Uint8Array.from(note);
    changed[at] = byte ^ 1;
    return { at, note: changed };
  }).filter((flip) => Buffer.compare(flip.note, second) !== 0);
}

function utf8(text: string): Uint8Array {
  return Buffer.from(text);
}
