import type { JSX } from 'preact';
import type { Said } from '../../api.ts';
import { ClosedText, Words } from '../text/excerpt.tsx';

const READABLE: Readonly<Record<Said['reasoning'], string>> = {
  full: 'in full',
  summary: "as the provider's summary",
  sealed: 'sealed: kept as it came, not readable',
  none: 'nothing of it is in the transcript',
};

/** What the model thought or said, and how much of it can be read. */
export function Spoken({ said, name }: { readonly said: Said; readonly name: string }): JSX.Element {
  const { kind, reasoning, text, seq } = said;
  const isRead = kind === 'text' || reasoning === 'full' || reasoning === 'summary';
  return (
    <div class={`spoken spoken-${kind}`}>
      <span class="spoken-kind">
        {kind === 'text' ? 'said' : 'thought'}
        {kind === 'text' || (reasoning === 'full' && text.bytes > 0) ? null : (
          <small> {READABLE[reasoning]}</small>
        )}
      </span>
      {isRead && text.bytes > 0 ? (
        <Words
          excerpt={text}
          label={kind === 'text' ? 'what it said' : 'what it thought'}
          records={[seq]}
          name={name}
          lines={6}
        />
      ) : text.closed === undefined ? null : (
        <ClosedText excerpt={text} />
      )}
    </div>
  );
}
