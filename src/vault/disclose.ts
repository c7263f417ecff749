import type { Committed, Json, JsonObject, LogRecord } from '../model/record.ts';
import { dayOf } from './place.ts';
import type { Opened, VaultReader } from './reader.ts';

/** What a record commits to, and the content where the vault still has it. */
export type Disclosure = Committed & { readonly seq: number; readonly opened?: Opened };

const HASH = /^[0-9a-f]{64}$/;
/** Deeper than any schema of `data` goes. */
const MAX_DEPTH = 20;

/**
 * The commitments in a record's data, each once, in the order of its fields: objects with `bytes` and a
 * `commitment`, whatever else they have.
 */
export function commitmentsIn(data: JsonObject): Committed[] {
  const found = new Map<string, Committed>();
  collect(data, 0, found);
  return [...found.values()];
}

/** What each record commits to, with its content. Longer contents than `maxBytes` come without. */
export function* disclose(
  vault: VaultReader,
  records: Iterable<LogRecord>,
  maxBytes?: number,
): Generator<Disclosure> {
  for (const { seq, time, data } of records) {
    const day = dayOf(Date.parse(time));
    for (const committed of commitmentsIn(data)) {
      const opened = vault.get(committed.commitment, {
        day,
        ...(maxBytes === undefined ? {} : { maxBytes }),
      });
      yield { seq, ...committed, ...(opened && { opened }) };
    }
  }
}

function collect(value: Json | undefined, depth: number, found: Map<string, Committed>): void {
  if (value === null || typeof value !== 'object' || depth > MAX_DEPTH) return;
  const { bytes, commitment } = value as { readonly bytes?: Json; readonly commitment?: Json };
  if (typeof bytes === 'number' && typeof commitment === 'string' && HASH.test(commitment)) {
    found.set(commitment, { bytes, commitment });
  }
  for (const one of Object.values(value)) collect(one as Json, depth + 1, found);
}
