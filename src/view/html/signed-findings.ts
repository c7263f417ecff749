import type { OpenBundle } from '../../bundle/disclosed.ts';
import { fromUtf8 } from '../../bytes/utf8.ts';
import type { Finding, RecordCite, Severity } from '../../model/finding.ts';
import type { Committed } from '../../model/record.ts';

/** The findings that stand in the log, as far as the bundle discloses their words. Their records fit the schema. */
export function signedFindings({ records, content, manifest }: OpenBundle): readonly Finding[] {
  return records.flatMap(({ record }): Finding[] => {
    if (record.kind !== 'finding' || record.data.run !== manifest.run) return [];
    const { rule, kind, severity, text, cites, trust, fingerprint } = record.data;
    const words = content((text as unknown as Committed).commitment);
    return [
      {
        ...{ rule: String(rule), severity: severity as Severity, run: manifest.run },
        text: (words === undefined ? undefined : fromUtf8(words)) ?? '(its words are not disclosed)',
        cites: (cites as unknown as readonly RecordCite[]).map(({ seq, leaf }) => ({
          ...{ kind: 'record' as const, seq, leaf },
        })),
        fingerprint: String(fingerprint),
        ...(kind === undefined ? {} : { kind: String(kind) }),
        ...(trust === undefined ? {} : { trust: 'transcript' as const }),
      },
    ];
  });
}
