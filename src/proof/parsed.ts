/** What a strict parser found: the value, or what it expected in place of hostile input, which is never thrown. */
export type Parsed<T> =
  | { readonly kind: 'ok'; readonly value: T }
  | { readonly kind: 'fault'; readonly what: string };

/** The value that was read. */
export function parsed<T>(value: T): Parsed<T> {
  return { kind: 'ok', value };
}

/** Why nothing could be read: what was expected and, cut short, what was found. */
export function fault(what: string): { readonly kind: 'fault'; readonly what: string } {
  return { kind: 'fault', what };
}
