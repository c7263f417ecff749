import type { JSX } from 'preact';
import type { CallRow, ShownFinding } from '../../api.ts';
import { HoldCard } from '../holds/hold-card.tsx';
import { Words } from '../text/excerpt.tsx';
import { Foreign } from '../text/foreign.tsx';
import { duration } from '../text/numbers.ts';
import { Unfolding } from '../text/unfolding.tsx';
import { FindingsOf } from './findings-of.tsx';
import { Spoken } from './spoken.tsx';

const LINKS: Readonly<Record<CallRow['link'], readonly [string, string]>> = {
  exact: ['linked exactly', 'what is shown above it stands in the same message as the call'],
  ordered: [
    'linked by order',
    'what is shown above it came before it in the same turn; nothing ties it to this call',
  ],
  none: ['no reasoning', 'nothing that the model thought or said is linked to it'],
};

const VERDICTS = { allow: 'allowed', ask: 'held', deny: 'denied' } as const;

type CallProps = {
  readonly row: CallRow;
  readonly findings: ReadonlyMap<string, ShownFinding>;
};

/** A call: what led to it, what was decided and why, what came of it. */
export function Call({ row, findings }: CallProps): JSX.Element {
  const { said, name, gist, verdict, why, hold, result, records, link } = row;
  const named = `${row.seq} ${row.call ?? row.row}`;
  const all = [...new Set([...records, row.seq])];
  const [linkWord, linkTitle] = LINKS[link];
  return (
    <>
      {said.map((one, i) => (
        <Spoken key={i} said={one} name={`${named} said ${i}`} />
      ))}
      <p class="call-head">
        <strong>
          <Foreign text={name} mono />
        </strong>
        <span class="gist">
          <Foreign text={gist} mono />
        </span>
      </p>
      <p class="facts">
        {verdict === undefined ? (
          <span class="none">not decided by the gate</span>
        ) : (
          <span class={`badge badge-${verdict}`}>{VERDICTS[verdict]}</span>
        )}
        <Outcome row={row} />
        {row.took === undefined ? null : <span>{duration(row.took)}</span>}
        {row.rule === undefined ? null : (
          <span>
            rule <Foreign text={row.rule} mono />
          </span>
        )}
        <span title={linkTitle}>{linkWord}</span>
        {row.cwd === undefined ? null : (
          <span>
            in <Foreign text={row.cwd} mono />
          </span>
        )}
      </p>
      {why === undefined || hold !== undefined ? null : (
        <p class="why">
          <Foreign text={why} />
        </p>
      )}
      {hold === undefined ? null : <HoldCard hold={hold} isInRow />}
      <FindingsOf fingerprints={row.findings} findings={findings} />
      {row.input.bytes === 0 || hold?.state === 'waiting' ? null : (
        <Unfolding name={`${named} input`} title="arguments">
          <Words
            excerpt={row.input}
            label="arguments"
            records={all}
            name={`${named} input`}
            lines={20}
            mono
          />
        </Unfolding>
      )}
      {result === undefined ? null : (
        <div class="result-text">
          <Words
            excerpt={result}
            label="result"
            records={[...all].reverse()}
            name={`${named} result`}
            lines={6}
            mono
          />
        </div>
      )}
    </>
  );
}

function Outcome({
  row: { outcome, provisional, verdict, hold },
}: {
  readonly row: CallRow;
}): JSX.Element | null {
  if (outcome === undefined)
    return verdict === 'deny' || hold?.state === 'waiting' ? null : (
      <span class="none">no word of what became of it</span>
    );
  const sure = provisional === true ? ' (nobody said so: supposed)' : '';
  return <span class={`outcome outcome-${outcome}`}>{outcome + sure}</span>;
}
