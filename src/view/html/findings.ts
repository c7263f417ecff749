import { fingerprintOf } from '../../analyze/cite.ts';
import type { BundleRecord } from '../../bundle/disclosed.ts';
import { type Finding, isSeverity } from '../../model/finding.ts';

/** Findings that stand beside the bundle, unsigned, and what is wrong with those that are left out. */
export type EmbeddedFindings = { readonly findings: readonly Finding[]; readonly faults: readonly string[] };

/** So many are read. */
const MAX_FINDINGS = 10_000;

/**
 * Reads the findings of a page, and checks each against the bundle: it must cite records that are there as they are, and
 * have the fingerprint of what it cites. Its words are not signed by anybody. hostile: whatever text.
 */
export function readFindings(
  text: string,
  bundle: { readonly run: string; readonly records: readonly BundleRecord[] },
): EmbeddedFindings {
  const found = parsed(text);
  if (!Array.isArray(found))
    return { findings: [], faults: ['expected a list of findings beside the bundle'] };
  const leaves = new Map(bundle.records.map(({ record, leaf }) => [record.seq, leaf]));
  const findings: Finding[] = [];
  const faults: string[] = [];
  for (const [at, value] of found.slice(0, MAX_FINDINGS).entries()) {
    const finding = findingOf(value, bundle.run);
    const fault = finding === undefined ? 'expected a finding about this run' : faultOf(finding, leaves);
    if (finding !== undefined && fault === undefined) findings.push(finding);
    else faults.push(`finding ${at + 1}${finding === undefined ? '' : ` (${finding.rule})`}: ${fault}`);
  }
  if (found.length > MAX_FINDINGS) faults.push(`${found.length - MAX_FINDINGS} findings more were not read`);
  return { findings, faults };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function faultOf(finding: Finding, leaves: ReadonlyMap<number, string>): string | undefined {
  for (const cite of finding.cites) {
    if (cite.kind !== 'record') return 'it cites what is no record';
    const leaf = leaves.get(cite.seq);
    if (leaf === undefined) return `it cites record ${cite.seq}, which is not in the bundle`;
    if (leaf !== cite.leaf) return `it cites record ${cite.seq} as another than it is`;
  }
  return fingerprintOf(finding) === finding.fingerprint
    ? undefined
    : 'its fingerprint is not that of its rule and of what it cites';
}

/** A foreign value as a finding about this run; undefined where it is none. */
function findingOf(value: unknown, wanted: string): Finding | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  const { rule, kind, severity, run, text, cites, trust, fingerprint } = value as Record<string, unknown>;
  const isWhole =
    typeof rule === 'string' &&
    (kind === undefined || typeof kind === 'string') &&
    typeof severity === 'string' &&
    isSeverity(severity) &&
    run === wanted &&
    typeof text === 'string' &&
    Array.isArray(cites) &&
    cites.every(isCite) &&
    typeof fingerprint === 'string';
  if (!isWhole) return undefined;
  return {
    ...{ rule, severity, run: wanted, text, fingerprint },
    cites: cites.map(({ seq, leaf }: { seq: number; leaf: string }) => ({ kind: 'record', seq, leaf })),
    ...(kind === undefined ? {} : { kind }),
    ...(trust === 'transcript' ? { trust } : {}),
  };
}

function isCite(value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false;
  const { seq, leaf, kind } = value as Record<string, unknown>;
  return kind === 'record' && Number.isSafeInteger(seq) && typeof leaf === 'string';
}
