import type { Finding } from '../../model/finding.ts';
import type { RunFindings } from '../analyze.ts';

/** The findings as a plain value for `--json`. Nothing in it depends on when or where the analysis was made. */
export type FindingsJson = {
  readonly runs: readonly {
    readonly run: string;
    readonly harness: string;
    readonly session: string;
    readonly part: number;
    readonly source: string;
    readonly findings: readonly Finding[];
  }[];
};

export function findingsJson(results: readonly RunFindings[]): FindingsJson {
  return {
    runs: results.map(({ run, source, findings }) => ({
      run: run.id,
      harness: run.harness,
      session: run.session,
      part: run.part,
      source,
      findings,
    })),
  };
}
