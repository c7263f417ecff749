import { chmodSync, existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Command } from 'commander';
import { exportToFile, isBundleFile, verifyBundleFile } from '../bundle/bundle-file.ts';
import { makeFolders } from '../log/folders.ts';
import { type HomePaths, seenFolder } from '../log/home.ts';
import { TracekitError } from '../model/error.ts';
import { logFiles } from '../verify/log-files.ts';
import { seenFiles } from '../verify/seen-files.ts';
import { isPageFile } from '../view/html/page-bundle.ts';
import { CHOICE_HELP, disclosureOf } from './disclosure.ts';
import { type ExportedPage, exportPage } from './export-page.ts';
import { logHome, withHome } from './home-option.ts';
import { openBrowser } from './open-browser.ts';
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
  readonly html?: boolean;
  readonly open?: boolean;
};

function withChoice(command: Command): Command {
  return command
    .option('-o, --output <file>', 'the file (default: run-<id>.tkbundle here, or .html)')
    .option('--disclose <what...>', `contents that travel, none unless named: ${CHOICE_HELP}`)
    .option('--redact <what...>', 'contents that stay although --disclose names them')
    .option('--json', 'the result as one JSON object');
}

/** `tracekit export`: one run, with what proves it, as a bundle (docs/log-format.md "Bundles"). */
export function exportCommand(): Command {
  return withChoice(withHome(new Command('export')))
    .requiredOption('--run <id>', "the run: its id, the harness's session id, or the unique beginning of one")
    .description('write one run and its proofs into a bundle that anyone can verify')
    .option('--html', 'as a page for a browser, which shows the run and checks it, without a network')
    .addHelpText('after', EXPORT_HELP)
    .action(async (flags: ExportFlags) => {
      const home = logHome(flags.home);
      const run = RunNames.of(home.segments).find(flags.run!);
      const { path, ...exported } = await (flags.html === true ? exportHtml : exportRun)(home, run, flags);
      const { records, contents } = exported;
      await writeOut(
        flags.json === true
          ? `${inertJson({ path, ...exported })}\n`
          : `${inert(path)}: ${records} records, ${contents} contents disclosed\n`,
      );
    });
}

const EXPORT_HELP = `
A line discloses all that it says; prompts, texts, thinking, calls and results are its parts. A page can't vouch for its
own code: whoever gets one checks it with tracekit verify.

Examples:
  tracekit export --run 0f3a --disclose prompts calls --redact record:41
  tracekit export --run 0f3a --html --disclose all -o run.html`;

const LAST_HELP = `
Exit code: as of tracekit verify. With --open all contents are disclosed, unless --disclose says which: the page stays in
a folder of yours, and is no page to hand on.

Examples:
  tracekit last -o run.tkbundle
  tracekit last --open`;

/** `tracekit last`: the newest run exported and verified, finished or as it stands. */
export function lastCommand(): Command {
  return withChoice(withHome(new Command('last')))
    .description('export the newest run, and verify the bundle')
    .option('--open', 'as a page, in a private folder, and show it in the browser')
    .addHelpText('after', LAST_HELP)
    .action(async (flags: ExportFlags) => {
      const home = logHome(flags.home);
      const newest = RunNames.of(home.segments).newest();
      if (newest === undefined) {
        throw new TracekitError(
          'no_run',
          `${home.home}: expected a run in its log, found none; run: tracekit record`,
        );
      }
      if (flags.open === true) return openLast(home, newest.id, flags);
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

async function exportHtml(
  paths: HomePaths,
  run: string,
  flags: ExportFlags,
): Promise<ExportedPage & { readonly path: string }> {
  const path = outputPath(flags.output ?? `run-${run}.html`);
  const disclose = disclosureOf(paths.vault, {
    disclose: flags.disclose ?? [],
    redact: flags.redact ?? [],
  });
  const exported = await new Progress().during('exporting', () =>
    exportPage(path, { log: paths.log, run, disclose }),
  );
  return { path, ...exported };
}

/** Where there is no display the path is all that a person gets. */
async function openLast(paths: HomePaths, run: string, flags: ExportFlags): Promise<void> {
  const output = flags.output ?? join(pagesFolder(process.env), `run-${run}.html`);
  const { path } = await exportHtml(paths, run, { disclose: ['all'], ...flags, output });
  await writeOut(flags.json === true ? `${inertJson({ path })}\n` : `${inert(path)}\n`);
  openBrowser(pathToFileURL(path).href);
}

/** A folder of the user's own for pages that are only looked at (XDG Base Directory: relative paths are ignored). */
function pagesFolder(env: Readonly<Record<string, string | undefined>>): string {
  const cache = env.XDG_CACHE_HOME;
  const root = cache?.startsWith('/') ? cache : join(homedir(), '.cache');
  const folder = join(root, 'tracekit', 'pages');
  makeFolders(folder);
  chmodSync(folder, 0o700);
  return folder;
}

/** Where it goes. Only a bundle or page that is there is replaced: a wrong name must not cost a log or a device. */
function outputPath(given: string): string {
  const path = resolve(given);
  if (!existsSync(dirname(path))) {
    throw new TracekitError('bad_output', `--output ${given}: expected its folder to exist; make it first`);
  }
  const there = statSync(path, { throwIfNoEntry: false });
  if (there?.isDirectory() === true) {
    throw new TracekitError('bad_output', `--output ${given}: expected a file's name, found a folder`);
  }
  if (there !== undefined && !(there.isFile() && (isBundleFile(path) || isPageFile(path)))) {
    throw new TracekitError(
      'bad_output',
      `--output ${given}: expected no file, or a bundle to replace, found something else; name another file`,
    );
  }
  return path;
}
