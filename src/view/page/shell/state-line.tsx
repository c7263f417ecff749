import type { JSX } from 'preact';
import type { Integrity } from '../../api.ts';
import { useKnown, useViewer } from './viewer.ts';

/** How a standing is written, everywhere. */
export const INTEGRITY: Readonly<Record<Integrity, string>> = {
  ok: 'verified',
  failed: 'does not hold',
  warning: 'holds, with a warning',
  unknown: 'not verified',
  checking: 'being verified',
};

/** The log's standing as a whole, and whether what is shown is live. */
export function StateLine(): JSX.Element {
  const { source } = useViewer();
  const { integrity, signer, connected } = useKnown();
  return (
    <p class="state">
      {integrity === undefined ? null : (
        <span class={`standing standing-${integrity}`}>log {INTEGRITY[integrity]}</span>
      )}
      {source.kind === 'bundle' ? <span>one run, from a bundle</span> : null}
      {connected === false ? (
        <strong class="standing standing-failed" role="alert">
          not connected: this may be old
        </strong>
      ) : null}
      {connected !== false && signer !== undefined ? (
        <span title={signer ? undefined : 'no hook runs now, and no call waits'}>
          {signer ? 'signer runs' : 'no signer runs'}
        </span>
      ) : null}
    </p>
  );
}
