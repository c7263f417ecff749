import { type Found, hold, type Said } from '../english/scene.ts';
import { CHINESE } from '../lexicon/chinese.ts';
import { BARE_FOLDERS, type Pronoun, REMOTES } from '../lexicon/english-nouns.ts';
import { JAPANESE } from '../lexicon/japanese.ts';
import { KOREAN } from '../lexicon/korean.ts';
import { words } from '../phrases.ts';
import type { PlainAct } from '../plain/language.ts';
import type { Token } from '../token.ts';
import type { ScriptLanguage } from './language.ts';

/** Stands for a path or quotation in a clause's text. */
const PATH = '\u0001';
const QUOTE = '\u0002';
/** A clause longer than that is no plain ban. */
const LONGEST = 160;

type Refer = (pronoun: Pronoun, i: number) => readonly string[];

/** hostile: a sentence with Japanese, Chinese or Korean in it. Its plain bans and scopes. */
export function readScript(tokens: readonly Token[], refer: Refer): readonly Said[] {
  const language = languageOf(tokens);
  if (tokens.at(-1)?.low === '?' || tokens.at(-1)?.low === '?') return [];
  const said: Said[] = [];
  let pending: readonly string[] = [];
  for (const { from, to } of clauses(tokens)) {
    const plain = clauseOf(language, tokens.slice(from, to), pending);
    const it = plain.targets.length === 0 && language.pronouns.test(plain.text);
    const clause = it ? { ...plain, it, targets: refer('one', from) } : plain;
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

type Clause = {
  /** Paths, quotations and names taken out. */
  readonly text: string;
  readonly targets: readonly string[];
  /** Words in Latin letters: a branch or remote, where something is pushed. */
  readonly names: readonly string[];
  /** It is about "it"; what that stands for are the targets. */
  readonly it?: boolean;
};

/** Latin words that name nothing. */
const KNOWN = words(
  'git push commit pull request pr mr force force-push --force -f main-branch claude codex ai please ok repo repository codebase project npm pip yarn github gitlab remote now plan',
);

function clauseOf(language: ScriptLanguage, tokens: readonly Token[], pending: readonly string[]): Clause {
  const targets = [...pending];
  const names: string[] = [];
  let text = '';
  for (const [i, token] of tokens.entries()) {
    const named = token.kind === 'path' || isFolder(language, token, tokens[i + 1]);
    if (named) targets.push(token.text);
    else if (token.kind === 'word' && !token.quoted && !KNOWN.has(token.low)) names.push(token.text);
    text += named ? PATH : pieceOf(token);
  }
  const artefact = targets.length === 0 ? language.artefacts.exec(text)?.[0] : undefined;
  return { text: text.trim(), names, targets: artefact === undefined ? targets : [artefact] };
}

function pieceOf({ kind, quoted, low, text }: Token): string {
  if (kind === 'mark') return '';
  if (kind === 'script') return text;
  return quoted || kind !== 'word' ? QUOTE : ` ${low} `;
}

/** "infra 目录", "`billing` フォルダ", "vendor". */
function isFolder(language: ScriptLanguage, token: Token, behind: Token | undefined): boolean {
  if (token.kind !== 'word') return false;
  return BARE_FOLDERS.has(token.low) || (behind?.kind === 'script' && language.folders.test(behind.text));
}

/** "if the tests fail,": what follows in the sentence hangs on it. */
function isCondition(text: string): boolean {
  return /(?:如果|当|的时候|場合|したら|すると|たら$|れば$|경우|하면$|면$)/.test(text);
}

function isOnlyPaths(text: string): boolean {
  return text.includes(PATH) && /^[\s\u0001和与及或と、や와과이나,]*$/.test(text);
}

const KINDS: Partial<Record<PlainAct, 'no_commit' | 'no_network' | 'no_install'>> = {
  commit: 'no_commit',
  network: 'no_network',
  install: 'no_install',
};

function foundIn(language: ScriptLanguage, clause: Clause): readonly Found[] {
  const { text, targets } = clause;
  const bans = language.bans.test(text);
  const acts = language.acts.filter(([, words]) => words.test(text)).map(([act]) => act);
  if (bans && language.except.test(text) && acts.includes('modify') && targets.length > 0)
    return [hold('scope', targets)];
  if (!bans && language.only.test(text) && targets.length > 0 && !language.readOnly.test(text))
    return acts.includes('modify') || language.only.source.includes('在') ? [hold('scope', targets)] : [];
  if (language.kept.test(text) && targets.length > 0) return [hold('no_modify', targets)];
  if (bans) return acts.flatMap((act) => banned(language, act, clause));
  if (language.readOnly.test(text)) return [hold('read_only', [])];
  return language.offline.test(text) ? [hold('no_network', [])] : [];
}

function banned(language: ScriptLanguage, act: PlainAct, clause: Clause): readonly Found[] {
  const { text, targets, it } = clause;
  if (act === 'push') return pushed(language, clause);
  const kind = KINDS[act];
  if (kind !== undefined)
    return targets.length === 0 || it === true || kind === 'no_commit'
      ? [hold(kind, it === true ? [] : targets)]
      : [];
  const all = it !== true && isAll(language, clause);
  if (act === 'delete') return targets.length > 0 || all ? [hold('no_delete', targets)] : [];
  if (targets.length > 0) return [hold('no_modify', targets)];
  return all && text !== '' ? [hold('read_only', [])] : [];
}

/** All files; not where something sets some of them apart, or a word is not known. */
function isAll(language: ScriptLanguage, { text, names }: Clause): boolean {
  if (names.length > 0 || language.qualified.test(text)) return false;
  return language.everything.test(text) || isBare(language, text);
}

/** A clause that bans an act and says nothing else. */
function isBare(language: ScriptLanguage, text: string): boolean {
  let rest = text;
  for (const words of [...language.acts.map(([, act]) => act), language.bans]) rest = rest.replace(words, '');
  return rest.replace(language.fillers, '') === '';
}

/** A push to a remote, or by force; a branch's name makes it a rule about a branch. */
function pushed(language: ScriptLanguage, { text, targets, names, it }: Clause): readonly Found[] {
  if (language.force.test(text) || /--force|force/.test(text)) return [hold('no_push', ['--force'])];
  if (targets.length > 0 && it !== true) return [];
  const remotes = names.filter((name) => REMOTES.has(name.toLowerCase()));
  return remotes.length === names.length ? [hold('no_push', remotes)] : [];
}
