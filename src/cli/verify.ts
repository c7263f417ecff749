import { readFileSync, statSync } from 'node:fs';
import { Command } from 'commander';
import { isBundleFile, verifyBundleFile } from '../bundle/bundle-file.ts';
import { seenFolder } from '../log/home.ts';
import { TracekitError } from '../model/error.ts';
import { parseVkey, type Vkey } from '../proof/vkey.ts';
import { verifyHomeFolder } from '../verify/home-folder.ts';
import { exitOf, reportJson } from '../verify/report.ts';
import { seenFiles } from '../verify/seen-files.ts';
import type { VerifyReport } from '../verify/verdict.ts';
import { homeOf, withHome } from './home-option.ts';
import { writeOut } from './output.ts';
import { Progress } from './progress.ts';
import { reportText } from './report-text.ts';
import { inertJson } from './terminal.ts';
import { verifyWorker } from './workers.ts';

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
  tracekit verify run-0123456789abcdef.tkbundle --trust keys.txt`;

/** `tracekit verify`: judges a home or a bundle, with nothing but what is in it and the keys that are trusted. */
export function verifyCommand(): Command {
  return withHome(new Command('verify'))
    .argument('[bundle]', 'a bundle (.tkbundle); without one, the home is verified')
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
): Promise<VerifyReport> {
  const seen = seenFolder(process.env);
  const common = { seen, ...(trusted === undefined ? {} : { trusted }) };
  if (bundle === undefined) {
    return verifyHomeFolder({ home: homeOf(flags.home), worker: verifyWorker(), ...common });
  }
  checkIsBundle(bundle);
  return verifyBundleFile(bundle, { ...common, seen: seenFiles(seen) });
}

/** Another file is not a broken bundle. Throws `not_a_bundle`, or Node's error where it can't be read. */
function checkIsBundle(path: string): void {
  if (isBundleFile(path)) return;
  throw new TracekitError(
    'not_a_bundle',
    `${path}: expected a bundle, whose first line names its format, found another file; a home is named with --home`,
  );
}

/** Prints a report, and gives the exit code that it asks for. */
export async function printReport(
  report: VerifyReport,
  flags: { readonly strict?: boolean; readonly json?: boolean },
): Promise<number> {
  const strict = flags.strict === true;
  if (flags.json === true) await writeOut(`${inertJson(reportJson(report, { strict }))}\n`);
  else await writeOut(`${reportText(report).join('\n')}\n`);
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
