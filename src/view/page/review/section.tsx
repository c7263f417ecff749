import type { ComponentChildren, JSX } from 'preact';

type SectionProps = {
  readonly title: string;
  readonly id: string;
  readonly count?: number;
  readonly children: ComponentChildren;
};

/** A part of the review under its own heading. */
export function Section({ title, id, count, children }: SectionProps): JSX.Element {
  return (
    <section class={`part part-${id}`} aria-labelledby={id}>
      <h2 id={id}>
        {title}
        {count === undefined ? null : <span class="count"> {count}</span>}
      </h2>
      {children}
    </section>
  );
}
