import type { Cite, Finding, Severity } from '../../model/finding.ts';
import type { RunFindings } from '../analyze.ts';
import type { Rule } from '../rule.ts';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

/** SARIF 2.1.0 §3.27.10 knows fewer levels than we do. */
const LEVELS: Readonly<Record<Severity, 'note' | 'warning' | 'error'>> = {
  info: 'note',
  low: 'note',
  medium: 'warning',
  high: 'error',
  critical: 'error',
};

/** Code scanners order by this number, as CVSS does. */
const SECURITY: Readonly<Record<Severity, string>> = {
  info: '0.0',
  low: '3.0',
  medium: '5.5',
  high: '8.0',
  critical: '9.5',
};

/** The findings as a SARIF 2.1.0 log. hostile: texts are foreign; SARIF's are plain text, and JSON keeps them inert. */
export function sarifLog(
  results: readonly RunFindings[],
  { rules, version }: { readonly rules: readonly Rule[]; readonly version: string },
): object {
  const index = new Map(rules.map(({ id }, i) => [id, i]));
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'tracekit', version, rules: rules.map(descriptorOf) } },
        columnKind: 'utf16CodeUnits',
        results: results.flatMap(({ findings }) => findings.map((finding) => resultOf(finding, index))),
      },
    ],
  };
}

function descriptorOf({ id, title, severity }: Rule): object {
  return {
    id,
    shortDescription: { text: title },
    defaultConfiguration: { level: LEVELS[severity] },
    properties: { 'security-severity': SECURITY[severity] },
  };
}

function resultOf(finding: Finding, index: ReadonlyMap<string, number>): object {
  const { rule, kind, severity, run, text, cites, trust, fingerprint } = finding;
  const at = index.get(rule);
  return {
    ruleId: rule,
    ...(at === undefined ? {} : { ruleIndex: at }),
    level: LEVELS[severity],
    message: { text },
    locations: cites.slice(0, 1).map(locationOf),
    relatedLocations: cites.slice(1).map((cite, i) => ({ id: i + 1, ...locationOf(cite) })),
    partialFingerprints: { 'tracekit/v1': fingerprint },
    properties: { severity, run, ...(kind && { kind }), ...(trust && { trust }) },
  };
}

/** A record by its number and leaf hash (§3.33); a line of a file by its bytes (§3.30). */
function locationOf(cite: Cite): object {
  if (cite.kind === 'record') {
    const name = `record ${cite.seq}`;
    return {
      logicalLocations: [{ name, fullyQualifiedName: `log/${cite.seq}/${cite.leaf}`, kind: 'record' }],
    };
  }
  const { file, line, offset, bytes } = cite;
  return {
    physicalLocation: {
      artifactLocation: { uri: uriOf(file) },
      region: { startLine: line + 1, byteOffset: offset, byteLength: bytes },
    },
  };
}

/** hostile: a lone surrogate cannot be encoded. */
const LONE = /\p{Surrogate}/gu;

/** A path as a URI reference (RFC 3986): absolute ones with their scheme. */
function uriOf(path: string): string {
  const safe = path
    .split('/')
    .map((part) => encodeURIComponent(part.replaceAll(LONE, '\ufffd')))
    .join('/');
  return path.startsWith('/') ? `file://${safe}` : safe;
}
