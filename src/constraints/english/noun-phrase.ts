import {
  ARTEFACTS,
  BARE_FOLDERS,
  CODE_QUALIFIERS,
  DETERMINERS,
  ELSE,
  EVERYTHING,
  FOLDER_NOUNS,
  NEEDS_NAME,
  PATH_NOUNS,
  PRONOUNS,
  type Pronoun,
  RUNTIME,
} from '../lexicon/english-nouns.ts';
import { STATES } from '../lexicon/english-phrases.ts';
import { IMPERATIVES } from '../lexicon/english-verbs.ts';
import { phrases, words } from '../phrases.ts';
import type { Token } from '../token.ts';

/** What a verb's object is. `content`: something inside files, or of a program; it is nobody's target. */
export type Noun = {
  readonly is: 'targets' | 'all' | 'else' | 'pronoun' | 'content' | 'none';
  readonly targets: readonly string[];
  readonly pronoun?: Pronoun;
  /** The index behind it. */
  readonly next: number;
};

/** Words that end a noun phrase. */
const ENDS = words(`
  the a an my our your 
  as alone untouched unchanged intact be is are was were am be been must should may can will shall has have had do does did not
  in on at to of for from with without by under over inside within outside into onto until unless if when while because
  since so but and or nor that which who it its it's they they're them this these those i i'm i'll i've we you he she there
  please pls plz yet now here too also only just again ever at except besides than then though although anymore thanks
  thx today accordingly instead afterwards anyway anywhere don't dont never no stays stay remains remain frozen off out ok okay unmodified like exactly completely
  entirely frozen isn't aren't mustn't shouldn't needs need via per plus &
`);

const CONTENT_BEHIND_PATH = words(
  "'s version format contents syntax api interface behaviour behavior output signature signatures logic schema structure names semantics header headers imports exports types tests",
);

/** Verbs that are nouns before a noun: "test files", "billing module". */
const NOUN_LIKE = words(
  'test build deploy release benchmark help view patch log plan print store track measure sort search support lint format profile debug integration billing testing building pricing routing logging rendering parsing training accounting shipping messaging onboarding reporting caching scheduling existing remaining landing setting working migrate load install start run audit document draft snapshot check',
);

/** Before a list: "the following three files". */
const LISTED = phrases(
  '(following|same|other)? (two|three|four|five|six|few)? (files|paths|folders|directories|ones)? (only)?',
  '(following)',
);

const JOINERS = words('and or nor & /');

const INTO = words('in inside under within below beneath of at from for');

/** hostile: tokens. The object that begins at `i`, a list of targets as one. */
export function nounAt(tokens: readonly Token[], i: number): Noun {
  const first = itemAt(tokens, i);
  if (first.is !== 'targets' && first.is !== 'all') return first;
  const targets = [...first.targets];
  let all = first.is === 'all';
  let next = first.next;
  for (;;) {
    const item = moreAt(tokens, next);
    if (item === undefined) break;
    if (item.is === 'all') all = all || targets.length === 0;
    targets.push(...item.targets);
    next = item.next;
  }
  return { is: all ? 'all' : 'targets', targets: unique(targets), next };
}

