import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { RecordProof } from '../../api.ts';
import { Heading } from '../shell/heading.tsx';
import { Link } from '../shell/link.tsx';
import { messageOf, NotThere, useLoaded } from '../shell/loaded.tsx';
import { recordHref, runHref } from '../shell/route.ts';
import { useViewer } from '../shell/viewer.ts';
import { Foreign } from '../text/foreign.tsx';
import { LongText } from '../text/long-text.tsx';
import { counted } from '../text/numbers.ts';
import { checkRecord, type RecordCheck } from './check-record.ts';
import { Contents } from './contents.tsx';
import { prettyJson } from './pretty-json.ts';
import { StepLine } from './step-line.tsx';

/** A record: its line, what it commits to, and what proves it, recomputed here. */
export function RecordPage({ seq }: { readonly seq: number }): JSX.Element {
  const { source } = useViewer();
  const { loaded, again } = useLoaded(String(seq), () => source.record(seq));
  return (
    <article class="record">
      <header class="run-head">
        <Heading>Record {seq}</Heading>
        <nav class="tabs" aria-label="Records beside it">
          {seq === 0 ? null : <Link href={recordHref(seq - 1)}>← #{seq - 1}</Link>}
          <Link href={recordHref(seq + 1)}>#{seq + 1} →</Link>
        </nav>
      </header>
      {loaded.kind === 'there' ? <Proven proof={loaded.value} /> : <NotThere loaded={loaded} again={again} />}
    </article>
  );
}

function Proven({ proof }: { readonly proof: RecordProof }): JSX.Element {
  const check = useCheck(proof);
  const facts = useMemo(() => factsOf(proof.line), [proof.line]);
  return (
    <>
      <p class="facts">
        {facts.kind === undefined ? null : <Foreign text={facts.kind} mono />}
        {facts.time === undefined ? null : <Foreign text={facts.time} />}
        {facts.source === undefined ? null : (
          <span>
            by <Foreign text={facts.source} mono />
          </span>
        )}
        {facts.run === undefined ? null : (
          <span>
            of run{' '}
            <Link href={runHref(facts.run)}>
              <Foreign text={facts.run} mono />
            </Link>
          </span>
        )}
      </p>
      <section aria-labelledby="proof">
        <h2 id="proof">Checked in this browser</h2>
        <Summary check={check} />
        {typeof check === 'object' ? (
          <ol class="steps">
            {check.steps.map((step, i) => (
              <StepLine key={i} step={step} folds={step.title.includes('in the log') ? check.folds : []} />
            ))}
          </ol>
        ) : null}
        {proof.checkpoint === undefined ? null : (
          <details>
            <summary>The checkpoint and the key</summary>
            <pre class="words mono">
              <Foreign text={`${proof.checkpoint}\n${proof.vkey ?? ''}`} />
            </pre>
          </details>
        )}
      </section>
      <Contents proof={proof} steps={typeof check === 'object' ? check.contents : []} />
      <section aria-labelledby="line">
        <h2 id="line">The line</h2>
        <div class="mono line-text" dir="auto">
          <LongText text={prettyJson(proof.line)} label="the record's line" />
        </div>
      </section>
    </>
  );
}

function useCheck(proof: RecordProof): RecordCheck | string | undefined {
  const [check, setCheck] = useState<RecordCheck | string>();
  useEffect(() => {
    let wanted = true;
    setCheck(undefined);
    checkRecord(proof).then(
      (done) => wanted && setCheck(done),
      (error: unknown) => wanted && setCheck(messageOf(error)),
    );
    return () => {
      wanted = false;
    };
  }, [proof]);
  return check;
}

function Summary({ check }: { readonly check: RecordCheck | string | undefined }): JSX.Element {
  if (check === undefined) return <p role="status">Checking…</p>;
  if (typeof check === 'string')
    return (
      <p class="verdict verdict-differs" role="alert">
        It could not be checked: <Foreign text={check} />
      </p>
    );
  const all = [...check.steps, ...check.contents];
  const wrong = all.filter(({ result }) => result === 'differs').length;
  const open = all.filter(({ result }) => result === 'open').length;
  if (wrong > 0)
    return (
      <p class="verdict verdict-differs" role="alert">
        {counted(wrong, 'check does', 'checks do')} not hold. Do not rely on this record.
      </p>
    );
  const rest = open === 0 ? '' : `; ${counted(open, 'thing')} could not be checked`;
  return (
    <p class={open === 0 ? 'verdict verdict-equal' : 'verdict verdict-open'} role="status">
      {counted(all.length - open, 'check holds', 'checks hold')}
      {rest}. Whose key it is, this page cannot know: a run's review says what is known of it.
    </p>
  );
}

type Facts = {
  readonly kind?: string;
  readonly time?: string;
  readonly source?: string;
  readonly run?: string;
};

/** What of a record's envelope is told in its head. hostile: whatever line. */
function factsOf(line: string): Facts {
  try {
    const { kind, time, source, run } = JSON.parse(line) as { readonly [field: string]: unknown };
    const id = (run as { readonly id?: unknown } | undefined)?.id;
    return {
      ...(typeof kind === 'string' ? { kind } : {}),
      ...(typeof time === 'string' ? { time } : {}),
      ...(typeof source === 'string' ? { source } : {}),
      ...(typeof id === 'string' ? { run: id } : {}),
    };
  } catch {
    return {};
  }
}
