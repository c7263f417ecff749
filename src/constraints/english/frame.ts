import {
  CONDITIONS,
  HYPOTHETICAL,
  LABELS,
  NEGATIONS,
  PREAMBLE,
  QUESTION_WORDS,
  SPEECH,
  TAGS,
  TEXT_BEGINS,
  TEXTS,
  THINGS,
} from '../lexicon/english-phrases.ts';
import { IMPERATIVES, MAKING, WRITING } from '../lexicon/english-verbs.ts';
import { phrases, words } from '../phrases.ts';
import type { Token } from '../token.ts';

/**
 * Whose words a clause is, and in which mood: `own`, an instruction; else what makes it none, and until where that
 * reaches (the index of the first token that is free of it).
 */
export type Frame = { readonly mood: 'own' | 'condition' | 'question' | 'foreign'; readonly until: number };

const OWN: Frame = { mood: 'own', until: 0 };

const FIRST_PERSON = words("i i'm i'd i'll i've you we u");

const TIME = words('yesterday earlier previously before ago last once');

/** The mood of the clause that begins at `i` (behind its preamble). */
export function frameAt(tokens: readonly Token[], i: number): Frame {
  const low = tokens[i]?.low ?? '';
  if (tokens[i] === undefined || tokens[i]!.quoted) return OWN;
  if (CONDITIONS.find(tokens, i) !== undefined) return conditionAt(tokens, i);
  if (HYPOTHETICAL.find(tokens, i) !== undefined) return { mood: 'foreign', until: behindBut(tokens, i) };
  if (QUESTION_WORDS.has(low) && asks(tokens, i)) return { mood: 'question', until: tokens.length };
  if (isReported(tokens, i)) return { mood: 'foreign', until: behindBut(tokens, i) };
  return OWN;
}

/** All that follows hangs on a condition; "until I …," says how long what follows is held from now on. */
function conditionAt(tokens: readonly Token[], i: number): Frame {
  if (!/^(?:until|till)$/.test(tokens[i]!.low)) return { mood: 'condition', until: behindBut(tokens, i) };
  const comma = tokens.findIndex(({ low }, at) => at > i && low === ',');
  return { mood: 'condition', until: comma < 0 ? tokens.length : comma + 1 };
}

/** The index behind the next "but": there the person may speak for themselves again. */
function behindBut(tokens: readonly Token[], i: number): number {
  for (let at = i + 1; at < tokens.length; at++) {
    if (/^(?:but|however|anyway|nonetheless)$/.test(tokens[at]!.low) && !tokens[at]!.quoted) return at + 1;
  }
  return tokens.length;
}

/** A question word asks where the sentence ends in "?", or where it stands alone at the head: "why does it say …". */
function asks(tokens: readonly Token[], i: number): boolean {
  if (tokens.at(-1)!.low === '?') return true;
  const low = tokens[i]!.low;
  if (low === 'do') return /^(?:you|i|we|they|u)$/.test(tokens[i + 1]?.low ?? '');
  if (/^(?:have|did|does|was|were|had|should|may|might)$/.test(low))
    return /^(?:you|i|we|they|he|she|it|the|this|that|these)$/.test(tokens[i + 1]?.low ?? '');
  return /^(?:why|what|how|where|who|which|is|are|whether|isn't|aren't|doesn't|didn't|whose)$/.test(low);
}

