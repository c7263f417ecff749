import { type Found, hold } from '../english/scene.ts';
import type { Said } from '../english/sentence.ts';
import { CHINESE } from '../lexicon/chinese.ts';
import { JAPANESE } from '../lexicon/japanese.ts';
import { KOREAN } from '../lexicon/korean.ts';
import type { PlainAct } from '../plain/language.ts';
import type { Token } from '../token.ts';
import type { ScriptLanguage } from './language.ts';

/** Stands for a path or quotation in a clause's text. */
const PATH = '\u0001';
const QUOTE = '\u0002';
/** A clause longer than that is no plain ban. */
const LONGEST = 160;

/** hostile: a sentence with Japanese, Chinese or Korean in it. Its plain bans and scopes. */
export function readScript(tokens: readonly Token[]): readonly Said[] {
  const language = languageOf(tokens);
  if (tokens.at(-1)?.low === '?' || tokens.at(-1)?.low === '?') return [];
  const said: Said[] = [];
  let pending: readonly string[] = [];
  for (const { from, to } of clauses(tokens)) {
    const clause = clauseOf(language, tokens.slice(from, to), pending);
    if (clause.text.length > LONGEST) continue;
    if (language.rulesOut.test(clause.text)) {
      if (isCondition(clause.text)) return said;
      pending = [];
      continue;
    }
    const found = foundIn(language, clause);
    for (const one of found) said.push({ found: one, from, to });
    pending = found.length === 0 && isOnlyPaths(clause.text) ? clause.targets : [];
  }
  return said;
}

function languageOf(tokens: readonly Token[]): ScriptLanguage {
  const text = tokens
    .filter(({ kind }) => kind === 'script')
    .map(({ text: run }) => run)
    .join('');
  if (KOREAN.letters.test(text)) return KOREAN;
  return JAPANESE.letters.test(text) ? JAPANESE : CHINESE;
}

type Stretch = { readonly from: number; readonly to: number };

/** Between marks. A list's mark parts no clause where paths stand on both sides. */
function clauses(tokens: readonly Token[]): readonly Stretch[] {
  const found: Stretch[] = [];
  let from = 0;
  for (let i = 0; i <= tokens.length; i++) {
    const token = tokens[i];
    if (token !== undefined && token.kind !== 'mark') continue;
    if (
      token !== undefined &&
      /^[,、,]$/.test(token.low) &&
      tokens[i - 1]?.kind === 'path' &&
      tokens[i + 1]?.kind === 'path'
    )
      continue;
    if (i > from) found.push({ from, to: i });
    from = i + 1;
  }
  return found;
}

type Clause = { readonly text: string; readonly targets: readonly string[] };

function clauseOf(language: ScriptLanguage, tokens: readonly Token[], pending: readonly string[]): Clause {
  const targets = [...pending];
  let text = '';
  for (const token of tokens) {
    if (token.kind === 'path') targets.push(token.text);
    const piece = {
      path: PATH,
      opaque: QUOTE,
      host: QUOTE,
      mark: '',
      word: token.quoted ? QUOTE : ` ${token.low} `,
      script: token.text,
    }[token.kind];
    text += piece;
  }
  const artefact = targets.length === 0 ? language.artefacts.exec(text)?.[0] : undefined;
  return { text: text.trim(), targets: artefact === undefined ? targets : [artefact] };
}

/** "if the tests fail,": what follows in the sentence hangs on it. */
function isCondition(text: string): boolean {
  return /(?:如果|当|的时候|場合|したら|すると|たら$|れば$|경우|하면$|면$)/.test(text);
}

function isOnlyPaths(text: string): boolean {
  return text.includes(PATH) && /^[\s\u0001和与及或と、や와과이나,]*$/.test(text);
}

const KINDS: Partial<Record<PlainAct, 'no_push' | 'no_commit' | 'no_network' | 'no_install'>> = {
  push: 'no_push',
  commit: 'no_commit',
  network: 'no_network',
  install: 'no_install',
};

function foundIn(language: ScriptLanguage, { text, targets }: Clause): readonly Found[] {
  const bans = language.bans.test(text);
  const acts = language.acts.filter(([, words]) => words.test(text)).map(([act]) => act);
  if (bans && language.except.test(text) && acts.includes('modify') && targets.length > 0)
    return [hold('scope', targets)];
  if (!bans && language.only.test(text) && targets.length > 0 && !language.readOnly.test(text))
    return acts.includes('modify') || language.only.source.includes('在') ? [hold('scope', targets)] : [];
  if (language.kept.test(text) && targets.length > 0) return [hold('no_modify', targets)];
  if (bans) return acts.flatMap((act) => banned(language, act, { text, targets }));
  if (language.readOnly.test(text)) return [hold('read_only', [])];
  return language.offline.test(text) ? [hold('no_network', [])] : [];
}

function banned(language: ScriptLanguage, act: PlainAct, { text, targets }: Clause): readonly Found[] {
  const kind = KINDS[act];
  if (kind !== undefined) return targets.length === 0 || kind === 'no_commit' ? [hold(kind, targets)] : [];
  const all = language.everything.test(text) || (!/[\u0001\u0002]/.test(text) && text.length <= 12);
  if (act === 'delete') return targets.length > 0 || all ? [hold('no_delete', targets)] : [];
  if (targets.length > 0) return [hold('no_modify', targets)];
  return all ? [hold('read_only', [])] : [];
}
