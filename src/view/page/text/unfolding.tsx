import type { ComponentChildren, JSX } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { OpenedContext } from './opened.ts';

type UnfoldingProps = {
  /** Its name among what was unfolded, so that it stays so. */
  readonly name: string;
  readonly title: string;
  readonly children: ComponentChildren;
};

/** A part that is shown when asked for; its contents are not made before. */
export function Unfolding({ name, title, children }: UnfoldingProps): JSX.Element {
  const opened = useContext(OpenedContext);
  const [open, setOpen] = useState(opened?.isUnfolded(name) ?? false);
  return (
    <div class="unfolding">
      <button
        type="button"
        class="quiet"
        aria-expanded={open}
        onClick={() => {
          opened?.setUnfolded(name, !open);
          setOpen(!open);
        }}
      >
        <span aria-hidden="true">{open ? '▾' : '▸'}</span> {title}
      </button>
      {open ? children : null}
    </div>
  );
}
