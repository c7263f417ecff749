import { lstatSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { analyzeRun, type RunFindings } from '../analyze/analyze.ts';
import type { Evidence } from '../analyze/evidence.ts';
import { homeEvidence } from '../analyze/home-evidence.ts';
import { findingsJson } from '../analyze/report/json.ts';
import { sarifLog } from '../analyze/report/sarif.ts';
import { summaryLine, textLines } from '../analyze/report/text.ts';
import { RULES } from '../analyze/rules/rules.ts';
import type { HomePaths } from '../log/home.ts';
import { TracekitError } from '../model/error.ts';
import { isAtLeast, isSeverity, SEVERITIES, type Severity } from '../model/finding.ts';
import { bundleEvidence } from './bundle-evidence.ts';
import { logHome, withHome } from './home-option.ts';
import { writeOut } from './output.ts';
import { RunNames } from './run-names.ts';
import { signFindings } from './sign-findings.ts';
import { inert, inertJson } from './terminal.ts';
import { recordedAside } from './transcript-evidence.ts';
import { version } from './version.ts';

type Flags = {
  readonly home?: string;
  readonly v2?: boolean;
  readonly run?: string;
  readonly last?: boolean;
  readonly all?: boolean;
  readonly bundle?: string;
  readonly transcript?: string;
  readonly json?: boolean;
  readonly sarif?: boolean;
  readonly sign?: boolean;
  readonly failOn: string;
};

const HELP = `
Exit code: 0 nothing at or above the level, 4 something, 2 the input is unusable. What each rule says: docs/findings.md.
Whether the log itself holds is another question: tracekit verify.

Examples:
  tracekit analyze
  tracekit analyze --all --sarif > findings.sarif
  tracekit analyze --bundle run-0123456789abcdef.tkbundle
  tracekit analyze --transcript session.jsonl --fail-on medium`;

/** Something at or above the level was found. */
const FOUND = 4;

/** `tracekit analyze`: what was asked, said and done, compared. Offline; the same input gives the same findings. */
export function analyzeCommand(): Command {
  return withHome(new Command('analyze'))
    .description('compare what was asked, what was said and what was done in a run')
    .option('--v2', 'accepted for older scripts: these are the findings of version 2')
    .option('--run <id>', "this run: its id, the harness's session id, or the unique beginning of one")
    .option('--last', 'the newest run (the default)')
    .option('--all', 'every run of the home')
    .option('--bundle <file>', 'the run of a bundle, as far as it discloses it')
    .option('--transcript <path>', 'a transcript, or a folder of them, that no log holds')
    .option('--json', 'the findings as one JSON object')
    .option('--sarif', 'the findings as SARIF 2.1.0')
    .option('--sign', 'record the findings in the log, each once')
    .option('--fail-on <level>', `exit 4 from this level on: ${SEVERITIES.join(', ')}`, 'high')
    .addHelpText('after', HELP)
    .action(async (flags: Flags) => {
      process.exitCode = await run(flags);
    });
}

async function run(flags: Flags): Promise<number> {
  const level = levelOf(flags.failOn);
  checkChoice(flags);
  const input = await inputOf(flags);
  let results: readonly RunFindings[];
  try {
    results = input.runs.flatMap((id) => analyzeRun(input.evidence, id) ?? []);
  } finally {
    input.evidence.close();
    input.remove?.();
  }
  const findings = results.flatMap((one) => one.findings);
  const signed =
    input.home === undefined || flags.sign !== true ? undefined : await signFindings(input.home, findings);
  await writeOut(rendered(results, flags, signed));
  return findings.some(({ severity }) => isAtLeast(severity, level)) ? FOUND : 0;
}

function rendered(results: readonly RunFindings[], flags: Flags, signed: number | undefined): string {
  if (flags.sarif === true) return `${inertJson(sarifLog(results, { rules: RULES, version: version() }))}\n`;
  if (flags.json === true) return `${inertJson(findingsJson(results))}\n`;
  const lines = [...textLines(results), summaryLine(results)];
  if (signed !== undefined) lines.push(`${signed} findings recorded that the log did not have yet`);
  return lines.map((line) => `${inert(line)}\n`).join('');
}

type Input = {
  readonly evidence: Evidence;
  readonly runs: readonly string[];
  /** Where findings can be signed. */
  readonly home?: HomePaths;
  /** Takes away what was made for the analysis only. */
  readonly remove?: () => void;
};

async function inputOf(flags: Flags): Promise<Input> {
  if (flags.bundle !== undefined) {
    const { evidence, run } = await bundleEvidence(resolve(flags.bundle));
    return { evidence, runs: [run] };
  }
  if (flags.transcript !== undefined) {
    const path = resolve(flags.transcript);
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined)
      throw new TracekitError(
        'no_paths',
        `--transcript ${flags.transcript}: expected a file or folder, found nothing`,
      );
    const { evidence, remove } = await recordedAside(path);
    return { evidence, remove, runs: evidence.runs.map(({ id }) => id) };
  }
  const home = logHome(flags.home);
  const evidence = homeEvidence(home);
  return { evidence, runs: runsOf(home, evidence, flags), home };
}

function runsOf(home: HomePaths, { runs }: Evidence, flags: Flags): readonly string[] {
  const names = RunNames.from(runs);
  if (flags.run !== undefined) return [names.find(flags.run)];
  const newest = names.newest();
  if (newest === undefined)
    throw new TracekitError(
      'no_run',
      `${home.home}: expected a run in its log, found none; run: tracekit record`,
    );
  return flags.all === true ? names.all() : [newest.id];
}

function levelOf(word: string): Severity {
  if (isSeverity(word)) return word;
  throw new TracekitError(
    'bad_option',
    `--fail-on: expected one of ${SEVERITIES.join(', ')}; found ${JSON.stringify(word)}`,
  );
}

function checkChoice({ run: one, last, all, bundle, transcript, json, sarif, sign }: Flags): void {
  const inputs = [
    one !== undefined,
    last === true,
    all === true,
    bundle !== undefined,
    transcript !== undefined,
  ];
  if (inputs.filter(Boolean).length > 1)
    throw new TracekitError(
      'bad_option',
      'expected one of --run, --last, --all, --bundle, --transcript; found several',
    );
  if (json === true && sarif === true)
    throw new TracekitError('bad_option', 'expected --json or --sarif, found both');
  if (sign === true && (bundle !== undefined || transcript !== undefined))
    throw new TracekitError(
      'bad_option',
      '--sign: expected a home, whose log the findings go to; found another input',
    );
}
