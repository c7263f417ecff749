import { fromBase64 } from '../bytes/base64.ts';
import { toHex } from '../bytes/hex.ts';
import { fromUtf8, toUtf8 } from '../bytes/utf8.ts';
import type { LogRecord } from '../model/record.ts';
import { decodeRecord, leafHash } from '../proof/record.ts';
import { splitLines } from '../verify/lines.ts';
import type { Pieces } from '../verify/source.ts';
import { type BundleLine, type Hashes, MAX_LINE_BYTES, type Manifest, PIECE_BYTES } from './format.ts';

/** A record of a bundle with its leaf hash (hex), and why it is in it. */
export type BundleRecord = {
  readonly record: LogRecord;
  readonly leaf: string;
  readonly kind: 'record' | 'late' | 'base';
};

/** Where a disclosed content begins in the bundle: the byte of its line, and the content's length. */
type ContentPlace = { readonly offset: number; readonly bytes: number; readonly salt: string };

/** What a bundle holds. */
export type OpenBundle = {
  readonly manifest: Manifest;
  /** In log order; the memory is the run's. */
  readonly records: readonly BundleRecord[];
  /** A disclosed content by its commitment; undefined where it was not disclosed. */
  readonly content: (commitment: string) => Uint8Array | undefined;
  /** The salt of a disclosed content, 64 hex digits. */
  readonly salt: (commitment: string) => string | undefined;
  /** The inclusion proofs that it has: of the run's last record, and of each outside the run's chain. */
  readonly proofs: ReadonlyMap<number, Hashes>;
  /** The signed note of its checkpoint. */
  readonly note: string | undefined;
};

export type BundleSource = {
  /** The whole bundle, in order. */
  readonly pieces: Pieces;
  /** Its bytes at an offset, fewer where it ends. */
  readonly readAt: (offset: number, length: number) => Uint8Array;
};

/** Reads a bundle that `verifyBundle` found good; of another it says nothing that can be relied on. */
export async function openBundle({ pieces, readAt }: BundleSource): Promise<OpenBundle> {
  const records: BundleRecord[] = [];
  const places = new Map<string, ContentPlace>();
  const proofs = new Map<number, Hashes>();
  let manifest: Manifest | undefined;
  let note: string | undefined;
  await splitLines(pieces, {
    from: 0,
    max: MAX_LINE_BYTES,
    onLine: ({ bytes, offset }) => {
      // Most of a bundle is pieces, which are not looked at before somebody asks.
      if (manifest !== undefined && isPiece(bytes)) return;
      const value = JSON.parse(fromUtf8(bytes) ?? '') as unknown;
      if (manifest === undefined) {
        manifest = value as Manifest;
        return;
      }
      const line = value as BundleLine;
      if (line.kind === 'content')
        places.set(line.commitment, { offset, bytes: line.bytes, salt: line.salt });
      else if (line.kind === 'checkpoint') note = line.note;
      else if (line.kind === 'proof') proofs.set(line.index, line.hashes);
      else if (line.kind === 'record' || line.kind === 'late' || line.kind === 'base') {
        const text = toUtf8(line.line);
        const decoded = decodeRecord(text);
        if (decoded.kind !== 'record') return;
        records.push({ record: decoded.record, leaf: toHex(leafHash(text)), kind: line.kind });
        if (line.kind !== 'record') proofs.set(decoded.record.seq, line.hashes);
      }
    },
  });
  records.sort((a, b) => a.record.seq - b.record.seq);
  const content = (commitment: string): Uint8Array | undefined => {
    const place = places.get(commitment);
    return place === undefined ? undefined : contentAt(place, readAt);
  };
  const salt = (commitment: string): string | undefined => places.get(commitment)?.salt;
  return { manifest: manifest!, records, content, salt, proofs, note };
}

/** Canonical JSON has its keys in order: `base64` first. */
function isPiece(line: Uint8Array): boolean {
  return (
    line[0] === 0x7b &&
    line[2] === 0x62 &&
    line[3] === 0x61 &&
    line[4] === 0x73 &&
    line[5] === 0x65 &&
    line[6] === 0x36
  );
}

const NEWLINE = 0x0a;

/** A line's bytes beside its base64. */
const LINE_OVERHEAD = 256;

function contentAt({ offset, bytes }: ContentPlace, readAt: BundleSource['readAt']): Uint8Array | undefined {
  const pieces = Math.ceil(bytes / PIECE_BYTES) + 1;
  const region = readAt(offset, Math.ceil(bytes / 3) * 4 + pieces * LINE_OVERHEAD + LINE_OVERHEAD);
  // hostile: a length that the bundle does not have bytes for takes no memory.
  if (bytes > region.length) return undefined;
  const content = new Uint8Array(bytes);
  let read = 0;
  let end = region.indexOf(NEWLINE);
  while (read < bytes) {
    const start = end + 1;
    end = region.indexOf(NEWLINE, start);
    const line = fromUtf8(region.subarray(start, end < 0 ? region.length : end)) ?? '';
    const piece = fromBase64((JSON.parse(line) as { readonly base64: string }).base64);
    if (piece === undefined || read + piece.length > bytes) return undefined;
    content.set(piece, read);
    read += piece.length;
    if (end < 0) break;
  }
  return read === bytes ? content : undefined;
}
