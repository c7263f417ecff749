/** A place in a phrase: the words that may stand next, with the places behind them. */
export type Place = {
  readonly words: Map<string, Place[]>;
  /** Places that are reached without a word. */
  readonly open: Place[];
  /** The lowest number of a phrase that may end here. */
  ends: number | undefined;
};

type Parsed = { readonly next: number; readonly place: Place };

export function newPlace(): Place {
  return { words: new Map(), open: [], ends: undefined };
}

/**
 * Adds a phrase to those that begin at a place: words in a row, `(a|b c)` one of them (they nest), `?` behind the
 * bracket: or none.
 */
export function addPhrase(begin: Place, text: string, number: number): void {
  const pieces = text.match(/[(|]|\)\??|[^\s()|]+/g) ?? [];
  const { place } = choice(pieces, 0, begin);
  place.ends = number;
}

function choice(pieces: readonly string[], from: number, begin: Place): Parsed {
  const place = newPlace();
  for (let at = from; ; at++) {
    const one = row(pieces, at, begin);
    one.place.open.push(place);
    at = one.next;
    if (pieces[at] === '|') continue;
    if (pieces[at] === ')?') begin.open.push(place);
    return { next: at, place };
  }
}

function row(pieces: readonly string[], from: number, begin: Place): Parsed {
  let place = newPlace();
  begin.open.push(place);
  let at = from;
  for (; at < pieces.length && !/^[|)]/.test(pieces[at]!); at++) {
    if (pieces[at] === '(') {
      const inner = choice(pieces, at + 1, place);
      at = inner.next;
      place = inner.place;
    } else place = behindWord(place, pieces[at]!);
  }
  return { next: at, place };
}

function behindWord(place: Place, word: string): Place {
  const next = newPlace();
  const there = place.words.get(word);
  if (there === undefined) place.words.set(word, [next]);
  else there.push(next);
  return next;
}
