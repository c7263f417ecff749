import type { ComponentChildren, JSX } from 'preact';
import { recordHref } from './route.ts';

type LinkProps = {
  readonly href: string | undefined;
  readonly class?: string;
  readonly title?: string;
  readonly children: ComponentChildren;
};

/** A link within the page, or its text alone where there is no such place. No address comes from a run's contents. */
export function Link({ href, class: name, title, children }: LinkProps): JSX.Element {
  if (href?.startsWith('#/') !== true) return <span class={name}>{children}</span>;
  return (
    <a href={href} class={name} title={title}>
      {children}
    </a>
  );
}

/** A record by its number in the log. */
export function RecordLink({ seq }: { readonly seq: number }): JSX.Element {
  return (
    <Link href={recordHref(seq)} class="record-link" title={`record ${seq}: its line and what proves it`}>
      #{seq}
    </Link>
  );
}
