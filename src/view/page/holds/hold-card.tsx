import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ShownHold } from '../../api.ts';
import { RecordLink } from '../shell/link.tsx';
import { Words } from '../text/excerpt.tsx';
import { Foreign } from '../text/foreign.tsx';
import { Time } from '../text/time.tsx';
import { answeredBy } from './answered-by.ts';
import { Answering } from './answering.tsx';
import { FullInput } from './full-input.tsx';
import { TimeLeft } from './time-left.tsx';

const STATES: Readonly<Record<ShownHold['state'], string>> = {
  waiting: 'waits for you',
  approved: 'approved',
  rejected: 'rejected',
  expired: 'nobody answered in time',
  cancelled: 'cancelled',
};

/** What a person was asked, with everything that an answer rests on. */
export function HoldCard({
  hold,
  isInRow = false,
}: {
  readonly hold: ShownHold;
  /** The row of its call shows tool and arguments already. */
  readonly isInRow?: boolean;
}): JSX.Element {
  const records = hold.decided === undefined ? [hold.seq] : [hold.decided];
  const [isShown, setShown] = useState(false);
  const waits = hold.state === 'waiting';
  return (
    <div class={`hold hold-${hold.state}`}>
      <p class="hold-head">
        {isInRow ? null : (
          <strong>
            <Foreign text={hold.tool} mono />
          </strong>
        )}{' '}
        <span class={`badge badge-${hold.state}`}>{STATES[hold.state]}</span>{' '}
        {waits ? <TimeLeft until={hold.until} /> : null} <Time at={hold.time} only="clock" />{' '}
        <RecordLink seq={hold.seq} />
      </p>
      {hold.why === undefined ? null : (
        <p class="why">
          <Foreign text={hold.why} />
        </p>
      )}
      {waits ? (
        <FullInput hold={hold} records={records} onShown={() => setShown(true)} />
      ) : isInRow ? null : (
        <Words excerpt={hold.input} label="arguments" records={records} lines={4} mono />
      )}
      {isInRow ? null : <Where hold={hold} />}
      {hold.answers.map((answer, i) => (
        <Answer key={i} answer={answer} />
      ))}
      <Answering hold={hold} isShown={isShown} />
    </div>
  );
}

function Where({ hold: { cwd, rule } }: { readonly hold: ShownHold }): JSX.Element {
  return (
    <p class="facts">
      {cwd === undefined ? null : (
        <span>
          in <Foreign text={cwd} mono />
        </span>
      )}
      {rule === undefined ? null : (
        <span>
          by rule <Foreign text={rule} mono />
        </span>
      )}
    </p>
  );
}

function Answer({ answer }: { readonly answer: ShownHold['answers'][number] }): JSX.Element {
  return (
    <p class="answer">
      {answer.answer === 'expired' ? 'expired' : `${answer.answer} by `}
      {answer.answer === 'expired' ? null : (
        <Foreign text={answer.by === undefined ? 'somebody' : answeredBy(answer.by)} />
      )}{' '}
      <Time at={answer.time} only="clock" />
      {answer.release ? ', and released the constraint' : ''}
      {answer.reason === undefined ? null : (
        <>
          : <Foreign text={answer.reason} />
        </>
      )}
    </p>
  );
}
