/** What a strict parser found: the value, or what it expected and found instead. hostile input is never thrown at the caller. */
export type Parsed<T> =
  | { readonly kind: 'ok'; readonly value: T }
  | { readonly kind: 'fault'; readonly what: string };

export function parsed<T>(value: T): Parsed<T> {
  return { kind: 'ok', value };
}

export function fault(what: string): { readonly kind: 'fault'; readonly what: string } {
  return { kind: 'fault', what };
}
