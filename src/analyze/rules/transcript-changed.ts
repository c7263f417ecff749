import type { Found, Rule } from '../rule.ts';

const GAPS: Readonly<Record<string, string>> = {
  transcript_rewritten: 'was changed',
  transcript_truncated: 'was cut',
  transcript_deleted: 'was removed',
};

/**
 * TK-R001: bytes of a transcript that were recorded already are no longer there. Example: a line edited after the fact.
 * What the harness itself is known to do is an info.
 */
export const transcriptChanged: Rule = {
  id: 'TK-R001',
  title: 'A transcript was edited, cut or removed while it was recorded.',
  severity: 'critical',
  needs: [],
  run: ({ gaps, isOwn }) =>
    gaps.flatMap(({ at, data }): Found[] => {
      const what = GAPS[String(data.gap)];
      if (what === undefined || !isOwn(at)) return [];
      const where = data.line === undefined ? '' : ` from line ${String(data.line)} on`;
      const text = `transcript ${String(data.transcript ?? '?')} of the run ${what}${where} after it was recorded`;
      if (data.explained === undefined) return [{ text, cites: [at] }];
      const why = `; the harness's own ${String(data.explained)} would account for it`;
      return [{ kind: 'explained', severity: 'info', text: text + why, cites: [at] }];
    }),
};
