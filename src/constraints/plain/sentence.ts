import { type Found, hold, type Said } from '../english/scene.ts';
import { FRENCH } from '../lexicon/french.ts';
import { GERMAN } from '../lexicon/german.ts';
import { PORTUGUESE } from '../lexicon/portuguese.ts';
import { SPANISH } from '../lexicon/spanish.ts';
import type { Token } from '../token.ts';
import { type Clause, clauseAt } from './clause.ts';
import type { PlainAct, PlainLanguage } from './language.ts';

const LANGUAGES: readonly PlainLanguage[] = [GERMAN, FRENCH, SPANISH, PORTUGUESE];

/** The words without one of which nothing is banned or limited in a language, and their languages. */
const TELLING: ReadonlyMap<string, readonly PlainLanguage[]> = readTelling();

function readTelling(): Map<string, PlainLanguage[]> {
  const telling = new Map<string, PlainLanguage[]>();
  for (const language of LANGUAGES)
    for (const word of tellingWords(language)) telling.set(word, [...(telling.get(word) ?? []), language]);
  return telling;
}

function tellingWords(language: PlainLanguage): ReadonlySet<string> {
  const tables = [
    language.negations,
    language.without,
    language.only,
    language.nothing,
    language.keep,
    language.handsOff,
    language.readOnly,
    language.offline,
  ];
  return new Set(tables.flatMap((table) => table.firstWords()));
}

/** hostile: a sentence. The languages in which it may say a ban. */
export function languagesOf(tokens: readonly Token[]): ReadonlySet<PlainLanguage> {
  const languages = new Set<PlainLanguage>();
  for (const { low } of tokens) for (const language of TELLING.get(low) ?? []) languages.add(language);
  return languages;
}

/** hostile: a sentence. Plain bans and scopes in German, French, Spanish and Portuguese. */
export function readPlain(tokens: readonly Token[], languages: ReadonlySet<PlainLanguage>): readonly Said[] {
  let best: readonly Said[] = [];
  for (const language of LANGUAGES) {
    if (!languages.has(language)) continue;
    const said = readIn(language, tokens);
    if (covered(said) > covered(best)) best = said;
  }
  return best;
}

/** How many words a reading rests on: words that languages share are read in the one that knows the rest. */
function covered(said: readonly Said[]): number {
  return said.reduce((sum, { from, to }) => sum + to - from, 0);
}

function readIn(language: PlainLanguage, tokens: readonly Token[]): readonly Said[] {
  const asks = tokens.at(-1)?.low === '?' && language.requests.find(tokens, 0) === undefined;
  const parts = stretches(language, tokens);
  if (asks || parts.some(({ from }) => language.conditions.has(tokens[from]!.low))) return [];
  return parts.flatMap(({ from, to }) =>
    readStretch(language, tokens.slice(from, to)).map((said) => ({
      ...said,
      from: said.from + from,
      to: said.to + from,
    })),
  );
}

type Stretch = { readonly from: number; readonly to: number };

/** Between marks, except the commas of a list of paths. */
function stretches(language: PlainLanguage, tokens: readonly Token[]): readonly Stretch[] {
  const found: Stretch[] = [];
  let from = 0;
  for (let i = 0; i <= tokens.length; i++) {
    const token = tokens[i];
    if (token !== undefined && token.kind !== 'mark' && (i === from || token.line === 'inside')) continue;
    if (token?.low === ',' && tokens[i - 1]?.kind === 'path' && tokens[i + 1]?.kind === 'path') continue;
    if (token?.low === ',' && language.tied.has(tokens[i + 1]?.low ?? '')) continue;
    if (i > from) found.push({ from, to: i });
    from = token?.kind === 'mark' ? i + 1 : i;
  }
  return found;
}

/** The stretch as one clause; else its parts between conjunctions, each on its own. */
function readStretch(language: PlainLanguage, tokens: readonly Token[]): readonly Said[] {
  const whole = saidIn(language, tokens, { from: 0, to: tokens.length });
  const parts = whole.length === 1 || whole.length === 0 ? partsOf(language, tokens) : [];
  return parts.length > whole.length ? parts : whole;
}

/** "no toques a.py y no hagas push": what each part between conjunctions says on its own. */
function partsOf(language: PlainLanguage, tokens: readonly Token[]): readonly Said[] {
  const said: Said[] = [];
  let from = 0;
  for (let i = 1; i <= tokens.length; i++) {
    if (
      i < tokens.length &&
      !language.joiners.has(tokens[i]!.low) &&
      language.without.find(tokens, i) === undefined
    )
      continue;
    said.push(...saidIn(language, tokens, { from, to: i }));
    from = i;
    const rest = i < tokens.length ? saidIn(language, tokens, { from, to: tokens.length }) : [];
    if (rest.length > 0) return [...said, ...rest];
  }
  return said;
}

function saidIn(language: PlainLanguage, tokens: readonly Token[], { from, to }: Stretch): readonly Said[] {
  if (to <= from) return [];
  const start =
    language.joiners.has(tokens[from]!.low) && tokens[from]!.low !== 'ni' && tokens[from]!.low !== 'nem'
      ? from + 1
      : from;
  const clause = clauseAt(language, tokens.slice(start, to));
  return clause === undefined ? [] : foundIn(clause).map((found) => ({ found, from: start, to }));
}

const KINDS: Partial<Record<PlainAct, 'no_push' | 'no_commit' | 'no_network' | 'no_install'>> = {
  push: 'no_push',
  commit: 'no_commit',
  network: 'no_network',
  install: 'no_install',
};

/** What a clause that is known word for word says. */
function foundIn(clause: Clause): readonly Found[] {
  const { acts, targets, negated } = clause;
  if (clause.readOnly) return acts.has('add') ? [] : [hold('read_only', [])];
  if (clause.offline) return acts.has('add') ? [] : [hold('no_network', [])];
  if ((clause.kept || clause.handsOff) && targets.length > 0) return [hold('no_modify', targets)];
  const writes = acts.has('modify') || acts.has('write');
  if (negated && clause.butOnly) return writes && targets.length > 0 ? [hold('scope', targets)] : [];
  if (negated && clause.except && clause.all && writes && targets.length > 0) return [hold('scope', targets)];
  if (clause.except) return [];
  if (negated) return [...acts].flatMap((act) => banned(act, clause));
  return clause.only && acts.has('modify') && targets.length > 0 ? [hold('scope', targets)] : [];
}

function banned(act: PlainAct, { targets, all, only }: Clause): readonly Found[] {
  if (only) return [];
  const kind = KINDS[act];
  if (kind !== undefined) return targets.length === 0 || kind === 'no_commit' ? [hold(kind, targets)] : [];
  if (act === 'force') return [hold('no_push', ['--force'])];
  if (act === 'delete') return targets.length > 0 || all ? [hold('no_delete', targets)] : [];
  if (act === 'modify') return targets.length > 0 ? [hold('no_modify', targets)] : [hold('read_only', [])];
  if (act === 'write') return targets.length > 0 ? [hold('no_modify', targets)] : [hold('read_only', [])];
  return [];
}
