import { analyzeRun } from '../../src/analyze/analyze.ts';
import { buildTimeline } from '../../src/analyze/timeline/build.ts';
import type { Finding } from '../../src/model/finding.ts';
import type { Attack } from './attack.ts';
import { type Played, play } from './played.ts';

/** What a rule made of an attack: whether it was found, and what else the rule said that is above info. */
export type Judged = { readonly found: boolean; readonly others: readonly Finding[] };

/** Plays an attacked session and looks what its rule says. */
export async function judge(attack: Attack): Promise<Judged> {
  const played = await play([attack.session]);
  try {
    const findings = allFindings(played).filter(
      ({ rule, severity }) => rule === attack.rule && severity !== 'info',
    );
    const right = findings.filter((finding) => isOf(finding, attack, played));
    const found = right.length > 0;
    if (attack.forged === undefined) return { found, others: [] };
    const all = attack.forged.alone === false ? findings.slice(found ? 1 : 0) : findings;
    return {
      found,
      others: all.filter((finding) => attack.forged?.alone === false || !right.includes(finding)),
    };
  } finally {
    played.done();
  }
}

export function allFindings({ evidence }: Played): readonly Finding[] {
  return evidence.runs.flatMap(({ id }) => analyzeRun(evidence, id)?.findings ?? []);
}

/** Whether a finding cites a line that was put in. */
function isOf({ cites, run, text }: Finding, { forged, sign }: Attack, { evidence }: Played): boolean {
  if (forged === undefined) return sign === undefined || text.includes(sign);
  if (!forged.alone) return true;
  const timeline = buildTimeline(evidence, run);
  const seqs = new Set(cites.map((cite) => (cite.kind === 'record' ? cite.seq : -1)));
  return (timeline?.transcripts ?? []).some(
    ({ path, generations }) =>
      timeline?.contents.text(path)?.endsWith(forged.path) === true &&
      generations.some(({ lines }) =>
        lines.some(
          ({ at }) =>
            seqs.has(at.seq) && at.place.line >= forged.from && at.place.line < forged.from + forged.count,
        ),
      ),
  );
}
