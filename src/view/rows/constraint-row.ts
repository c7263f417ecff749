import type { Committed, JsonObject } from '../../model/record.ts';
import type { Excerpt, HeldConstraint } from '../api.ts';
import type { HeldRecords } from './constraint-fold.ts';
import { excerptOf, type RowSource } from './excerpt.ts';

const WORDS = 2_000;
const TARGET = 500;

/** A constraint as its records tell of it, with the words that it rests on. */
export function heldConstraint(source: RowSource, { held, released }: HeldRecords): HeldConstraint {
  const { data, seq } = held;
  return {
    constraint: String(data.constraint),
    kind: String(data.kind),
    targets: excerpts(source, data.targets),
    except: excerpts(source, data.except),
    enforce: data.enforce as HeldConstraint['enforce'],
    by: String(data.by ?? 'person'),
    at: seq,
    state: released === undefined ? 'held' : 'released',
    ...(data.words === undefined
      ? {}
      : { words: excerptOf(source, data.words as unknown as Committed, { form: 'text', most: WORDS }) }),
    ...(data.prompt === undefined ? {} : { prompt: data.prompt as number }),
    ...(released === undefined
      ? {}
      : { released: { at: released.seq, how: released.data.by as 'prompt' | 'approval' } }),
  };
}

function excerpts(source: RowSource, list: JsonObject[string] | undefined): readonly Excerpt[] {
  const contents = (list as unknown as readonly Committed[] | undefined) ?? [];
  return contents.map((content) => excerptOf(source, content, { form: 'text', most: TARGET }));
}
