import type { JSX } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { AnswerRequest, ShownHold } from '../../api.ts';
import { messageOf } from '../shell/loaded.tsx';
import { useViewer } from '../shell/viewer.ts';
import { Foreign } from '../text/foreign.tsx';

/** A button that just came to where the pointer is does nothing yet: no click meant for something else approves. */
const GUARD_MS = 400;

type AnsweringProps = {
  readonly hold: ShownHold;
  /** Everything that the person judges by has been shown. */
  readonly isShown: boolean;
};

/** Approve or reject, each in two steps, with a reason. */
export function Answering({ hold, isShown }: AnsweringProps): JSX.Element | null {
  const { source, announce } = useViewer();
  const [step, setStep] = useState<AnswerRequest['answer']>();
  const [sent, setSent] = useState<'busy' | 'done'>();
  const [error, setError] = useState<string>();
  const answer = source.answer;
  if (answer === undefined || hold.state !== 'waiting') return null;
  const send = async (request: AnswerRequest): Promise<void> => {
    setSent('busy');
    setError(undefined);
    try {
      await answer(hold.approval, request);
      setSent('done');
      announce(request.answer === 'approve' ? 'Approved.' : 'Rejected.');
    } catch (failure) {
      setSent(undefined);
      setError(messageOf(failure));
    }
  };
  return (
    <div class="answering">
      {sent === 'done' ? (
        <p role="status">Your answer is recorded.</p>
      ) : step === undefined ? (
        <FirstStep isShown={isShown} onStep={setStep} />
      ) : (
        <SecondStep
          key={step}
          {...{ hold, answer: step, busy: sent === 'busy' }}
          onSend={(request) => void send(request)}
          onBack={() => setStep(undefined)}
        />
      )}
      {error === undefined ? null : (
        <p class="failure" role="alert">
          <Foreign text={error} />
        </p>
      )}
    </div>
  );
}

function FirstStep({
  isShown,
  onStep,
}: {
  readonly isShown: boolean;
  readonly onStep: (answer: AnswerRequest['answer']) => void;
}): JSX.Element {
  const armed = useArmed();
  return (
    <p class="buttons">
      <button type="button" disabled={!armed || !isShown} onClick={() => onStep('approve')}>
        Approve…
      </button>
      <button type="button" disabled={!armed} onClick={() => onStep('reject')}>
        Reject…
      </button>
      {isShown ? null : <small>Its arguments have to be shown to their end before it can be approved.</small>}
    </p>
  );
}

type SecondStepProps = {
  readonly hold: ShownHold;
  readonly answer: AnswerRequest['answer'];
  readonly busy: boolean;
  readonly onSend: (request: AnswerRequest) => void;
  readonly onBack: () => void;
};

/** The focus goes to the reason, where Enter sends nothing. */
function SecondStep({ hold, answer, busy, onSend, onBack }: SecondStepProps): JSX.Element {
  const armed = useArmed();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [reason, setReason] = useState('');
  const [release, setRelease] = useState(false);
  // Before the next key can come, or its letter would be lost.
  useLayoutEffect(() => field.current?.focus(), []);
  const isApproval = answer === 'approve';
  const send = (): void =>
    onSend({
      answer,
      ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
      ...(isApproval && release ? { release } : {}),
    });
  return (
    <div class="second-step">
      <label for={`${id}-reason`}>
        {isApproval ? 'Why may it run?' : 'Why not? The agent is told.'} (optional)
      </label>
      <input
        id={`${id}-reason`}
        ref={field}
        type="text"
        maxLength={2_000}
        autoComplete="off"
        value={reason}
        onInput={({ currentTarget }) => setReason(currentTarget.value)}
      />
      {isApproval && hold.constraint !== undefined ? (
        <label class="check">
          <input
            type="checkbox"
            checked={release}
            onChange={({ currentTarget }) => setRelease(currentTarget.checked)}
          />
          Release the constraint: later calls that break it are not held any more
        </label>
      ) : null}
      <p class="buttons">
        <button
          type="button"
          class={isApproval ? 'approve' : 'reject'}
          disabled={!armed || busy}
          onClick={send}
        >
          {isApproval ? 'Approve this call' : 'Reject this call'}
        </button>
        <button type="button" class="quiet" disabled={busy} onClick={onBack}>
          Back
        </button>
      </p>
    </div>
  );
}

/** False for the first 400 ms. */
function useArmed(): boolean {
  const [armed, setArmed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setArmed(true), GUARD_MS);
    return () => clearTimeout(timer);
  }, []);
  return armed;
}
