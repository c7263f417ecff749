import { nounAt } from './english/noun-phrase.ts';
import { ARTEFACTS, DETERMINERS, type Pronoun } from './lexicon/english-nouns.ts';
import { words } from './phrases.ts';
import type { Token } from './token.ts';

/** Things named together: "a.py and b.py". `loose`: only the place of what is talked about ("the loop in a.py"). */
export type Mention = { readonly targets: readonly string[]; readonly at: number; readonly loose: boolean };

const ARTICLES = words('the my our your');
const PLACED = words('in of from inside within');
/** What lies in a file so that "it" may still mean the file. */
const FAULTS = words('bug bugs issue issues problem problems error errors typo leak crash mistake something');

/** hostile: a prompt's tokens. The paths and artefacts that it names, in order. */
export function mentionsOf(tokens: readonly Token[]): readonly Mention[] {
  const mentions: Mention[] = [];
  for (let i = 0; i < tokens.length; ) {
    const token = tokens[i]!;
    const article =
      token.kind === 'word' && ARTICLES.has(token.low) && DETERMINERS.find(tokens, i) !== undefined;
    const noun = token.kind === 'path' || article || isSubject(tokens, i) ? nounAt(tokens, i) : undefined;
    if (noun?.is !== 'targets') {
      i++;
      continue;
    }
    mentions.push({ targets: noun.targets, at: token.at, loose: isLoose(tokens, i) });
    i = Math.max(noun.next, i + 1);
  }
  return mentions;
}

/** "Tests are fine as they are": an artefact that begins a statement. */
function isSubject(tokens: readonly Token[], i: number): boolean {
  if (!ARTEFACTS.has(tokens[i]!.low) || !/^(?:are|is)$/.test(tokens[i + 1]?.low ?? '')) return false;
  return i === 0 || tokens[i]!.line !== 'inside' || /^[.!?]$/.test(tokens[i - 1]!.low);
}

function isLoose(tokens: readonly Token[], i: number): boolean {
  return (
    PLACED.has(tokens[i - 1]?.low ?? '') &&
    tokens[i - 2]?.kind === 'word' &&
    !/^(?:care|charge|control|instead|copy|hold|out|hands|ahead|because|part|look|looking|work|works|working|go)$/.test(
      tokens[i - 2]!.low,
    ) &&
    !FAULTS.has(tokens[i - 2]!.low)
  );
}

const ORDINALS: Partial<Record<Pronoun, number>> = {
  first: 0,
  former: 0,
  second: 1,
  third: 2,
  last: -1,
  other: -1,
};

/** What a pronoun stands for among the mentions before it; nothing where that is not certain. */
export function antecedent(pronoun: Pronoun, before: readonly Mention[]): readonly string[] {
  const place = ORDINALS[pronoun];
  if (place !== undefined) {
    const list =
      before.findLast(({ targets }) => targets.length > 1)?.targets ??
      before.slice(-2).flatMap(({ targets }) => targets);
    const target = list.length > 1 ? list.at(place) : undefined;
    return target === undefined ? [] : [target];
  }
  const last = before.at(-1);
  if (last === undefined || last.loose) return [];
  if (pronoun === 'many') return last.targets.length > 1 ? last.targets : together(before);
  return last.targets.length === 1 ? last.targets : [];
}

/** What "both" stands for where the last mention is of one thing: the paths right before it, too. */
function together(before: readonly Mention[]): readonly string[] {
  const last = before.at(-1)!;
  const near = before.filter(
    ({ at, targets }) => last.at - at < 60 && targets.every((target) => /[./]/.test(target)),
  );
  return near.at(-1) === last ? near.flatMap(({ targets }) => targets) : last.targets;
}

/** "them, they're in handlers/v1/": where they are is said only afterwards. */
export function placedLater(tokens: readonly Token[], i: number): readonly string[] {
  for (let at = i; at < tokens.length && at < i + 14; at++) {
    const copula = /^(?:they're|it's|theyre|its)$/.test(tokens[at]!.low)
      ? at + 1
      : /^(?:they|it)$/.test(tokens[at]!.low) && /^(?:are|is|live|lives)$/.test(tokens[at + 1]?.low ?? '')
        ? at + 2
        : undefined;
    if (copula === undefined || !/^(?:in|at|under|inside)$/.test(tokens[copula]?.low ?? '')) continue;
    const noun = nounAt(tokens, copula + 1);
    if (noun.is === 'targets') return noun.targets;
  }
  return [];
}
