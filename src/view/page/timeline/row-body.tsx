import type { JSX } from 'preact';
import type { Row, ShownFinding } from '../../api.ts';
import { ConstraintLine } from '../review/constraints.tsx';
import { Link, RecordLink } from '../shell/link.tsx';
import { runHref } from '../shell/route.ts';
import { Words } from '../text/excerpt.tsx';
import { Foreign } from '../text/foreign.tsx';
import { Time, TOLD } from '../text/time.tsx';
import { Call } from './call-row.tsx';
import { FindingsOf } from './findings-of.tsx';
import { Spoken } from './spoken.tsx';

const MOST_RECORDS = 6;

export type BodyProps = {
  readonly row: Row;
  readonly findings: ReadonlyMap<string, ShownFinding>;
  /** The log's clock tells only when the run was recorded: the harness's is shown. */
  readonly isTold: boolean;
};

/** A row: when, of whom, what, and the records that it rests on. */
export function RowBody({ row, findings, isTold }: BodyProps): JSX.Element {
  const records = row.kind === 'call' ? row.records : [row.seq];
  return (
    <>
      <div class="row-side">
        {isTold && row.told !== undefined ? (
          <Time at={toldTime(row.told)} only="clock" by={TOLD} />
        ) : (
          <Time at={row.time} only="clock" />
        )}
        <span class="row-number">{row.row + 1}</span>
      </div>
      <div class="row-main">
        {row.agent === undefined && row.copy !== true ? null : (
          <p class="facts">
            {row.agent === undefined ? null : (
              <span class="agent">
                subagent <Foreign text={row.agent} mono />
              </span>
            )}
            {row.copy === true ? <span class="copy">said before; it repeats an earlier line</span> : null}
          </p>
        )}
        <What row={row} findings={findings} />
      </div>
      <div class="row-records">
        {records.slice(0, MOST_RECORDS).map((seq) => (
          <RecordLink key={seq} seq={seq} />
        ))}
        {records.length > MOST_RECORDS ? <span>+{records.length - MOST_RECORDS}</span> : null}
      </div>
    </>
  );
}

/** hostile: a harness's clock is a number in a file. */
function toldTime(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}

function What({ row, findings }: Omit<BodyProps, 'isTold'>): JSX.Element {
  switch (row.kind) {
    case 'call':
      return <Call row={row} findings={findings} />;
    case 'prompt':
      return <Prompt row={row} findings={findings} />;
    case 'thinking':
    case 'text':
      return <Spoken said={row} name={`${row.seq} ${row.row}`} />;
    case 'gap':
      return (
        <p>
          <span class="badge badge-gap">gap</span> <Foreign text={row.text} />
        </p>
      );
    case 'constraint':
      return (
        <>
          <span class="badge badge-constraint">constraint</span>
          <ConstraintLine held={row.held} />
        </>
      );
    case 'finding':
      return (
        <p>
          <span class={`severity severity-${row.severity}`}>{row.severity}</span>{' '}
          <Foreign text={row.rule} mono /> <Foreign text={row.text} />
        </p>
      );
    case 'child':
      return (
        <p>
          <Foreign text={row.text} />{' '}
          {row.run === undefined ? null : <Link href={runHref(row.run)}>its run</Link>}
        </p>
      );
    case 'note':
      return (
        <p class="note">
          <Foreign text={row.text} />
        </p>
      );
  }
}

const ORIGINS = {
  person: 'you asked',
  harness: 'the harness asked',
  agent: 'an agent asked',
  unwitnessed: 'asked, as the transcript alone says',
} as const;

type PromptProps = {
  readonly row: Extract<Row, { readonly kind: 'prompt' }>;
  readonly findings: ReadonlyMap<string, ShownFinding>;
};

function Prompt({ row, findings }: PromptProps): JSX.Element {
  return (
    <div class={`prompt prompt-${row.origin}`}>
      <span class="spoken-kind">{ORIGINS[row.origin]}</span>
      <Words
        excerpt={row.text}
        label="prompt"
        records={[row.seq]}
        name={`${row.seq} ${row.row}`}
        lines={12}
      />
      <FindingsOf fingerprints={row.findings} findings={findings} />
    </div>
  );
}
