import { resolve } from 'node:path';
import { Command } from 'commander';
import { exportToFile, verifyBundleFile } from '../bundle/bundle-file.ts';
import { homePaths, seenFolder } from '../log/home.ts';
import { TracekitError } from '../model/error.ts';
import { logFiles } from '../verify/log-files.ts';
import { seenFiles } from '../verify/seen-files.ts';
import { CHOICE_HELP, disclosureOf } from './disclosure.ts';
import { homeOf, withHome } from './home-option.ts';
import { writeOut } from './output.ts';
import { RunNames } from './run-names.ts';
import { inert } from './terminal.ts';
import { printReport } from './verify.ts';

type ExportFlags = {
  readonly home?: string;
  readonly run?: string;
  readonly output?: string;
  readonly disclose: readonly string[];
  readonly redact: readonly string[];
  readonly json?: boolean;
};

function withChoice(command: Command): Command {
  return command
    .option('-o, --output <file>', 'the bundle (default: run-<id>.tkbundle here)')
    .option('--disclose <what...>', `contents that travel: ${CHOICE_HELP} (default: none)`, [])
    .option('--redact <what...>', 'contents that stay although --disclose names them', [])
    .option('--json', 'the result as one JSON object');
}

/** `tracekit export`: one run, with what proves it, as a bundle (docs/bundle.md). */
export function exportCommand(): Command {
  return withChoice(withHome(new Command('export')))
    .requiredOption('--run <id>', "the run: its id, the harness's session id, or the unique beginning of one")
    .description('write one run and its proofs into a bundle that anyone can verify')
    .addHelpText(
      'after',
      '\nExample:\n  tracekit export --run 0f3a --disclose prompts calls --redact record:41',
    )
    .action(async (flags: ExportFlags) => {
      const { path, records, contents } = await exportRun(
        flags,
        RunNames.of(segmentsOf(flags)).find(flags.run!),
      );
      await writeOut(
        flags.json === true
          ? `${JSON.stringify({ path, records, contents })}\n`
          : `${inert(path)}: ${records} records, ${contents} contents disclosed\n`,
      );
    });
}

/** `tracekit last`: the newest run exported and verified, finished or as it stands. */
export function lastCommand(): Command {
  return withChoice(withHome(new Command('last')))
    .description('export the newest run, and verify the bundle')
    .action(async (flags: ExportFlags) => {
      const newest = RunNames.of(segmentsOf(flags)).newest();
      if (newest === undefined) {
        throw new TracekitError(
          'no_run',
          `${homeOf(flags.home)}: expected a run in its log, found none; record something first`,
        );
      }
      const { path } = await exportRun(flags, newest.id);
      if (flags.json !== true)
        await writeOut(`${inert(path)}: ${newest.harness}, session ${inert(newest.session)}\n`);
      const report = await verifyBundleFile(path, { seen: seenFiles(seenFolder(process.env)) });
      process.exitCode = await printReport(report, flags);
    });
}

function segmentsOf(flags: ExportFlags): string {
  return homePaths(homeOf(flags.home)).segments;
}

async function exportRun(
  flags: ExportFlags,
  run: string,
): Promise<{ readonly path: string; readonly records: number; readonly contents: number }> {
  const paths = homePaths(homeOf(flags.home));
  const source = logFiles(paths.log);
  if (source === undefined)
    throw new TracekitError('no_log', `${paths.log}: expected a log, found none; name another --home`);
  const path = resolve(flags.output ?? `run-${run}.tkbundle`);
  const disclose = disclosureOf(paths.vault, flags);
  const { manifest, contents } = await exportToFile(path, source, { run, disclose });
  return { path, records: manifest.records, contents };
}
