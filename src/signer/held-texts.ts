import type { JsonObject } from '../model/record.ts';
import type { ConstraintBook } from './constraint-book.ts';
import type { ConstraintTexts } from './constraint-texts.ts';

/** What holds in a run, in words: for `status` and `constraints list`. */
export type HeldTexts = { readonly constraints: readonly JsonObject[]; readonly overfull: boolean };

/**
 * What holds in a run. `targets`, `except` and `words` are absent where the vault no longer has them; `since`: the person
 * took it back in a later prompt, which by itself ends nothing.
 */
export function heldTexts(book: ConstraintBook, texts: ConstraintTexts, run: string): HeldTexts {
  const constraints = book.standing(run).map((constraint): JsonObject => {
    const { id, kind, enforce, by, prompt, untilWord } = constraint;
    const said = texts.of(constraint);
    return {
      ...{ constraint: id, kind, enforce, by },
      ...(prompt === undefined ? {} : { prompt }),
      ...(said === undefined ? { erased: true } : { targets: said.targets }),
      ...(said === undefined || said.except.length === 0 ? {} : { except: said.except }),
      ...(said === undefined || said.words === '' ? {} : { words: said.words }),
      ...(untilWord ? { until_word: true } : {}),
      ...(book.lift(run, id) === undefined ? {} : { taken_back: true }),
    };
  });
  return { constraints, overfull: book.isOverfull(run) };
}