/** A further item of a list, behind a comma or conjunction. */
function moreAt(tokens: readonly Token[], at: number): Noun | undefined {
  let i = at;
  const comma =
    tokens[i]?.low === ',' || (/^[—(]$/.test(tokens[i]?.low ?? '') && JOINERS.has(tokens[i + 1]?.low ?? ''));
  if (comma) i++;
  const joined = JOINERS.has(tokens[i]?.low ?? '') && tokens[i]!.line === 'inside';
  if (joined) i++;
  if (!comma && !joined) return undefined;
  if (tokens[i]?.low === 'in' || tokens[i]?.low === 'under') i++;
  const item = itemAt(tokens, i);
  if (item.is === 'all' && !joined) return undefined;
  if (item.is !== 'targets' && item.is !== 'all') return undefined;
  if (comma && !joined && !endsItem(tokens[item.next])) return undefined;
  return item;
}

/** Behind an item after a bare comma no verb may follow: there it would be the subject of what comes next. */
function endsItem(token: Token | undefined): boolean {
  return (
    token === undefined ||
    token.kind === 'mark' ||
    token.line !== 'inside' ||
    /^(?:and|or|nor|please|pls|plz|yet|alone|as|as-is|thanks|at|for|until|untouched|unchanged|intact|only|be)$/.test(
      token.low,
    )
  );
}

function itemAt(tokens: readonly Token[], i: number): Noun {
  const token = tokens[i];
  if (token?.low === '(' || (token?.low === ':' && tokens[i + 1]?.kind === 'path'))
    return itemAt(tokens, i + 1);
  if (token === undefined || token.kind === 'mark') return { is: 'none', targets: [], next: i };
  if (OWNED.has(token.low)) return ownedAt(tokens, i) ?? { is: 'none', targets: [], next: i };
  const other = ELSE.find(tokens, i);
  if (other !== undefined) return { is: 'else', targets: [], next: other.next };
  const pronoun = PRONOUNS.find(tokens, i);
  const start = DETERMINERS.find(tokens, i)?.next ?? i;
  const item = namedAt(tokens, start);
  const all = EVERYTHING.find(tokens, i);
  if (item.is === 'targets' && (all === undefined || item.next > all.next || start > i)) {
    if (all === undefined || item.next > all.next) return item;
  }
  if (pronoun !== undefined && pronoun.next >= (all?.next ?? 0) && freeAfter(tokens[pronoun.next])) {
    return { is: 'pronoun', pronoun: pronoun.value, targets: [], next: pronoun.next };
  }
  if (all !== undefined) return everythingAt(tokens, all.next);
  return item;
}

const OWNED = words('its their');

/** "its test lib/date.test.ts": the path that it is. */
function ownedAt(tokens: readonly Token[], i: number): Noun | undefined {
  for (let at = i + 1; at < i + 5 && isNameWord(tokens[at], false); at++)
    if (tokens[at + 1]?.kind === 'path' && tokens[at + 1]!.line === 'inside') return pathAt(tokens, at + 1);
  return undefined;
}

/** Whether a pronoun may end here: "that", but not "that function". */
function freeAfter(token: Token | undefined): boolean {
  return (
    token === undefined ||
    token.kind !== 'word' ||
    ENDS.has(token.low) ||
    token.line !== 'inside' ||
    /^(?:alone|either|until|before|without|at|yet|anywhere|itself|themselves|instead|anyway)$/.test(token.low)
  );
}

/** "anything you do not understand": the rest says what is meant, and not by name. */
function isQualified(tokens: readonly Token[], next: number): boolean {
  const low = tokens[next]?.low ?? '';
  if (tokens[next]?.line !== 'inside') return false;
  if (/^(?:you|that|which|who|whose|where)$/.test(low))
    return !/^(?:is|isn't|are)$/.test(tokens[next + 1]?.low ?? '');
  return (
    /^(?:i|we)$/.test(low) &&
    /^(?:didn't|did|haven't|have|own|wrote|do|don't|mentioned|listed)$/.test(tokens[next + 1]?.low ?? '')
  );
}

/** "anything", with the place that it is limited to, where there is one: "files in docs/". */
function everythingAt(tokens: readonly Token[], next: number): Noun {
  const low = tokens[next]?.low ?? '';
  if (INTO.has(low) || low === 'on') {
    const place = nounAt(tokens, next + 1);
    if (place.is === 'targets') return place;
  }
  return { is: isQualified(tokens, next) ? 'content' : 'all', targets: [], next };
}

/** A path, with the nouns around it that only say what it is, or an artefact's name. */
function namedAt(tokens: readonly Token[], at: number): Noun {
  let i = LISTED.find(tokens, at)?.next ?? at;
  while (i - at < 3 && tokens[i]?.kind === 'word' && PATH_NOUNS.has(tokens[i]!.low) && !tokens[i]!.quoted)
    i++;
  if (i > at && /^[:(]$/.test(tokens[i]?.low ?? '') && tokens[i + 1]?.kind === 'path') i++;
  if (i > at && /^(?:named|called|at|in)$/.test(tokens[i]?.low ?? '')) i++;
  const token = tokens[i];
  if (token?.kind === 'path') return pathAt(tokens, i);
  if (
    token?.kind === 'word' &&
    token.quoted &&
    (i > at ||
      FOLDER_NOUNS.has(tokens[i + 1]?.low ?? '') ||
      PATH_NOUNS.has(tokens[i + 1]?.low ?? '') ||
      BARE_FOLDERS.has(token.low))
  ) {
    const behind =
      FOLDER_NOUNS.has(tokens[i + 1]?.low ?? '') || PATH_NOUNS.has(tokens[i + 1]?.low ?? '') ? i + 2 : i + 1;
    return { is: 'targets', targets: [token.text], next: behind };
  }
  return artefactAt(tokens, at);
}

function pathAt(tokens: readonly Token[], i: number): Noun {
  let next = i + 1;
  const behind = tokens[next];
  if (behind?.kind === 'word' && behind.line === 'inside') {
    if (CONTENT_BEHIND_PATH.has(behind.low)) return { is: 'content', targets: [], next: next + 1 };
    if (PATH_NOUNS.has(behind.low)) next++;
  }
  const precise = preciseAt(tokens, next, tokens[i]!.text);
  if (precise !== undefined) return { is: 'targets', targets: [precise], next: next + 3 };
  return { is: 'targets', targets: [tokens[i]!.text], next };
}

/** "pager.py (src/pager.py)": the bracket says where it is. */
export function preciseAt(tokens: readonly Token[], i: number, name: string): string | undefined {
  const path = tokens[i + 1];
  if (tokens[i]?.low !== '(' || path?.kind !== 'path' || tokens[i + 2]?.low !== ')') return undefined;
  return path.text.endsWith(`/${name}`) ? path.text : undefined;
}

function artefactAt(tokens: readonly Token[], at: number): Noun {
  let end = at;
  while (end - at < 6 && isNameWord(tokens[end], end === at) && !isLeft(tokens, end)) end++;
  const nothing: Noun = { is: end === at ? 'none' : 'content', targets: [], next: end };
  if (end === at || end - at > 5) return nothing;
  const path = tokens[end];
  if (path?.kind === 'path' && isNamed(tokens[end - 1]!.low)) return pathAt(tokens, end);
  const name = tokens.slice(at, end);
  const head = name.at(-1)!.low;
  const lies =
    INTO.has(path?.low ?? '') &&
    (/^(?:code|ones|stuff|things)$/.test(head) || ARTEFACTS.has(head)) &&
    !isVerbal(name)
      ? placeAt(tokens, end + 1)
      : undefined;
  if (lies !== undefined) return lies;
  if (!isArtefact(name)) return nothing;
  const kept = FOLDER_NOUNS.has(head) ? name.slice(0, -1) : name;
  return { is: 'targets', targets: [kept.map(({ text }) => text).join(' ')], next: end };
}

/** "the tests left alone": a state, and no part of the name. */
function isLeft(tokens: readonly Token[], i: number): boolean {
  return /^(?:left|kept)$/.test(tokens[i]?.low ?? '') && STATES.find(tokens, i + 1) !== undefined;
}

/** A noun that may stand right before the path that it names: "the test x.test.ts". */
function isNamed(noun: string): boolean {
  return PATH_NOUNS.has(noun) || ARTEFACTS.has(noun);
}

/** "the handlers in handlers/v1/": the path is the target. */
function placeAt(tokens: readonly Token[], i: number): Noun | undefined {
  const start = DETERMINERS.find(tokens, i)?.next ?? i;
  return tokens[start]?.kind === 'path' ? pathAt(tokens, start) : undefined;
}

function isNameWord(token: Token | undefined, first: boolean): boolean {
  return token?.kind === 'word' && !ENDS.has(token.low) && (first || token.line === 'inside');
}

/** "deleting files": a verb and its object, no name. */
function isVerbal(name: readonly Token[]): boolean {
  const first = name[0]!.low;
  return (
    name.length > 1 &&
    (first.endsWith('ing') ? !NOUN_LIKE.has(first) : IMPERATIVES.has(first) && !NOUN_LIKE.has(first))
  );
}

/** Words for how many, or which of them: what they count has no name. */
const COUNTS =
  /^(?:one|two|three|four|five|several|many|few|both|other|following|same|some|certain|various|unrelated)$/;

function isArtefact(name: readonly Token[]): boolean {
  const head = name.at(-1)!.low;
  const qualifiers = name.slice(0, -1).map(({ low }) => low);
  if (qualifiers.some((word) => RUNTIME.has(word)) || isVerbal(name) || COUNTS.test(name[0]!.low))
    return false;
  if (head === 'code') return qualifiers.length > 0 && qualifiers.every((word) => CODE_QUALIFIERS.has(word));
  if (!ARTEFACTS.has(head)) return false;
  if (name.length === 1) return !NEEDS_NAME.has(head) && !FOLDER_NOUNS.has(head);
  return true;
}

function unique(targets: readonly string[]): readonly string[] {
  return [...new Set(targets)];
}