/** "He said …", "the linter says …": a third party speaks. "I told you" speaks of another time. */
function isReported(tokens: readonly Token[], i: number): boolean {
  const past =
    TIME.has(tokens[i]!.low) ||
    (tokens[i]!.low === 'last' && /^(?:week|time|month|year|night)$/.test(tokens[i + 1]?.low ?? ''));
  for (let at = i; at < tokens.length && at < i + 10; at++) {
    const token = tokens[at]!;
    if (token.kind === 'mark') return false;
    if (at === i && NEGATIONS.find(tokens, at) !== undefined) return false;
    if (!SPEECH.has(token.low) || at === i) continue;
    const subject = tokens[at - 1]!.low;
    if (/^(?:to|a|the|an|you|please|and)$/.test(subject)) continue;
    return (
      past ||
      !(
        FIRST_PERSON.has(tokens[i]!.low) &&
        /^(?:i|i'd)$/.test(subject) &&
        token.low !== 'told' &&
        token.low !== 'asked' &&
        token.low !== 'thought'
      )
    );
  }
  return false;
}

/** What the sentence's first instruction is about. */
export type Task = {
  /** The index behind the sentence's preamble. */
  readonly begin: number;
  /** It makes text or a program, which what follows may describe. */
  readonly making: boolean;
  readonly writing: boolean;
  /** It states something about a third party. */
  readonly stating: boolean;
  /** Text that it makes, answers or handles stands from this token on: none of it is said to the agent. */
  readonly textFrom: number;
  /** What it makes is described behind this colon: only a ban with a path is said to the agent. */
  readonly thingFrom: number;
};

/** hostile: a sentence. */
export function taskOf(tokens: readonly Token[]): Task {
  const begin = behindPreamble(tokens, 0);
  const first = helped(tokens, firstVerb(tokens, begin));
  const making = first !== undefined && MAKING.has(tokens[first]!.low);
  const writing = tokens.some((token, i) => WRITING.has(token.low) && isInstruction(tokens, i, begin));
  return {
    begin,
    making: making && isBuilding(tokens, first!),
    writing,
    stating: first === undefined && isStatement(tokens, begin),
    textFrom: making || isHandling(tokens[begin]) ? textBegins(tokens, first ?? 0) : tokens.length,
    thingFrom: making ? thingBegins(tokens, first!) : (becomesThing(tokens) ?? tokens.length),
  };
}

/** The verb in the imperative that begins the sentence, behind its preamble. */
function firstVerb(tokens: readonly Token[], from: number): number | undefined {
  const begin = behindPlace(tokens, from);
  const token = tokens[begin];
  return token?.kind === 'word' && !token.quoted && IMPERATIVES.has(token.low) ? begin : undefined;
}

/** "help me write …": what the help is with. */
function helped(tokens: readonly Token[], first: number | undefined): number | undefined {
  if (first === undefined || !/^(?:help|let)$/.test(tokens[first]!.low)) return first;
  for (let i = first + 1; i < first + 4; i++) if (MAKING.has(tokens[i]?.low ?? '')) return i;
  return first;
}

/** "In CONTRIBUTING.md, add …": behind the place. */
function behindPlace(tokens: readonly Token[], i: number): number {
  if (!/^(?:in|for|at|on|under|to|within)$/.test(tokens[i]?.low ?? '')) return i;
  for (let at = i + 1; at < tokens.length && at < i + 9; at++)
    if (tokens[at]!.low === ',') return behindPreamble(tokens, at + 1);
  return i;
}

/** The index behind words that open a clause and say nothing. */
export function behindPreamble(tokens: readonly Token[], i: number): number {
  let at = i;
  for (let step = 0; step < 12; step++) {
    if (NEGATIONS.find(tokens, at) !== undefined) return at;
    if (/^(?:only|just)$/.test(tokens[at]?.low ?? '') && NEGATIONS.find(tokens, at + 1) !== undefined)
      return at + 1;
    if (tokens[at]?.low === 'do' && IMPERATIVES.has(tokens[at + 1]?.low ?? '')) {
      at++;
      continue;
    }
    const label = LABELS.find(tokens, at);
    if (label !== undefined && /^[:—]$/.test(tokens[label.next]?.low ?? '')) {
      at = label.next + 1;
      continue;
    }
    const found = PREAMBLE.find(tokens, at);
    const next = found?.next ?? at;
    const mark = tokens[next];
    const punctuated =
      (found !== undefined || step === 0) && mark?.kind === 'mark' && /^[,:—(!-]$/.test(mark.low);
    if (found === undefined && !punctuated) return at;
    at = punctuated ? next + 1 : next;
  }
  return at;
}

/** Whether token `i` is a verb that gives an instruction: it begins a clause. `begin`: where the sentence's first does. */
export function isInstruction(tokens: readonly Token[], i: number, begin: number): boolean {
  const token = tokens[i]!;
  if (token.kind !== 'word' || token.quoted || !IMPERATIVES.has(token.low)) return false;
  if (i === 0 || token.line !== 'inside') return true;
  const before = tokens[i - 1]!;
  if (before.kind === 'mark') return true;
  if (/^(?:and|then|but|please|pls|just|so|also|now|you|ok|okay|yes)$/.test(before.low))
    return before.low !== 'and' || !isNegatedBefore(tokens, i);
  return begin === i;
}

function isNegatedBefore(tokens: readonly Token[], i: number): boolean {
  for (let at = i - 1; at >= 0 && at > i - 5 && tokens[at]!.kind !== 'mark'; at--)
    if (/^(?:don't|dont|not|never)$/.test(tokens[at]!.low)) return true;
  return false;
}

function isBuilding(tokens: readonly Token[], first: number): boolean {
  return /^(?:write|create|make|build|generate|implement|design|draft|develop|prototype|code|add|define|introduce)$/.test(
    tokens[first]!.low,
  );
}

/** "this is a review": said of the session, not of a thing. */
const SESSION = phrases(
  "(this is|it's|that's|this will be|consider this|this should be|today is|this session is) (just|only|purely|strictly|really|meant to be|meant as)? (a|an|my|for|about)? (quick|pure|code|security|design|architecture|planning|read-only|short|first)? (review|audit|question|analysis|investigation|discussion|exploration|planning|research|brainstorm|walkthrough|consultation|assessment|session|dry run|dry-run|code review|look)",
);

function isStatement(tokens: readonly Token[], begin: number): boolean {
  const low = tokens[begin]?.low ?? '';
  if (SESSION.find(tokens, begin) !== undefined) return false;
  return (
    /^(?:the|this|that|it|we|he|she|they|our|there|my|a|an|its|these|those|everything|all|some|it's|we're|they're|there's)$/.test(
      low,
    ) &&
    tokens.some(({ low: word }) =>
      /^(?:is|are|was|were|has|have|runs?|uses?|needs?|works?|should|must|can|will|does|do|don't|doesn't|it's|we're|they're|there's|fails?|has|had)$/.test(
        word,
      ),
    )
  );
}

/** "Translate this: …", "what does this mean: …". */
function isHandling(first: Token | undefined): boolean {
  return /^(?:translate|summarise|summarize|proofread|rephrase|reword|paraphrase)$/.test(first?.low ?? '');
}

/** Behind "saying" or "such as", or the colon behind a noun for text, the text begins. */
function textBegins(tokens: readonly Token[], first: number): number {
  let text =
    /^(?:document|translate|summarise|summarize|proofread|describe|print|log|say|state|mention|explain)$/.test(
      tokens[first]?.low ?? '',
    );
  for (let i = first + 1; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (token.kind === 'opaque') return tokens.length;
    if (TEXTS.has(token.low)) text = true;
    if (token.low === 'such' && tokens[i + 1]?.low === 'as') return i;
    if (
      TEXT_BEGINS.has(token.low) &&
      token.low !== 'which' &&
      token.low !== 'where' &&
      (text || /^(?:saying|stating|reading|telling|e\.g)$/.test(token.low))
    )
      return i;
    if (token.low === ':') return text ? i : tokens.length;
  }
  return tokens.length;
}

/** Behind "add a dry-run flag:" the flag is described. */
function thingBegins(tokens: readonly Token[], first: number): number {
  for (let i = first + 1; i < tokens.length; i++) {
    if (tokens[i]!.low === ':' || tokens[i]!.low === '—')
      return tokens.slice(first, i).some(({ low }) => THINGS.has(low)) ? i : tokens.length;
  }
  return tokens.length;
}

/** "Extract it into a pure function:": the colon behind which is described what the code is to become. */
export function becomesThing(tokens: readonly Token[]): number | undefined {
  for (let i = 3; i < tokens.length; i++) {
    if (!/^[:—]$/.test(tokens[i]!.low) || !THINGS.has(tokens[i - 1]!.low)) continue;
    for (let at = i - 2; at > 0 && at > i - 6; at--)
      if (/^(?:a|an)$/.test(tokens[at]!.low) && /^(?:into|to|as)$/.test(tokens[at - 1]!.low)) return i;
  }
  return undefined;
}

/** Whether the sentence asks: it ends in "?", and that is no tag ("…, ok?"). */
export function endsAsking(tokens: readonly Token[]): boolean {
  if (tokens.at(-1)?.low !== '?') return false;
  for (let i = Math.max(0, tokens.length - 5); i < tokens.length - 1; i++) {
    const tag = TAGS.find(tokens, i);
    if (tag !== undefined && tag.next === tokens.length - 1) return false;
  }
  return true;
}
