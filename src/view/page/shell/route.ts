/** Where the reader is. All of it is in the fragment: it works from a server, and from a file. */
export type Route =
  | { readonly kind: 'runs' }
  | { readonly kind: 'review'; readonly run: string }
  | { readonly kind: 'timeline'; readonly run: string; readonly row?: number }
  | { readonly kind: 'record'; readonly seq: number }
  | { readonly kind: 'nowhere' };

/** A run's id (docs/log-format.md). */
const RUN = /^[0-9a-f]{16}$/;
const NUMBER = /^[0-9]{1,15}$/;

/** Reads a fragment. hostile: a link from elsewhere can hold whatever. */
export function routeOf(hash: string): Route {
  const [head, id = '', view, row, ...rest] = hash.replace(/^#?\/?/, '').split('/');
  if (head === '' || head === undefined) return { kind: 'runs' };
  if (rest.length > 0) return { kind: 'nowhere' };
  if (head === 'record' && view === undefined && NUMBER.test(id)) return { kind: 'record', seq: Number(id) };
  if (head !== 'run' || !RUN.test(id)) return { kind: 'nowhere' };
  if (view === undefined) return { kind: 'review', run: id };
  if (view !== 'timeline') return { kind: 'nowhere' };
  if (row === undefined) return { kind: 'timeline', run: id };
  return NUMBER.test(row) ? { kind: 'timeline', run: id, row: Number(row) } : { kind: 'nowhere' };
}

/** The address of a run's view; undefined where the id is none of ours, and so no link. hostile: ids come from logs. */
export function runHref(run: string, view?: 'timeline', row?: number): string | undefined {
  if (!RUN.test(run)) return undefined;
  return ['#', 'run', run, ...(view === undefined ? [] : [view]), ...(row === undefined ? [] : [row])].join(
    '/',
  );
}

/** The address of a record; undefined where the number is none. */
export function recordHref(seq: number): string | undefined {
  return Number.isSafeInteger(seq) && seq >= 0 ? `#/record/${seq}` : undefined;
}
