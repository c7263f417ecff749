import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ShownHold } from '../../api.ts';
import { messageOf } from '../shell/loaded.tsx';
import { useViewer } from '../shell/viewer.ts';
import { ClosedText, longer } from '../text/excerpt.tsx';
import { Foreign } from '../text/foreign.tsx';
import { LongText } from '../text/long-text.tsx';
import { bytes } from '../text/numbers.ts';
import type { OpenedText } from '../text/opened.ts';

/** Arguments are shown at once up to so many characters; the person asks for what goes beyond. */
const AT_ONCE = 1 << 20;

type FullInputProps = {
  readonly hold: ShownHold;
  readonly records: readonly number[];
  /** Told when the last character is on the page. */
  readonly onShown: () => void;
};

/** A held call's arguments, all of them. */
export function FullInput({ hold, records, onShown }: FullInputProps): JSX.Element {
  const { source } = useViewer();
  const { input } = hold;
  const [have, setHave] = useState<OpenedText>({ text: input.text, cut: input.cut === true });
  const [most, setMost] = useState(AT_ONCE);
  const [error, setError] = useState<string>();
  useEffect(() => {
    if (input.closed !== undefined) return;
    if (!have.cut) return onShown();
    if (have.text.length >= most) return;
    let wanted = true;
    longer(source, { excerpt: input, records, have }).then(
      (next) => wanted && setHave(next),
      (failure: unknown) => wanted && setError(messageOf(failure)),
    );
    return () => {
      wanted = false;
    };
  }, [have, most]);
  if (input.closed !== undefined) return <ClosedText excerpt={input} />;
  return (
    <div class="excerpt mono full-input" dir="auto">
      <LongText text={have.text} label="arguments of the held call" />
      {have.cut && have.text.length >= most ? (
        <button type="button" onClick={() => setMost(most + AT_ONCE)}>
          Show more of the arguments <small>{bytes(input.bytes)} in all</small>
        </button>
      ) : null}
      {error === undefined ? null : (
        <p class="failure" role="alert">
          The arguments go on, but the rest could not be loaded: <Foreign text={error} />
        </p>
      )}
    </div>
  );
}
