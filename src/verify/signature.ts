import { toHex } from '../bytes/hex.ts';
import { verifyNote } from '../proof/note.ts';
import type { Break } from './breaks.ts';
import { type HeldNote, type HeldNotes, isCosigned } from './held-notes.ts';
import type { ScanResult } from './join-parts.ts';
import { isSignedBy, type Keyring, keyInForce, type NamedKey } from './keyring.ts';

/**
 * What signs a log. `signed`: `newest` is the newest checkpoint that the key in force signed. `none`: there is no
 * checkpoint. `bad`: what is there is none, or its signature does not hold. `unknown_key`: only other keys signed.
 */
export type Signature =
  | { readonly kind: 'signed'; readonly newest: HeldNote; readonly key: NamedKey }
  | { readonly kind: 'none' | 'bad' | 'unknown_key'; readonly what: string };

/** Whether a note is this log's, signed by the key in force for its size. */
export function judgeNote(held: HeldNote, keyring: Keyring, origin: string | undefined): Signature {
  const { where, bytes, note, checkpoint } = held;
  if (checkpoint.origin !== origin) {
    return {
      kind: 'bad',
      what: `${where}: expected a checkpoint of ${origin}, found one of ${checkpoint.origin}`,
    };
  }
  const key = keyInForce(keyring, checkpoint.size) ?? keyring[0];
  const ids = new Set(note.signatures.map(({ id }) => id));
  const known = keyring.filter(({ vkey }) => ids.has(vkey.id)).map(({ vkey }) => vkey);
  const verdict = verifyNote(bytes, known);
  if (verdict.kind === 'bad_signature') {
    return { kind: 'bad', what: `${where}: the signature of key ${verdict.vkey.id} does not hold` };
  }
  if (key !== undefined && isSignedBy(held, key.vkey)) return { kind: 'signed', newest: held, key };
  const found = note.signatures.map(({ name, id }) => `${name.slice(0, 100)} ${id}`).slice(0, 5);
  return {
    kind: 'unknown_key',
    what: `${where}: expected a signature of key ${key?.vkey.id}, which the log names, found ${found.join(', ')}`,
  };
}

/**
 * Finds the newest checkpoint that holds. It is the `checkpoint` file; a crash may have left a newer one in
 * `checkpoints.ndjson` or among those seen.
 */
export function findSignature(
  { head, history }: HeldNotes,
  log: {
    readonly keyring: Keyring;
    readonly origin: string | undefined;
    readonly seen: HeldNote | undefined;
  },
): Signature {
  if (head === undefined) return { kind: 'none', what: 'there is no file `checkpoint`' };
  if (head.kind === 'fault') {
    const unsigned = /signature|empty line/.test(head.what);
    return { kind: unsigned ? 'none' : 'bad', what: `checkpoint: ${head.what}` };
  }
  if (log.origin === undefined) {
    return { kind: 'unknown_key', what: 'the log has no first record, which would name its key' };
  }
  const own = judgeNote(head.value, log.keyring, log.origin);
  if (own.kind !== 'signed') return own;
  const newer = [...history, ...(log.seen === undefined ? [] : [log.seen])]
    .filter(({ checkpoint }) => checkpoint.size > head.value.checkpoint.size)
    .sort((a, b) => b.checkpoint.size - a.checkpoint.size);
  for (const held of newer) {
    const judged = judgeNote(held, log.keyring, log.origin);
    if (judged.kind === 'signed') return judged;
  }
  return own;
}

/** How the roots that were signed compare with those of the records that are there. */
export type Roots = {
  /** The records are not those that the newest checkpoint signs: where that begins. */
  readonly broken?: Break;
  /** The newest holds, an older one that the same log's key signed is of another tree. */
  readonly forked?: string;
  /** Older checkpoints that are not the log's and that no key of it signed. */
  readonly strange: readonly string[];
  readonly compared: number;
};

/** Compares every held checkpoint with the tree over the records. */
export function compareRoots(
  scan: ScanResult,
  notes: HeldNotes,
  log: { readonly signature: Signature; readonly keyring: Keyring; readonly origin: string | undefined },
): Roots {
  const head = log.signature.kind === 'signed' ? log.signature.newest : undefined;
  const wrong: HeldNote[] = [];
  const strange: string[] = [];
  for (const held of notes.history) {
    const isThere = held.checkpoint.size <= scan.size;
    const isOwn = isThere && isOwnRoot(scan, held) && held.checkpoint.origin === log.origin;
    // A root that the records themselves give needs no signature; the proof of a key change does.
    if (isOwn && !isCosigned(held)) continue;
    const judged = judgeNote(held, log.keyring, log.origin);
    if (judged.kind !== 'signed') strange.push(judged.what);
    else if (isThere && !isOwn) wrong.push(held);
  }
  const compared = notes.history.length + (head === undefined ? 0 : 1);
  wrong.sort((a, b) => a.checkpoint.size - b.checkpoint.size);
  const firstWrong = wrong[0];
  if (head !== undefined && head.checkpoint.size <= scan.size && !isOwnRoot(scan, head)) {
    return { broken: rootBreak(scan, notes, firstWrong ?? head), strange, compared };
  }
  if (firstWrong === undefined) return { strange, compared };
  const { where, checkpoint } = firstWrong;
  return { forked: `${where}: another tree of ${checkpoint.size} records was signed`, strange, compared };
}

function isOwnRoot(scan: ScanResult, { checkpoint }: HeldNote): boolean {
  return scan.trees.get(checkpoint.size)?.root === toHex(checkpoint.root);
}

/** The records between the newest checkpoint that fits and the first that does not. */
function rootBreak(scan: ScanResult, { history }: HeldNotes, wrong: HeldNote): Break {
  const fitting = history.filter(
    (held) => held.checkpoint.size < wrong.checkpoint.size && isOwnRoot(scan, held),
  );
  const seq = fitting.reduce((newest, { checkpoint }) => Math.max(newest, checkpoint.size), 0);
  const { file, offset } = scan.trees.get(seq) ?? { file: '', offset: 0 };
  const last = wrong.checkpoint.size - 1;
  const what = `records ${seq} to ${last} are not those that were signed (${wrong.where}): at least one was changed`;
  return { kind: 'root', seq, file, offset, what };
}
