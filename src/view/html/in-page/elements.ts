/** What an element is made of. Text goes in as text nodes: nothing of a run is ever read as HTML. */
export type Parts = {
  readonly class?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly inside?: readonly (Node | string)[];
};

/** An element of this name. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  { class: className, attributes, inside }: Parts = {},
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  if (className !== undefined) made.className = className;
  for (const [key, value] of Object.entries(attributes ?? {})) made.setAttribute(key, value);
  made.append(...(inside ?? []));
  return made;
}
