import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Command } from 'commander';
import { exportToFile, isBundleFile, verifyBundleFile } from '../bundle/bundle-file.ts';
import { type HomePaths, seenFolder } from '../log/home.ts';
import { TracekitError } from '../model/error.ts';
import { logFiles } from '../verify/log-files.ts';
import { seenFiles } from '../verify/seen-files.ts';
import { CHOICE_HELP, disclosureOf } from './disclosure.ts';
import { logHome, withHome } from './home-option.ts';
import { writeOut } from './output.ts';
import { Progress } from './progress.ts';
import { RunNames } from './run-names.ts';
import { inert, inertJson } from './terminal.ts';
import { printReport } from './verify.ts';

type ExportFlags = {
  readonly home?: string;
  readonly run?: string;
  readonly output?: string;
  readonly disclose?: readonly string[];
  readonly redact?: readonly string[];
  readonly json?: boolean;
};

function withChoice(command: Command): Command {
  return command
    .option('-o, --output <file>', 'the bundle (default: run-<id>.tkbundle here)')
    .option('--disclose <what...>', `contents that travel, none unless named: ${CHOICE_HELP}`)
    .option('--redact <what...>', 'contents that stay although --disclose names them')
    .option('--json', 'the result as one JSON object');
}

/** `tracekit export`: one run, with what proves it, as a bundle (docs/log-format.md "Bundles"). */
export function exportCommand(): Command {
  return withChoice(withHome(new Command('export')))
    .requiredOption('--run <id>', "the run: its id, the harness's session id, or the unique beginning of one")
    .description('write one run and its proofs into a bundle that anyone can verify')
    .addHelpText(
      'after',
      '\nA line discloses all that it says; prompts, texts, thinking, calls and results are its parts.\n\nExample:\n  tracekit export --run 0f3a --disclose prompts calls --redact record:41',
    )
    .action(async (flags: ExportFlags) => {
      const home = logHome(flags.home);
      const run = RunNames.of(home.segments).find(flags.run!);
      const { path, records, contents } = await exportRun(home, run, flags);
      await writeOut(
        flags.json === true
          ? `${inertJson({ path, records, contents })}\n`
          : `${inert(path)}: ${records} records, ${contents} contents disclosed\n`,
      );
    });
}

/** `tracekit last`: the newest run exported and verified, finished or as it stands. */
export function lastCommand(): Command {
  return withChoice(withHome(new Command('last')))
    .description('export the newest run, and verify the bundle')
    .addHelpText(
      'after',
      '\nExit code: as of `tracekit verify`.\n\nExample:\n  tracekit last -o run.tkbundle',
    )
    .action(async (flags: ExportFlags) => {
      const home = logHome(flags.home);
      const newest = RunNames.of(home.segments).newest();
      if (newest === undefined) {
        throw new TracekitError(
          'no_run',
          `${home.home}: expected a run in its log, found none; run: tracekit record`,
        );
      }
      const { path } = await exportRun(home, newest.id, flags);
      if (flags.json !== true)
        await writeOut(`${inert(path)}: ${inert(newest.harness)}, session ${inert(newest.session)}\n`);
      const report = await verifyBundleFile(path, { seen: seenFiles(seenFolder(process.env)) });
      process.exitCode = await printReport(report, flags);
    });
}

async function exportRun(
  paths: HomePaths,
  run: string,
  flags: ExportFlags,
): Promise<{ readonly path: string; readonly records: number; readonly contents: number }> {
  const path = outputPath(flags.output ?? `run-${run}.tkbundle`);
  const disclose = disclosureOf(paths.vault, {
    disclose: flags.disclose ?? [],
    redact: flags.redact ?? [],
  });
  const { manifest, contents } = await new Progress().during('exporting', () =>
    exportToFile(path, logFiles(paths.log)!, { run, disclose }),
  );
  return { path, records: manifest.records, contents };
}

/** Where the bundle goes. Only a bundle that is there is replaced: a wrong name must not cost a log or a device. */
function outputPath(given: string): string {
  const path = resolve(given);
  if (!existsSync(dirname(path))) {
    throw new TracekitError('bad_output', `--output ${given}: expected its folder to exist; make it first`);
  }
  const there = statSync(path, { throwIfNoEntry: false });
  if (there?.isDirectory() === true) {
    throw new TracekitError('bad_output', `--output ${given}: expected a file's name, found a folder`);
  }
  if (there !== undefined && !(there.isFile() && isBundleFile(path))) {
    throw new TracekitError(
      'bad_output',
      `--output ${given}: expected no file, or a bundle to replace, found something else; name another file`,
    );
  }
  return path;
}
