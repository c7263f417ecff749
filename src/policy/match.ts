import { globMatches } from '../shell/glob.ts';

/**
 * Whether a command's words match `match`: words stand for themselves, `*` inside a word for any characters, a word
 * `**` for any number of words. One step back at most for each `**`: time is bounded by pattern × words.
 */
export function wordsMatch(pattern: string, words: readonly string[], caseSensitive = true): boolean {
  const fold = (text: string): string => (caseSensitive ? text : text.toLowerCase());
  const parts = pattern
    .split(/\s+/)
    .filter((part) => part !== '')
    .map(fold);
  return sequenceMatches({ parts, items: words.map(fold), any: '**', one: starMatches });
}

/**
 * Whether an absolute path matches `match_path`: component by component, a whole `*` (or `**`) stands for any number of
 * components, a `*` inside one stays inside. A pattern that begins with none of `/`, `~`, `*` may begin anywhere.
 */
export function pathMatches(
  pattern: string,
  path: string,
  options: { readonly home: string; readonly caseSensitive?: boolean },
): boolean {
  const items = componentsOf(options.caseSensitive === false ? path.toLowerCase() : path);
  return componentsMatch(pathParts(pattern, options), items);
}

/** A `match_path` taken apart, for many paths. */
export function pathParts(
  pattern: string,
  options: { readonly home: string; readonly caseSensitive?: boolean },
): readonly string[] {
  const written = pattern.replaceAll('\\', '/');
  const full = written === '~' || written.startsWith('~/') ? options.home + written.slice(1) : written;
  const parts = componentsOf(options.caseSensitive === false ? full.toLowerCase() : full).map((part) =>
    part === '**' ? '*' : part,
  );
  if (!full.startsWith('/') && parts[0] !== '*') parts.unshift('*');
  return parts;
}

/** Whether a path's components match a pattern's. */
export function componentsMatch(parts: readonly string[], items: readonly string[]): boolean {
  return sequenceMatches({ parts, items, any: '*', one: starMatches });
}

/** A path's components, without empty ones and `.`. */
export function componentsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '' && part !== '.');
}

/** Only `*` is special: `?` and `[` are characters of names. */
function starMatches(pattern: string, text: string): boolean {
  if (!pattern.includes('*')) return pattern === text;
  return globMatches(pattern.replace(/[?[]/g, '[$&]'), text);
}

type Sequence = {
  readonly parts: readonly string[];
  readonly items: readonly string[];
  readonly any: string;
  readonly one: (part: string, item: string) => boolean;
};

function sequenceMatches({ parts, items, any, one }: Sequence): boolean {
  let p = 0;
  let i = 0;
  let star = -1;
  let mark = 0;
  while (i < items.length) {
    if (p < parts.length && parts[p] === any) {
      star = p++;
      mark = i;
    } else if (p < parts.length && one(parts[p]!, items[i]!)) {
      p++;
      i++;
    } else if (star >= 0) {
      p = star + 1;
      i = ++mark;
    } else return false;
  }
  while (parts[p] === any) p++;
  return p === parts.length;
}

/** Whether everything an anchored pattern (`/a/b/*`, `~/x`) names lies below `path`: removing that removes it too. */
export function underAnchor(
  pattern: string,
  path: string,
  options: { readonly home: string; readonly caseSensitive?: boolean },
): boolean {
  if (!/^[/~]/.test(pattern)) return false;
  const fold = (text: string): string => (options.caseSensitive === false ? text.toLowerCase() : text);
  const full = pattern === '~' || pattern.startsWith('~/') ? options.home + pattern.slice(1) : pattern;
  const parts = componentsOf(fold(full));
  const items = componentsOf(fold(path));
  return items.length < parts.length && items.every((item, i) => parts[i] === item);
}
