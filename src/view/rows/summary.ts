import type { Finding, Severity } from '../../model/finding.ts';
import type { Harness } from '../../model/harness.ts';
import type { Committed, JsonObject, LogRecord } from '../../model/record.ts';
import type { RunSummary } from '../api.ts';
import type { PromptEntry } from './entry.ts';
import { excerptOf } from './excerpt.ts';
import { oneLine } from './gist.ts';
import { promptExcerpt } from './prompt-text.ts';
import type { RowMaking } from './run-rows.ts';

const TITLE = 160;

/** A run's summary from its rows and its opening. */
export function foldedSummary(
  { fold, source }: RowMaking,
  opened: LogRecord | undefined,
): Omit<RunSummary, 'live' | 'integrity' | 'findings'> {
  const data: JsonObject = opened?.data ?? {};
  const from = data.from as RunSummary['from'];
  const approvals = [...fold.calls.approvals.all.values()].map(({ approval }) => approval);
  const calls = fold.order.all().filter((entry) => entry.kind === 'call' && !entry.copy);
  const title = titleOf({ fold, source });
  const project = data.project as unknown as Committed | undefined;
  return {
    run: opened?.run?.id ?? '',
    harness: data.harness as Harness,
    session: String(data.session),
    part: (data.part as number | undefined) ?? 0,
    mode: (data.mode as RunSummary['mode'] | undefined) ?? 'record',
    opened: opened?.time ?? '',
    last: fold.last,
    records: fold.records,
    calls: calls.length,
    decided: fold.calls.decided,
    held: approvals.length,
    waiting: approvals.filter(({ state }) => state === 'waiting').length,
    denied: calls.filter((entry) => entry.kind === 'call' && entry.verdict === 'deny').length,
    gaps: fold.gaps,
    ...(from === undefined ? {} : { from }),
    ...(title === undefined ? {} : { title }),
    ...(project === undefined
      ? {}
      : { project: excerptOf(source, project, { form: 'text', most: 500 }).text }),
  };
}

function titleOf({ fold, source }: Pick<RowMaking, 'fold' | 'source'>): string | undefined {
  const isPersons = (entry: PromptEntry): boolean =>
    entry.origin === 'person' || entry.origin === 'unwitnessed';
  const first = fold.order.all().find((entry) => entry.kind === 'prompt' && isPersons(entry));
  if (first?.kind !== 'prompt') return undefined;
  const { text } = promptExcerpt(source, first, 4 * TITLE);
  return text.trim() === '' ? undefined : oneLine(text).slice(0, TITLE);
}

/** How many findings of each severity; a rule's word that it could not run is none. */
export function countOf(findings: readonly Finding[]): Partial<Record<Severity, number>> {
  const counts: Partial<Record<Severity, number>> = {};
  for (const { severity, kind } of findings)
    if (kind !== 'could_not_run') counts[severity] = (counts[severity] ?? 0) + 1;
  return counts;
}
