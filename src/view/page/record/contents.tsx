import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { fromBase64 } from '../../../bytes/base64.ts';
import type { RecordProof } from '../../api.ts';
import { Foreign } from '../text/foreign.tsx';
import { LongText } from '../text/long-text.tsx';
import { bytes } from '../text/numbers.ts';
import { visibleText } from '../text/visible.ts';
import type { Step } from './step.ts';
import { StepLine } from './step-line.tsx';

type ContentsProps = { readonly proof: RecordProof; readonly steps: readonly Step[] };

/** What the record commits to, each opened before the reader's eyes. */
export function Contents({ proof, steps }: ContentsProps): JSX.Element | null {
  if (proof.contents.length === 0) return null;
  return (
    <section aria-labelledby="contents">
      <h2 id="contents">
        What it commits to<span class="count"> {proof.contents.length}</span>
      </h2>
      <ol class="steps">
        {proof.contents.map((content, i) => (
          <StepLine key={i} step={steps[i] ?? { title: content.field, how: 'Checking…', result: 'open' }}>
            {content.content === undefined ? null : <Opened content={content} />}
          </StepLine>
        ))}
      </ol>
    </section>
  );
}

function Opened({ content }: { readonly content: RecordProof['contents'][number] }): JSX.Element {
  const text = useMemo(
    () => new TextDecoder('utf-8', { ignoreBOM: true }).decode(fromBase64(content.content ?? '')),
    [content.content],
  );
  return (
    <details>
      <summary>
        <Foreign text={content.field} />: its {bytes(content.bytes)}
      </summary>
      <div class="mono" dir="auto">
        <LongText text={text} label={`content ${visibleText(content.field).slice(0, 100)}`} />
      </div>
    </details>
  );
}
