import { globMatches } from '../shell/glob.ts';
import { componentsMatch, componentsOf } from './match.ts';

/** A name's components, in lower case, as a person sees them from a folder. */
export type NameParts = (name: string) => readonly string[];

/** So many names are remembered. */
const MAX_KNOWN = 50_000;

/**
 * The components of absolute, normal names from a root on, or from where the two part; each name is taken apart once, since
 * a patch may name 10,000 files and a run may hold 32 constraints.
 */
export function partsFrom(root: string): NameParts {
  const of = componentsOf(root.toLowerCase());
  const known = new Map<string, readonly string[]>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const items = componentsOf(name.toLowerCase());
    let same = 0;
    while (same < of.length && same < items.length && of[same] === items[same]) same++;
    const parts = items.slice(same);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(name, parts);
    return parts;
  };
}

/** Whether one of the patterns, in lower case, stands anywhere among the components; `a/b` are two that follow each other. */
export function anywhere(patterns: readonly string[]): (items: readonly string[]) => boolean {
  const names = new Set<string>();
  const globs: ((item: string) => boolean)[] = [];
  const longer: (readonly string[])[] = [];
  for (const pattern of patterns) {
    const parts = componentsOf(pattern).map((part) => (part === '**' ? '*' : part));
    if (parts.length !== 1 || parts[0] === '*') longer.push(['*', ...parts, '*']);
    else if (parts[0]!.includes('*')) globs.push(globOf(parts[0]!));
    else names.add(parts[0]!);
  }
  return (items) =>
    items.some((item) => names.has(item) || globs.some((matches) => matches(item))) ||
    longer.some((parts) => componentsMatch(parts, items));
}

/** Only `*` is special. */
function globOf(pattern: string): (item: string) => boolean {
  const [head = '', tail, ...more] = pattern.split('*');
  if (tail !== undefined && more.length === 0) {
    const least = head.length + tail.length;
    return (item) => item.length >= least && item.startsWith(head) && item.endsWith(tail);
  }
  const [middle, end] = [tail ?? '', more[0]];
  if (head === '' && end === '' && more.length === 1) return (item) => item.includes(middle);
  const escaped = pattern.replace(/[?[]/g, '[$&]');
  return (item) => globMatches(escaped, item);
}
