import type { ComponentChildren, JSX } from 'preact';
import { Foreign } from '../text/foreign.tsx';
import type { Fold } from './inclusion-steps.ts';
import type { Step } from './step.ts';

const WORDS: Readonly<Record<Step['result'], string>> = {
  equal: 'holds',
  differs: 'does not hold',
  open: 'not checked',
};

/** A step: what was computed, what it had to be, and whether it is equal. */
export function StepLine({
  step,
  folds = [],
  children,
}: {
  readonly step: Step;
  readonly folds?: readonly Fold[];
  readonly children?: ComponentChildren;
}): JSX.Element {
  const { title, how, computed, expected, result, meaning } = step;
  return (
    <li class={`step step-${result}`}>
      <p>
        <span class={`result result-${result}`}>{WORDS[result]}</span>{' '}
        <strong>
          <Foreign text={title} />
        </strong>
      </p>
      <p class="how">
        <Foreign text={how} />
      </p>
      {computed === undefined && expected === undefined ? null : (
        <dl class="hashes">
          {computed === undefined ? null : <Hash name="computed" value={computed} />}
          {expected === undefined ? null : (
            <Hash
              name={computed === undefined ? 'stated' : result === 'equal' ? '= stated' : '≠ stated'}
              value={expected}
            />
          )}
        </dl>
      )}
      {meaning === undefined ? null : <p class="meaning">{meaning}</p>}
      {folds.length === 0 ? null : (
        <details>
          <summary>Each of the {folds.length} folds</summary>
          <ol class="folds">
            {folds.map((fold, i) => (
              <li key={i}>
                with its {fold.side} neighbour <code>{fold.sibling}</code>
                <br />→ <code>{fold.result}</code>
              </li>
            ))}
          </ol>
        </details>
      )}
      {children}
    </li>
  );
}

function Hash({ name, value }: { readonly name: string; readonly value: string }): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Foreign text={value} mono />
      </dd>
    </div>
  );
}
