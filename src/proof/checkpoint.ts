import { fromBase64, toBase64 } from '../bytes/base64.ts';
import { parseDecimal } from './decimal.ts';
import { HASH_BYTES } from './merkle-hash.ts';
import { fault, type Parsed, parsed } from './parsed.ts';

/** A tree head (C2SP tlog-checkpoint). `extensions` are the lines after the root, kept as they are. */
export type Checkpoint = {
  readonly origin: string;
  readonly size: number;
  readonly root: Uint8Array;
  readonly extensions: readonly string[];
};

/** The note text of a checkpoint; it ends in a newline. */
export function formatCheckpoint(checkpoint: Checkpoint): string {
  const { origin, size, root, extensions } = checkpoint;
  return [origin, String(size), toBase64(root), ...extensions, ''].join('\n');
}

/** Reads the text of a note as a checkpoint; strict: what it prints must be what was read. hostile: whatever text. */
export function parseCheckpoint(text: string): Parsed<Checkpoint> {
  const lines = text.split('\n');
  const [origin, printed, encoded] = lines;
  if (
    lines.length < 4 ||
    origin === undefined ||
    printed === undefined ||
    encoded === undefined ||
    lines.at(-1) !== ''
  ) {
    return fault('checkpoint: expected the lines origin, size and root, each with a newline');
  }
  const extensions = lines.slice(3, -1);
  if (origin === '') return fault('checkpoint: expected an origin');
  const size = parseDecimal(printed);
  if (size === undefined)
    return fault(`checkpoint: expected a size, found ${JSON.stringify(printed.slice(0, 60))}`);
  const root = fromBase64(encoded);
  if (root === undefined || root.length !== HASH_BYTES)
    return fault('checkpoint: expected a root of 32 bytes in base64');
  if (extensions.includes('')) return fault('checkpoint: expected no empty extension line');
  const checkpoint = { origin, size, root, extensions };
  return formatCheckpoint(checkpoint) === text
    ? parsed(checkpoint)
    : fault('checkpoint: expected its own spelling');
}
