import { ARTEFACT_FILES, TEST_FILES } from '../constraints/artefacts.ts';
import { braceAlternatives } from '../shell/brace.ts';
import { hasGlob } from '../shell/glob.ts';
import { isWithin, joinPath, normalPath, untilde } from '../shell/path.ts';
import { componentsMatch, componentsOf } from './match.ts';
import { anywhere, type NameParts } from './name-pattern.ts';
import { namesOf, type PathReader } from './real-path.ts';

/** Where a person said something of files: absolute, normal, real. */
export type SaidAt = {
  /** The folder that the session was in. */
  readonly base: string;
  /** The root of the project that it lies in. */
  readonly root: string;
  /** Names as the person sees them from there. */
  readonly parts: NameParts;
  readonly home: string;
  readonly files: PathReader;
};

/** Whether a file of this absolute, normal name is what a target means, or lies in it. */
export type TargetMatcher = (name: string) => boolean;

/**
 * A target as it was read. `words`: each name that it matches has one of these components at least, as lower case has
 * them; undefined where that can't be told. By them most names need no matching, and targets can be looked up.
 */
export type ReadTarget = {
  readonly target: string;
  readonly matches: TargetMatcher;
  readonly words: readonly string[] | undefined;
};

/**
 * What a target of a constraint means, in the person's spelling: a path or glob, a named artefact ("the lockfile"), or a
 * bare noun, which is a path component of that name. A path that names no root may begin anywhere in the project.
 * hostile: whatever text; linear in it for each name.
 */
export function readTarget(target: string, at: SaidAt): ReadTarget {
  const written = target.trim().normalize('NFC').replaceAll('\\', '/');
  if (!isPath(written)) return { target, matches: nounMatcher(written.toLowerCase(), at), words: undefined };
  const paths = alternatives(written).map((one) => onePath(one, at));
  const words = paths.map((one) => one.word);
  return {
    target,
    matches: (name) => paths.some(({ matches }) => matches(name)),
    words: words.every((word) => word !== undefined) ? words : undefined,
  };
}

/** `readTarget`, where only what it matches is asked for. */
export function targetMatcher(target: string, at: SaidAt): TargetMatcher {
  return readTarget(target, at).matches;
}

function isPath(text: string): boolean {
  return text.includes('/') || (/[.*?[{~]/.test(text) && !/\s/.test(text));
}

/** `src/*.{ts,tsx}`: one pair of braces is expanded. */
function alternatives(path: string): readonly string[] {
  const open = path.indexOf('{');
  const close = path.indexOf('}', open);
  if (open < 0 || close < 0) return [path];
  const inner = braceAlternatives(path.slice(open, close + 1)) ?? [];
  return inner.length === 0 ? [path] : inner.map((one) => path.slice(0, open) + one + path.slice(close + 1));
}

type OnePath = { readonly matches: TargetMatcher; readonly word: string | undefined };

function onePath(written: string, at: SaidAt): OnePath {
  const path = untilde(written.replace(/^(\.\/)+/, ''), at.home);
  const anchored =
    path.startsWith('/') || path.startsWith('../') || path === '..' || path === '.' || path === '';
  const full = normalPath(joinPath(at.base, path));
  const places = hasGlob(path)
    ? []
    : [full, normalPath(joinPath(at.root, path))].flatMap((one) => namesOf(one, at.files));
  const matches = anchored ? fromRoot(full) : inProject(path, at);
  return {
    matches: (name) => matches(name) || places.some((place) => isWithin(place, name)),
    word: wordOf(path, places),
  };
}

/** The last component, where it is a name that no link changes. */
function wordOf(path: string, places: readonly string[]): string | undefined {
  const last = componentsOf(path).at(-1)?.toLowerCase();
  if (last === undefined || last === '..' || hasGlob(last)) return undefined;
  return places.every((place) => componentsOf(place).at(-1)?.toLowerCase() === last) ? last : undefined;
}

/** What lies below a match is meant too. */
function fromRoot(path: string): TargetMatcher {
  const parts = componentsOf(path.toLowerCase()).map((part) => (part === '**' ? '*' : part));
  return (name) => componentsMatch([...parts, '*'], componentsOf(name.toLowerCase()));
}

/** A path without a root may begin anywhere in the project. */
function inProject(path: string, { parts }: SaidAt): TargetMatcher {
  const matches = anywhere([path.toLowerCase()]);
  return (name) => matches(parts(name));
}

const TEST_WORD =
  /^(tests?|test[- ]?suites?|test[- ]?(files?|code|cases?)|specs?|test|suites?|テスト|测试|測試|테스트|pruebas|testes)$/;
/** What is said of tests without narrowing them. */
const OF_ALL = new Set(
  'unit existing current old all any my our your the failing passing other automated'.split(' '),
);
/** Nouns that only say what kind of thing the name before them is. */
const KINDS = new Set(
  'package packages module modules service services component components library libraries lib crate crates app apps plugin plugins project code file files class script scripts layer handler handlers folder directory dir page endpoint'.split(
    ' ',
  ),
);

function nounMatcher(noun: string, at: SaidAt): TargetMatcher {
  const words = noun.split(/\s+/).filter((word) => word !== '');
  const tests = testMatcher(words, at);
  if (tests !== undefined) return tests;
  const patterns = ARTEFACT_FILES.get(words.join(' ')) ?? configOf(words);
  if (patterns !== undefined) return anyOf(patterns, at);
  const named = words.length > 1 && KINDS.has(words.at(-1)!) ? words.slice(0, -1) : words;
  const name = plain(named.join(''));
  // A name that says what kind of thing it is ("the billing module") may be a file's without its ending.
  const stems = words.length > 1;
  return (path) =>
    at.parts(path).some((part) => plain(part) === name || (stems && plain(stemOf(part)) === name));
}

/** "tests", "the auth tests": files that tests are by their names, of which a narrower word must be a part. */
function testMatcher(words: readonly string[], at: SaidAt): TargetMatcher | undefined {
  const last = words.at(-1) ?? '';
  const two = words.slice(-2).join(' ');
  const taken = TEST_WORD.test(two) ? 2 : TEST_WORD.test(last) ? 1 : 0;
  if (taken === 0) return undefined;
  const narrow = words.slice(0, -taken).filter((word) => !OF_ALL.has(word));
  const tests = anyOf(TEST_FILES, at);
  if (narrow.length === 0) return tests;
  return (path) => tests(path) && narrow.every((word) => at.parts(path).some((part) => part.includes(word)));
}

/** "webpack config": what such files are called for most programs. */
function configOf(words: readonly string[]): readonly string[] | undefined {
  const last = words.at(-1) ?? '';
  if (words.length !== 2 || !/^(config|configs|configuration|settings|rc)$/.test(last)) return undefined;
  const name = words[0]!.replace(/[*?[]/g, '');
  return [
    `${name}.config.*`,
    `.${name}rc`,
    `.${name}rc.*`,
    `${name}.toml`,
    `${name}.ini`,
    `${name}.yml`,
    `${name}.yaml`,
    `${name}.json`,
    `.${name}`,
    `${name}-config`,
  ];
}

function anyOf(patterns: readonly string[], { parts }: SaidAt): TargetMatcher {
  const matches = anywhere(patterns);
  return (path) => matches(parts(path));
}

/** A name without what joins its words. */
function plain(text: string): string {
  return text.replace(/[\s_-]/g, '');
}

function stemOf(name: string): string {
  const at = name.lastIndexOf('.');
  return at > 0 ? name.slice(0, at) : name;
}
