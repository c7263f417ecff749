import type { Finding } from '../../model/finding.ts';
import type { LinkBasis } from '../../model/reading.ts';
import type { Verdict } from '../../verify/verdict.ts';
import type { Coverage, Review, RunSummary, ShownFinding, ShownGap, ShownHold } from '../api.ts';
import { heldConstraint } from './constraint-row.ts';
import { gapText } from './gap-text.ts';
import { shownHold } from './hold-row.ts';
import type { RunFold } from './run-fold.ts';
import type { RowFindings, RowMaking } from './run-rows.ts';

/** What of a review does not come from the run's own rows. */
export type ReviewInput = {
  readonly summary: RunSummary;
  readonly analysis: Review['analysis'];
  readonly findings: readonly Finding[];
  readonly verdicts: readonly Verdict[];
};

/** A rule's own word that it could not look. */
const NOT_RUN = 'could_not_run';
/** So many gaps, holds and children are listed; the timeline has them all. */
const MOST = 1_000;

/** One screen to judge a run by. Opens the contents of what it shows. */
export function reviewOf(making: RowMaking, { summary, analysis, findings, verdicts }: ReviewInput): Review {
  const { fold, source } = making;
  const isNotRun = ({ kind }: Finding): boolean => kind === NOT_RUN;
  return {
    ...{ summary, analysis, verdicts, versions: [...fold.lines.versions] },
    constraints: [
      ...[...fold.constraints.held.values()].map((held) => heldConstraint(source, held)),
      ...fold.constraints.refused.map((record) => refused(record.seq, String(record.data.kind))),
    ],
    findings: findings.filter((one) => !isNotRun(one)).map((one) => shownFinding(fold, one)),
    notRun: findings.filter(isNotRun).map(({ rule, text }) => ({ rule, why: text })),
    gaps: gapsOf(fold),
    holds: holdsOf(making),
    coverage: coverageOf(fold),
    children: fold.children.slice(0, MOST).map(({ seq, data }) => ({
      row: fold.order.rowOf(seq) ?? 0,
      agent: String(data.agent),
      ...(data.run === undefined ? {} : { run: String(data.run) }),
    })),
  };
}

function refused(at: number, kind: string): Review['constraints'][number] {
  return {
    ...{ constraint: '', kind, targets: [], except: [] },
    ...{ enforce: 'after', by: 'person', at, state: 'refused' },
  };
}

function shownFinding(fold: RunFold, finding: Finding): ShownFinding {
  const { rule, kind, severity, text, trust, fingerprint } = finding;
  return {
    ...{ rule, severity, text, fingerprint },
    cites: finding.cites.flatMap((cite) => {
      if (cite.kind !== 'record') return [];
      const row = fold.order.rowOf(cite.seq);
      return [{ seq: cite.seq, leaf: cite.leaf, ...(row === undefined ? {} : { row }) }];
    }),
    signed: fold.signed.has(fingerprint),
    ...(kind === undefined ? {} : { kind }),
    ...(trust === undefined ? {} : { trust }),
  };
}

/** Which rows the findings are about: those of the records that they cite. */
export function rowFindings(fold: RunFold, findings: readonly Finding[]): RowFindings {
  const rows = new Map<number, string[]>();
  for (const { kind, cites, fingerprint } of findings) {
    if (kind === NOT_RUN) continue;
    const about = new Set(
      cites.flatMap((cite) => (cite.kind === 'record' ? (fold.order.rowOf(cite.seq) ?? []) : [])),
    );
    for (const row of about) rows.set(row, [...(rows.get(row) ?? []), fingerprint]);
  }
  return rows;
}

/** A run's gaps in words. */
export function gapsOf(fold: RunFold): readonly ShownGap[] {
  return fold.notes.slice(0, MOST).map((record) => ({
    seq: record.seq,
    time: record.time,
    why: String(record.data.gap),
    text: gapText(record),
    row: fold.order.rowOf(record.seq) ?? 0,
    ...(record.data.explained === undefined ? {} : { explained: String(record.data.explained) }),
  }));
}

/** Everything that a person was asked about. */
export function holdsOf({ fold, source }: RowMaking): readonly ShownHold[] {
  return [...fold.calls.approvals.all.values()]
    .slice(-MOST)
    .map(({ approval, call }) =>
      shownHold(source, { entry: call, approval, row: fold.order.rowOfEntry(call) }),
    );
}

/** How far transcripts and gate cover each other. */
export function coverageOf(fold: RunFold): Coverage {
  const { calls, lines, order } = fold;
  const links: Record<LinkBasis, number> = { exact: 0, ordered: 0, none: 0 };
  let told = 0;
  let undecided = 0;
  for (const entry of order.all()) {
    if (entry.kind !== 'call' || entry.copy) continue;
    links[entry.basis]++;
    if (entry.asked === undefined) continue;
    told++;
    if (entry.decided === undefined) undecided++;
  }
  return {
    ...{ told, decided: calls.decided, undecided, links },
    ...{ reasoning: { ...lines.reasoning }, lines: lines.lines, unparsed: lines.unparsed },
  };
}
