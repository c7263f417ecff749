import { componentsOf } from '../../policy/match.ts';
import type { Denial } from './claims.ts';

type Named = { readonly path: string; readonly parts: readonly string[]; readonly isFolder: boolean };

/** The files and folders that denials name, looked up by the names of files that were touched. */
export class NamedFiles {
  readonly #byLast = new Map<string, readonly Named[]>();

  constructor(denials: readonly Denial[]) {
    for (const path of new Set(denials.flatMap((one) => one.path ?? []))) {
      const parts = componentsOf(path.replace(/^~\//, ''));
      const last = parts.at(-1);
      if (last === undefined) continue;
      const named = { path, parts, isFolder: path.endsWith('/') };
      this.#byLast.set(last, [...(this.#byLast.get(last) ?? []), named]);
    }
  }

  /** The paths, as they were said, that one of a file's names is, or lies in. */
  of(names: readonly string[]): readonly string[] {
    if (this.#byLast.size === 0) return [];
    return names.flatMap((name) => {
      const items = componentsOf(name);
      return items.flatMap((item, at) =>
        (this.#byLast.get(item) ?? []).flatMap(({ path, parts, isFolder }) => {
          const from = at - parts.length + 1;
          const ends = isFolder || at === items.length - 1;
          return ends && from >= 0 && parts.every((part, i) => items[from + i] === part) ? [path] : [];
        }),
      );
    });
  }
}
