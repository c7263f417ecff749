import { sha256Hex } from '../bytes/sha256.ts';
import { toUtf8 } from '../bytes/utf8.ts';
import type { Cite, Finding, Severity } from '../model/finding.ts';
import type { Found, Rule } from './rule.ts';
import type { At } from './timeline/item.ts';
import type { Timeline } from './timeline/timeline.ts';

/** A finding names at most so many records (its own record must fit into the log). */
const MAX_CITES = 200;

/** Ties what a rule found to its run. */
export function findingOf(rule: Pick<Rule, 'id' | 'severity'>, found: Found, timeline: Timeline): Finding {
  const { kind, text, trust } = found;
  const run = timeline.run.id;
  const cites = distinct(found.cites)
    .slice(0, MAX_CITES)
    .map((at) => citeOf(at, timeline));
  const severity: Severity = found.severity ?? rule.severity;
  return {
    rule: rule.id,
    severity,
    run,
    text,
    cites,
    fingerprint: fingerprintOf({ rule: rule.id, run, cites, ...(kind === undefined ? {} : { kind }) }),
    ...(kind === undefined ? {} : { kind }),
    ...(trust === undefined && timeline.source !== 'transcript' ? {} : { trust: 'transcript' }),
  };
}

/** SHA-256 over what a finding is about, 64 hex digits. */
export function fingerprintOf({
  rule,
  kind,
  run,
  cites,
}: Pick<Finding, 'rule' | 'kind' | 'run' | 'cites'>): string {
  return sha256Hex(toUtf8([rule, kind ?? '', run, ...cites.map(hashOf)].join('\n')));
}

function distinct(cites: readonly At[]): readonly At[] {
  return [...new Map(cites.map((at) => [at.seq, at])).values()];
}

/** The record; of bare transcripts, whose log is thrown away, the range of the file. */
function citeOf(at: At, { source, transcripts, contents }: Timeline): Cite {
  const { seq, leaf, place, run } = at;
  if (source !== 'transcript') return { kind: 'record', seq, leaf };
  const transcript =
    place === undefined
      ? transcripts[0]
      : transcripts.find((one) => one.run === run && one.index === place.transcript);
  const file = contents.text(transcript?.path) ?? '';
  if (place === undefined)
    return { kind: 'range', file, line: 0, offset: 0, bytes: 0, sha256: sha256Hex(NONE) };
  const { line, offset, bytes } = place;
  return { kind: 'range', file, line, offset, bytes, sha256: sha256Hex(contents.bytes(place) ?? NONE) };
}

const NONE = new Uint8Array(0);

function hashOf(cite: Cite): string {
  return cite.kind === 'record' ? cite.leaf : `${cite.file} ${cite.line} ${cite.sha256}`;
}
