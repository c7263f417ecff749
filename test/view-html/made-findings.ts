import { fingerprintOf } from '../../src/analyze/cite.ts';
import { toHex } from '../../src/bytes/hex.ts';
import { toUtf8 } from '../../src/bytes/utf8.ts';
import type { Finding } from '../../src/model/finding.ts';
import type { JsonObject, LogRecord } from '../../src/model/record.ts';
import { leafHash } from '../../src/proof/record.ts';
import { type MadeHome, RUN } from '../verify/made-home.ts';

/** The n-th line of kind `record` in a bundle. */
export function recordLine(bundle: string, n: number): string {
  return bundle.split('\n').filter((line) => line.includes('"kind":"record"'))[n]!;
}

/** A finding about the n-th record of a bundle, as the analyzer would make it. */
export function findingOn(bundle: string, n: number): Finding {
  const { line } = JSON.parse(recordLine(bundle, n)) as { readonly line: string };
  return findingAbout(line);
}

function findingAbout(line: string): Finding {
  const { seq } = JSON.parse(line) as LogRecord;
  const cites = [{ kind: 'record' as const, seq, leaf: toHex(leafHash(toUtf8(line))) }];
  const about = { rule: 'TK-X005', kind: 'force_push', run: RUN, cites };
  const text = 'a forced push ran: <img src=x onerror="document.title=1"> \u202egnp.exe';
  return { ...about, severity: 'high', text, fingerprint: fingerprintOf(about) };
}

/** Signs a finding about the run's second record into the log. */
export function withSignedFinding(home: MadeHome): MadeHome {
  const own = home.lines().filter((line) => (JSON.parse(line) as LogRecord).run?.id === RUN);
  const { rule, kind, run, severity, text, cites, fingerprint } = findingAbout(own[1]!);
  const data = {
    ...{ rule, severity, run, fingerprint, text: home.log.commit(text) },
    ...(kind === undefined ? {} : { kind }),
    cites: cites.flatMap((cite) => (cite.kind === 'record' ? [{ seq: cite.seq, leaf: cite.leaf }] : [])),
  } as unknown as JsonObject;
  home.log.add({ kind: 'finding', source: 'analyzer', data });
  home.log.checkpoint();
  return home;
}
