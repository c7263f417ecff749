import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { chunksOf } from './cut.ts';
import { shown } from './foreign.tsx';

/** So many chunks are put in at once; the rest follows frame by frame, so that none takes long. */
const AT_ONCE = 8;

/** A text of whatever length in blocks that are laid out only where they are seen. */
export function LongText({ text, label }: { readonly text: string; readonly label: string }): JSX.Element {
  const chunks = useMemo(() => chunksOf(text), [text]);
  const [most, setMost] = useState(AT_ONCE);
  useEffect(() => {
    if (most >= chunks.length) return;
    const frame = requestAnimationFrame(() => setMost(most + AT_ONCE));
    return () => cancelAnimationFrame(frame);
  }, [most, chunks.length]);
  if (chunks.length <= 1) return <div class="words">{shown(text)}</div>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keyboard (WCAG 2.1.1)
    <section class="words long" aria-label={label} tabIndex={0}>
      {chunks.slice(0, most).map((chunk, i) => (
        <Chunk key={i} text={chunk} />
      ))}
    </section>
  );
}

function Chunk({ text }: { readonly text: string }): JSX.Element {
  return <div class="chunk">{useMemo(() => shown(text), [text])}</div>;
}
