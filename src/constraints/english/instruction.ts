import { WRITING } from '../lexicon/english-verbs.ts';
import { words } from '../phrases.ts';
import type { Token } from '../token.ts';
import { isInstruction } from './frame.ts';
import { instructedAt } from './instructed.ts';
import { type Noun, nounAt } from './noun-phrase.ts';
import { exceptionAt } from './place.ts';
import { endsAt, hold, type Said, type Scene } from './scene.ts';

/** An instruction that is no ban: what it names, what it excepts, and which earlier holds it contradicts. */
export function instructions(scene: Scene, i: number, first: number): readonly Said[] {
  const { tokens } = scene;
  if (tokens[i] === undefined || (!isInstruction(tokens, i, first) && first !== i)) return [];
  const said: Said[] = [];
  const end = clauseEnd(tokens, i);
  for (const found of instructedAt(scene, i)) said.push({ found, from: i, to: end });
  if (!WRITING.has(tokens[i]!.low)) return said;
  if (!said.some(({ found }) => found.say === 'release'))
    said.push({
      found: { say: 'release', kinds: ['read_only'], targets: [], by: 'instruction' },
      from: i,
      to: end,
    });
  const excepted = exceptionIn(tokens, i);
  if (excepted !== undefined) said.push(excepted);
  const targets = namedIn(tokens, i, Math.min(end, excepted?.from ?? end));
  if (targets.length > 0) said.push({ found: { say: 'named', targets }, from: i, to: end });
  return said;
}

const EVERY = words('everything all anything everywhere files modules packages folders');

/** "everything but pom.xml", "everywhere but in docs/". */
function butAt(tokens: readonly Token[], at: number): Noun | undefined {
  if (!EVERY.has(tokens[at - 1]!.low)) return exceptionAt(tokens, at);
  const noun = nounAt(tokens, tokens[at + 1]?.low === 'in' ? at + 2 : at + 1);
  return noun.is === 'targets' && endsAt(tokens, noun.next) ? noun : exceptionAt(tokens, at);
}

const EXCEPTING = words('except excluding but not apart other minus');

/** "Rename it everywhere except in vendor/". */
function exceptionIn(tokens: readonly Token[], i: number): Said | undefined {
  for (let at = i + 1; at < tokens.length; at++) {
    if (!EXCEPTING.has(tokens[at]!.low)) continue;
    if (
      /^(?:do|does|did|must|should|can|will|is|are|to|may|or|if|why|would|could|shall)$/.test(
        tokens[at - 1]!.low,
      )
    )
      continue;
    const noun = tokens[at]!.low === 'but' ? butAt(tokens, at) : exceptionAt(tokens, at);
    if (noun !== undefined) return { found: hold('no_modify', noun.targets), from: at, to: noun.next };
  }
  return undefined;
}

const NOT_NAMED = words(
  "like as from see per using with via by against without not except unlike than match matching copy imported similar ( 's",
);

function namedIn(tokens: readonly Token[], from: number, to: number): readonly string[] {
  const targets: string[] = [];
  for (let i = from; i < to; i++) {
    if (tokens[i]!.kind === 'path' && !NOT_NAMED.has(tokens[i - 1]?.low ?? '')) targets.push(tokens[i]!.text);
  }
  return targets;
}

const CLAUSE_ENDS = words('but ; without except because since');

function clauseEnd(tokens: readonly Token[], i: number): number {
  let end = i + 1;
  while (end < tokens.length && !CLAUSE_ENDS.has(tokens[end]!.low)) end++;
  return end;
}
