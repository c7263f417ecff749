import type { JSX } from 'preact';
import type { Verdict } from '../../../verify/verdict.ts';
import { Foreign } from '../text/foreign.tsx';
import { Section } from './section.tsx';

/** What verifying says of the log or bundle, each answer with what it rests on. */
export function Verdicts({ verdicts }: { readonly verdicts: readonly Verdict[] }): JSX.Element {
  return (
    <Section title="Does it hold?" id="verdicts">
      {verdicts.length === 0 ? <p class="none">It is being verified…</p> : null}
      <dl class="verdicts">
        {verdicts.map((verdict) => (
          <div key={verdict.question}>
            <dt>{verdict.question}</dt>
            <dd>
              <strong class={`standing standing-${verdict.standing}`}>
                <Foreign text={verdict.word} />
              </strong>
              {verdict.warnings.map((warning, i) => (
                <p key={i} class="warning">
                  <Foreign text={warning} />
                </p>
              ))}
              {verdict.basis.length === 0 ? null : (
                <details open={verdict.standing === 'failed'}>
                  <summary>
                    what <span class="visually-hidden">the answer on {verdict.question}</span>
                    <span aria-hidden="true">it</span> rests on
                  </summary>
                  {verdict.basis.map((line, i) => (
                    <p key={i}>
                      <Foreign text={line} />
                    </p>
                  ))}
                </details>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
