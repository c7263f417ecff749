import { readFileSync, statSync } from 'node:fs';
import { Command } from 'commander';
import { verifyBundle } from '../bundle/verify.ts';
import { seenFolder } from '../log/home.ts';
import { TracekitError } from '../model/error.ts';
import { parseVkey, type Vkey } from '../proof/vkey.ts';
import { verifyHomeFolder } from '../verify/home-folder.ts';
import { exitOf, reportJson } from '../verify/report.ts';
import { seenFiles } from '../verify/seen-files.ts';
import type { VerifyReport } from '../verify/verdict.ts';
import { type BundleBytes, bundleBytes } from '../view/bundle/bundle-bytes.ts';
import { homeOf, withHome } from './home-option.ts';
import { writeOut } from './output.ts';
import { pageCode } from './page-code.ts';
import { Progress } from './progress.ts';
import { reportText } from './report-text.ts';
import { inertJson } from './terminal.ts';
import { version } from './version.ts';
import { verifyWorker } from './workers.ts';

type PageReport = NonNullable<BundleBytes['page']>;
/** A report, and of a run's page whether its code is this program's. */
type Verified = VerifyReport & { readonly page?: PageReport };

type VerifyFlags = {
  readonly home?: string;
  readonly trust?: string;
  readonly strict?: boolean;
  readonly json?: boolean;
};

const HELP = `
Exit code: 0 it holds, 1 it does not, 2 it cannot be judged, 3 (--strict) it holds with a warning.

Each line of the report answers one question, and says what the answer rests on:
  integrity      is every record the one that was signed?
  completeness   is every record of a run there, and every line of its transcripts?
  authorship     whose key signed it? (--trust pins the key; a first look can only remember it)
  time           who vouches for the times?
  gate coverage  did every call pass the gate?

Examples:
  tracekit verify
  tracekit verify run-0123456789abcdef.tkbundle --trust keys.txt
  tracekit verify run.html`;

/** `tracekit verify`: judges a home or a bundle, with nothing but what is in it and the keys that are trusted. */
export function verifyCommand(): Command {
  return withHome(new Command('verify'))
    .argument(
      '[bundle]',
      'a bundle (.tkbundle), or a page that export --html made; without one, the home is verified',
    )
    .description('check a log, or a bundle, and say what it proves and what not')
    .option('--trust <file>', 'the keys to trust, one vkey a line (default: the key that the log names)')
    .option('--strict', 'exit 3 where all holds, but with a warning')
    .option('--json', 'the report as one JSON object')
    .addHelpText('after', HELP)
    .action(async (bundle: string | undefined, flags: VerifyFlags) => {
      const trusted = flags.trust === undefined ? undefined : readTrust(flags.trust);
      const report = await new Progress().during('verifying', () => verifyAny(bundle, flags, trusted));
      process.exitCode = await printReport(report, flags);
    });
}

async function verifyAny(
  bundle: string | undefined,
  flags: VerifyFlags,
  trusted: readonly Vkey[] | undefined,
): Promise<Verified> {
  const seen = seenFolder(process.env);
  const common = { seen, ...(trusted === undefined ? {} : { trusted }) };
  if (bundle === undefined) {
    return verifyHomeFolder({ home: homeOf(flags.home), worker: verifyWorker(), ...common });
  }
  const bytes = bundleBytes(bundle, pageCode());
  try {
    const report = await verifyBundle(bytes.pieces(), {
      again: bytes.pieces,
      ...common,
      seen: seenFiles(seen),
    });
    return bytes.page === undefined ? report : { ...report, page: bytes.page };
  } finally {
    bytes.close();
  }
}

/** What is verified of a page is the run in it; what it shows is its own code's word. */
function pageText(page: PageReport | undefined): readonly string[] {
  if (page === undefined) return [];
  return page.isOwn
    ? [`page:           this program's; all but the run in it is what tracekit ${version()} writes`]
    : [
        `page:           ANOTHER'S`,
        `  ! what is around the run is not what tracekit ${version()} writes: what the page shows may be something else than what was verified here; tracekit show --bundle shows that`,
      ];
}

/** Prints a report, and gives the exit code that it asks for. */
export async function printReport(
  report: Verified,
  flags: { readonly strict?: boolean; readonly json?: boolean },
): Promise<number> {
  const strict = flags.strict === true;
  if (flags.json === true) await writeOut(`${inertJson(reportJson(report, { strict }))}\n`);
  else await writeOut(`${[...reportText(report), ...pageText(report.page)].join('\n')}\n`);
  return exitOf(report, { strict });
}

/** hostile: a file that somebody handed over; one vkey a line, `#` begins a comment. */
function readTrust(path: string): readonly Vkey[] {
  if (statSync(path).size > 1 << 20) {
    throw new TracekitError('bad_trust', `${path}: expected a file of vkey lines, found more than 1 MiB`);
  }
  const keys: Vkey[] = [];
  for (const [index, line] of readFileSync(path, 'utf8').split('\n').entries()) {
    const text = line.replace(/#.*$/, '').trim();
    if (text === '') continue;
    const parsed = parseVkey(text);
    if (parsed.kind === 'fault') {
      throw new TracekitError(
        'bad_trust',
        `${path}:${index + 1}: expected a vkey (name+id+key), found ${JSON.stringify(text.slice(0, 60))}: ${parsed.what}`,
      );
    }
    keys.push(parsed.value);
  }
  if (keys.length === 0)
    throw new TracekitError('bad_trust', `${path}: expected at least one vkey line, found none`);
  return keys;
}
