import { fromUtf8, toUtf8 } from '../bytes/utf8.ts';
import { leafHash } from '../proof/record.ts';
import { citeFault } from '../verify/cites.ts';
import { splitLines } from '../verify/lines.ts';
import type { Pieces } from '../verify/source.ts';
import type { BundleCheck } from './check.ts';
import { type BundleLine, MAX_LINE_BYTES } from './format.ts';

/**
 * Checks what the bundle's findings cite, as far as the records are in the bundle: findings may rest on runs that are not.
 * Reads the bundle once more, and only where it held so far.
 */
export async function checkCites(check: BundleCheck, pieces: Pieces): Promise<void> {
  const { breaks, facts, unread } = check;
  if (breaks.count > 0 || unread.count > 0 || facts.cited.length === 0) return;
  const leaves = new Map<number, Uint8Array | undefined>(facts.cited.map(({ seq }) => [seq, undefined]));
  const places = new Map<number, number>();
  await splitLines(pieces, {
    from: 0,
    max: MAX_LINE_BYTES,
    onLine: ({ bytes, offset }) => {
      const line = recordLine(bytes);
      const seq = line === undefined ? undefined : Number(/"seq":(\d{1,16}),"source":/.exec(tail(line))?.[1]);
      if (line === undefined || seq === undefined) return;
      if (leaves.has(seq)) leaves.set(seq, leafHash(toUtf8(line)));
      places.set(seq, offset);
    },
  });
  for (const one of facts.cited) {
    const found = leaves.get(one.seq);
    const what = found === undefined && one.seq < one.finding ? undefined : citeFault(one, found);
    if (what === undefined) continue;
    breaks.add({
      kind: 'cite',
      seq: one.finding,
      file: 'bundle',
      offset: places.get(one.finding) ?? 0,
      what,
    });
  }
}

/** A record's canonical line ends with its number, source, time and version: what stands in `data` comes before. */
function tail(line: string): string {
  return line.slice(-200);
}

function recordLine(bytes: Uint8Array): string | undefined {
  // A piece, whose first key is `base64`; most of a bundle is those.
  if (bytes[2] === 0x62 && bytes[3] === 0x61 && bytes[7] === 0x34) return undefined;
  const line = JSON.parse(fromUtf8(bytes) ?? 'null') as BundleLine | { readonly kind?: undefined };
  return line.kind === 'record' || line.kind === 'late' || line.kind === 'base' ? line.line : undefined;
}
