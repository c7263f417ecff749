import { join } from 'node:path';
import { Command } from 'commander';
import type { Profile } from '../harness/failure.ts';
import { type InitOutcome, init } from '../install/init.ts';
import type { Places } from '../install/installer.ts';
import { INSTALLERS } from '../install/installers.ts';
import { detectedHarnesses, foundVersions } from '../install/programs.ts';
import { errno } from '../log/disk.ts';
import { TracekitError } from '../model/error.ts';
import type { Harness } from '../model/harness.ts';
import { readConfig } from '../signer/config.ts';
import { homeOf } from './home-option.ts';
import { type Asked, askInit } from './init-questions.ts';
import { placesHere, programHere, projectHere, withInstallOptions } from './install-options.ts';
import { writeOut } from './output.ts';
import { inert, inertJson } from './terminal.ts';

type Flags = {
  readonly home?: string;
  readonly dev?: boolean;
  readonly v2?: boolean;
  readonly agent?: Harness;
  readonly project?: boolean;
  readonly yes?: boolean;
  readonly downgrade?: boolean;
  readonly thinkingSummaries: boolean;
  readonly json?: boolean;
};

type Result = {
  readonly done: { readonly harness: Harness; readonly outcome: InitOutcome }[];
  readonly refused: { readonly harness: Harness; readonly why: string }[];
};

const HELP = `
Other hooks, settings, comments and their order stay byte for byte; a copy of each file is kept first; a second run
changes nothing. What it can't edit safely (links, odd shapes, read-only files) it refuses, and says why.

Examples:
  tracekit init --dev --v2 --agent claude-code
  tracekit init --dev --v2 --yes                 every harness that is found here
  tracekit init --dev --agent codex --project    this project's settings, open profile`;

/** `tracekit init`: sets up the hooks of harnesses. */
export function initCommand(): Command {
  return withInstallOptions(new Command('init'))
    .description('set up the hooks of a harness, or of all that are found')
    .option('--dev', 'the signer runs as you (the only mode there is yet)')
    .option('--v2', 'the closed profile: a call that cannot be judged is blocked')
    .option('--yes', 'ask nothing; without --agent: every harness that is found')
    .option('--downgrade', 'replace the closed profile by the open one')
    .option('--no-thinking-summaries', 'leave alone what makes the model’s reasoning readable')
    .option('--json', 'what was done as one JSON object; asks nothing')
    .addHelpText('after', HELP)
    .action(run);
}

async function run(flags: Flags): Promise<void> {
  const places = placesHere();
  const home = homeOf(flags.home);
  const { harnesses, profile } = await chosen(flags, places);
  const { hold_seconds } = readConfig(join(home, 'config.yaml'));
  const project = flags.project === true ? { project: projectHere(places) } : {};
  const result: Result = { done: [], refused: [] };
  for (const harness of harnesses) {
    const installer = INSTALLERS[harness];
    const options = { home, harness, places, ...project, program: programHere(), holdSeconds: hold_seconds };
    // Only Cursor's entries depend on it, and asking takes seconds.
    const versions = harness === 'cursor' ? await foundVersions(installer, places.env) : [];
    const how = { profile, downgrade: flags.downgrade === true, thinking: flags.thinkingSummaries };
    try {
      const outcome = init({ ...options, versions, ...how, time: new Date() });
      result.done.push({ harness, outcome });
    } catch (error) {
      // One harness's settings that can't be edited are no reason to leave the others out.
      if (!(error instanceof TracekitError) && errno(error) === undefined) throw error;
      result.refused.push({ harness, why: (error as Error).message });
    }
  }
  if (flags.json === true) {
    await writeOut(`${inertJson(result)}\n`);
    if (result.refused.length > 0) process.exitCode = 2;
  } else await tell(result);
}

async function chosen(flags: Flags, places: Places): Promise<Asked> {
  const profile: Profile = flags.v2 === true ? 'closed' : 'open';
  if (flags.agent !== undefined) return { harnesses: [flags.agent], profile };
  const found = detectedHarnesses(places);
  if (found.length === 0) {
    throw new TracekitError(
      'no_harness',
      'no harness was found here (on PATH, or by its folder in your home); name one with --agent',
    );
  }
  if (flags.yes === true) return { harnesses: found, profile };
  if (flags.json === true || !process.stdin.isTTY || !process.stdout.isTTY) {
    throw new TracekitError(
      'no_terminal',
      `found here: ${found.join(', ')}. Name one with --agent, or take all with --yes: there is no terminal to ask at`,
    );
  }
  return askInit(found, flags.v2 === true ? 'closed' : undefined);
}

async function tell({ done, refused }: Result): Promise<void> {
  for (const { harness, outcome } of done)
    await writeOut(
      rowsOf(harness, outcome)
        .map((row) => `${inert(row)}\n`)
        .join(''),
    );
  if (done.length > 0) await writeOut(AFTER);
  if (refused.length === 0) return;
  const why = refused.map((one) => `${INSTALLERS[one.harness].name}: ${one.why}`);
  throw new TracekitError('not_installed', why.join('\ntracekit: '));
}

const AFTER = `
The signer runs as your own user, as the agent does, and an agent could interfere with it (assurance dev).
To see whether the hooks fire: tracekit doctor
`;

function rowsOf(harness: Harness, outcome: InitOutcome): readonly string[] {
  const { name } = INSTALLERS[harness];
  const changed = outcome.files.some(({ what }) => what === 'written');
  const how = changed ? (outcome.before === undefined ? 'set up' : 'set up anew') : 'was set up already';
  const rows = [`${name}: ${how}, ${outcome.profile} profile`];
  for (const { file, what, backup } of outcome.files) {
    rows.push(`  ${what.padEnd(9)} ${file}`);
    if (backup !== undefined) rows.push(`  kept      ${backup}`);
  }
  return [...rows, ...outcome.notes.map((note) => `  note      ${note}`)];
}
