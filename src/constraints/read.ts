import { announces, type Below } from './english/announce.ts';
import { taskOf } from './english/frame.ts';
import { isForAgent, readEnglish, type Said } from './english/sentence.ts';
import type { Hold, Named, PromptReading, Release } from './hold.ts';
import type { Pronoun } from './lexicon/english-nouns.ts';
import { readableLines } from './lines.ts';
import { listAt } from './list.ts';
import { antecedent, type Mention, mentionsOf, placedLater } from './mentions.ts';
import { readPlain } from './plain/sentence.ts';
import { readScript } from './script/sentence.ts';
import { sentencesOf } from './sentence.ts';
import type { Token } from './token.ts';

/** How many earlier prompts are looked through for what "it" stands for. */
const LOOK_BACK = 3;

/**
 * hostile: whatever text. Reads what a person's prompt says about what may not be done, and takes back. `earlier`: the
 * prompts before it, oldest first, where "it" may have been named. Linear in the texts' length; never throws.
 *
 * @example
 * readPrompt("Fix the pager, but don't touch billing.py").holds[0].targets // ['billing.py']
 */
export function readPrompt(text: string, earlier: readonly string[] = []): PromptReading {
  const sentences = sentencesOf(readableLines(text));
  const all = sentences.flat();
  let seen: readonly Mention[] | undefined;
  const mentions = () => {
    seen ??= mentionsOf(all);
    return seen;
  };
  const holds: Hold[] = [];
  const releases: Release[] = [];
  const named: Named[] = [];
  let below: Below = { kind: 'nothing', ends: 'nothing' };
  let offset = 0;
  for (const [index, tokens] of sentences.entries()) {
    below = stillBelow(below, tokens[0]!);
    const start = offset;
    const refer = (pronoun: Pronoun, i: number) =>
      referred({ pronoun, all, at: start + i, mentions, earlier });
    const worked = () => lastNamed(named, () => before(mentions(), tokens.at(-1)!.end), tokens[0]!.at);
    const around = { refer, worked, below: below.kind };
    const lists = { holds, releases, named };
    const items = listAt(sentences, index, (whole) => readSentence(whole, around));
    for (const item of items) for (const said of item.said) collect(said, item.tokens, lists);
    if (items.length === 0) for (const said of readSentence(tokens, around)) collect(said, tokens, lists);
    offset += tokens.length;
    const announced = announces(tokens);
    if (announced.kind !== 'nothing') below = announced;
  }
  return { holds, releases, named };
}

type Around = Parameters<typeof readEnglish>[1];

function readSentence(tokens: readonly Token[], around: Around): readonly Said[] {
  if (around.below === 'text') return [];
  if (tokens.some(({ kind }) => kind === 'script')) return readScript(tokens, around.refer);
  const english = readEnglish(tokens, around);
  if (english.some(({ found }) => found.say === 'hold')) return english;
  const plain = readPlain(tokens.slice(0, taskOf(tokens).textFrom));
  const own = around.below === 'nothing' ? plain : plain.filter(({ found }) => isForAgent(found));
  return own.length > 0 ? own : english;
}

/** What a line announced ends with its list, or with its paragraph. */
function stillBelow(below: Below, first: Token): Below {
  if (below.kind === 'nothing' || first.line === 'inside') return below;
  if (first.line === 'resumes' && below.ends !== 'never') return { kind: 'nothing', ends: 'nothing' };
  if (below.ends === 'text' || below.ends === 'nothing') {
    const letter = below.ends === 'text' && first.line === 'paragraph';
    return letter
      ? { ...below, ends: 'never' }
      : { kind: below.kind, ends: first.line === 'bullet' ? 'list' : 'paragraph' };
  }
  if (below.ends === 'never') return below;
  const ended = below.ends === 'list' ? first.line !== 'bullet' : first.line === 'paragraph';
  return ended ? { kind: 'nothing', ends: 'nothing' } : below;
}

type Reference = {
  readonly pronoun: Pronoun;
  readonly all: readonly Token[];
  readonly at: number;
  readonly mentions: () => readonly Mention[];
  readonly earlier: readonly string[];
};

function referred({ pronoun, all, at, mentions, earlier }: Reference): readonly string[] {
  const later = placedLater(all, at);
  if (later.length > 0) return later;
  const offset = all[Math.min(at, all.length - 1)]!.at;
  const near = before(mentions(), offset);
  if (near.length > 0) return antecedent(pronoun, near);
  for (const text of earlier.slice(-LOOK_BACK).reverse()) {
    const found = mentionsOf(sentencesOf(readableLines(text)).flat());
    if (found.length > 0) return antecedent(pronoun, found);
  }
  return [];
}

/** The last few mentions before a place, found by halving. */
function before(mentions: readonly Mention[], offset: number): readonly Mention[] {
  let low = 0;
  let high = mentions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (mentions[middle]!.at < offset) low = middle + 1;
    else high = middle;
  }
  return mentions.slice(Math.max(0, low - 8), low);
}

/** The paths that the instruction before has as its object: what "nothing else" sets apart. */
function lastNamed(
  named: readonly Named[],
  mentions: () => readonly Mention[],
  at: number,
): readonly string[] {
  const targets = [...new Set(named.slice(-8).map(({ target }) => target))];
  if (targets.length > 0) return targets;
  const first = mentions().find((mention) => mention.at >= at);
  return first !== undefined && first.at - at < 80
    ? first.targets.filter((target) => /[./]/.test(target))
    : [];
}

type Lists = { readonly holds: Hold[]; readonly releases: Release[]; readonly named: Named[] };

function collect({ found, from, to }: Said, tokens: readonly Token[], lists: Lists): void {
  const at = tokens[from]!.at;
  const words = { at, length: tokens[Math.min(to, tokens.length) - 1]!.end - at };
  if (found.say === 'hold')
    lists.holds.push({
      kind: found.kind,
      targets: found.targets,
      except: found.except,
      untilWord: found.untilWord,
      words,
    });
  else if (found.say === 'release')
    lists.releases.push({ kinds: found.kinds, targets: found.targets, by: found.by, words });
  else for (const target of found.targets) lists.named.push({ target, words });
}
