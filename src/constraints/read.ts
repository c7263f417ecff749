import { announces, type Below } from './english/announce.ts';
import { taskOf } from './english/frame.ts';
import type { Said } from './english/scene.ts';
import { isForAgent, readEnglish } from './english/sentence.ts';
import type { Hold, Named, PromptReading, Release } from './hold.ts';
import { readableLines } from './lines.ts';
import { listAt } from './list.ts';
import { languagesOf, readPlain } from './plain/sentence.ts';
import { Reference } from './reference.ts';
import { readScript } from './script/sentence.ts';
import { sentencesIn } from './sentence.ts';
import type { Token } from './token.ts';
import { Upcoming } from './upcoming.ts';

/**
 * hostile: whatever text. Reads what a person's prompt says about what may not be done, and takes back. `earlier`: the
 * prompts before it, oldest first, where "it" may have been named. Linear in the texts' length; never throws.
 *
 * @example
 * readPrompt("Fix the pager, but don't touch billing.py").holds[0].targets // ['billing.py']
 */
export function readPrompt(text: string, earlier: readonly string[] = []): PromptReading {
  const upcoming = new Upcoming(sentencesIn(readableLines(text)));
  const reference = new Reference(upcoming, earlier);
  const refer = reference.refer.bind(reference);
  const lists: Lists = { holds: [], releases: [], named: [] };
  let below: Below = { kind: 'nothing', ends: 'nothing' };
  let looked = 0;
  for (let tokens = upcoming.next(); tokens !== undefined; tokens = upcoming.next()) {
    reference.enter(tokens);
    below = stillBelow(below, tokens[0]!);
    const at = tokens[0]!.at;
    const worked = () => lastNamed(lists.named, reference, at);
    const last = () => (lists.holds.length === 0 ? undefined : heldAgain(lists.holds.at(-1)!));
    const around = { refer, worked, last, below: below.kind };
    // Each sentence is an item of at most one list, so that lists cost no more than what they hold.
    const list = looked > 0 ? undefined : listAt(tokens, upcoming, (whole) => readSentence(whole, around));
    looked = list?.looked ?? looked - 1;
    const items = list?.items ?? [];
    for (const item of items) for (const said of item.said) collect(said, item.tokens, lists);
    if (items.length === 0) for (const said of readSentence(tokens, around)) collect(said, tokens, lists);
    const announced = announces(tokens);
    if (announced.kind !== 'nothing') below = announced;
  }
  return lists;
}

type Around = Parameters<typeof readEnglish>[1];

function readSentence(tokens: readonly Token[], around: Around): readonly Said[] {
  if (around.below === 'text') return [];
  if (tokens.some(({ kind }) => kind === 'script')) return readScript(tokens, around.refer);
  const english = readEnglish(tokens, around);
  if (english.some(({ found }) => found.say === 'hold')) return english;
  const languages = languagesOf(tokens);
  if (languages.size === 0) return english;
  const plain = readPlain(tokens.slice(0, taskOf(tokens).textFrom), languages);
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

/** The paths that the instruction before has as its object: what "nothing else" sets apart. */
function lastNamed(named: readonly Named[], reference: Reference, at: number): readonly string[] {
  const targets = [...new Set(named.slice(-8).map(({ target }) => target))];
  if (targets.length > 0) return targets;
  const first = reference.mentioned()[0];
  return first !== undefined && first.at - at < 80
    ? first.targets.filter((target) => /[./]/.test(target))
    : [];
}

function heldAgain({ kind, targets, except, untilWord }: Hold): Said['found'] {
  return { say: 'hold', kind, targets, except, untilWord };
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
