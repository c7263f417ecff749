import { type Described, describeFile } from './head.ts';
import type { Tailer } from './tailer.ts';

/**
 * The order in which transcripts are read that were all there before: a session before the ones that copy its lines,
 * so that a copy is known as one; a session's main file before its subagents'; else by path.
 */
export function inReadingOrder(paths: readonly string[], tailers: readonly Tailer[]): readonly InOrder[] {
  const places = paths.map((path) => placeOf(path, tailers));
  const bySession = new Map<string, Place[]>();
  for (const place of places) {
    if (place.session === undefined) continue;
    const same = bySession.get(place.session);
    if (same === undefined) bySession.set(place.session, [place]);
    else same.push(place);
  }
  const ordered: InOrder[] = [];
  const visited = new Set<Place>();
  for (const first of [...places].sort(byRoleAndPath)) {
    // From the file back to the sessions it copies from, then forward again. hostile: sessions may name each other.
    const chain: Place[] = [];
    for (let at: Place | undefined = first; at !== undefined && !visited.has(at); ) {
      visited.add(at);
      chain.push(at);
      at = at.after === undefined ? undefined : bySession.get(at.after)?.find((place) => place.isMain);
    }
    for (const { path, described } of chain.reverse()) ordered.push({ path, described });
  }
  return ordered;
}

/** A file, and what it was found to be. */
export type InOrder = { readonly path: string; readonly described: Described };

type Place = InOrder & {
  readonly session: string | undefined;
  readonly after: string | undefined;
  readonly isMain: boolean;
};

function placeOf(path: string, tailers: readonly Tailer[]): Place {
  const described = describeFile(path, tailers);
  if (described.kind !== 'transcript')
    return { path, described, session: undefined, after: undefined, isMain: false };
  const { harness, session, role, from, copiesFrom } = described.description;
  const after = from ?? copiesFrom;
  return {
    path,
    described,
    session: `${harness} ${session}`,
    after: after === undefined ? undefined : `${harness} ${after}`,
    isMain: role === 'main',
  };
}

function byRoleAndPath(a: Place, b: Place): number {
  if (a.isMain !== b.isMain) return a.isMain ? -1 : 1;
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}
