/**
 * A place in a phrase: the word that may stand next, with the place behind it. There are 16,000 of them in a process that
 * idles all day, so what most have none of is not made.
 */
export type Place = {
  word: string | undefined;
  behind: Place | undefined;
  /** Places that are reached without a word. */
  open: Place[] | undefined;
  /** The lowest number of a phrase that may end here. */
  ends: number | undefined;
};

type Parsed = { readonly next: number; readonly place: Place };

export function newPlace(): Place {
  return { word: undefined, behind: undefined, open: undefined, ends: undefined };
}

function addOpen(place: Place, further: Place): void {
  if (place.open === undefined) place.open = [further];
  else place.open.push(further);
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
    addOpen(one.place, place);
    at = one.next;
    if (pieces[at] === '|') continue;
    if (pieces[at] === ')?') addOpen(begin, place);
    return { next: at, place };
  }
}

function row(pieces: readonly string[], from: number, begin: Place): Parsed {
  let place = newPlace();
  addOpen(begin, place);
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

/** The place behind a word. A row goes on from each of its places once, so that none has a word already. */
function behindWord(place: Place, word: string): Place {
  place.word = word;
  place.behind = newPlace();
  return place.behind;
}
