import { existsSync, lstatSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { TAILERS } from '../../tailers/tailers.ts';
import { homePaths } from '../log/home.ts';
import { TracekitError } from '../model/error.ts';
import type { RecordingResult } from '../signer/recording.ts';
import { recordOrHandOver } from './hand-over.ts';
import { homeOf, withHome } from './home-option.ts';
import { writeOut } from './output.ts';
import { bytesText, Progress } from './progress.ts';
import { inert, inertJson } from './terminal.ts';

type RecordFlags = {
  readonly home?: string;
  readonly follow?: boolean;
  readonly idle?: string;
  readonly json?: boolean;
};

const HELP = `
A second recording of unchanged files adds nothing. What the transcripts say stays on this machine, in the home's
vault; the log holds commitments to it. Exit code 1: some of what was named could not be read.

Examples:
  tracekit record ~/.claude/projects
  tracekit record --follow`;

/** As a shell says that SIGINT ended a command. */
const INTERRUPTED = 130;

/** `tracekit record`: existing transcripts into the log, with nothing installed. */
export function recordCommand(): Command {
  return withHome(new Command('record'))
    .argument('[path...]', 'transcripts, or folders of them (default: where the harnesses keep theirs)')
    .description('record transcripts of coding agents into the signed log')
    .option('--follow', 'go on as they grow, until interrupted')
    .option(
      '--idle <seconds>',
      'a session unchanged for so long is over, and its run is closed (default: 3600)',
    )
    .option('--json', 'the summary as one JSON object')
    .addHelpText('after', HELP)
    .action(async (paths: string[], flags: RecordFlags) => run(paths, flags));
}

async function run(given: readonly string[], flags: RecordFlags): Promise<void> {
  const idleMs = seconds(flags.idle ?? '3600') * 1000;
  const home = homeOf(flags.home);
  const paths = given.length > 0 ? namedPaths(given, home) : knownRoots();
  const progress = new Progress();
  const stop = new AbortController();
  const onSignal = (): void => stop.abort();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  const result = await recordOrHandOver({
    home,
    paths,
    follow: flags.follow === true,
    idleMs,
    signal: stop.signal,
    onProgress: ({ bytes, lines }) => progress.update(() => `recording: ${lines} lines, ${bytesText(bytes)}`),
    onNotice: (text) => {
      progress.done();
      process.stderr.write(`tracekit: ${inert(text)}\n`);
    },
  });
  progress.done();
  process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  await writeOut(flags.json === true ? `${inertJson(result)}\n` : summary(result));
  if (result.unreadable + result.refused > 0) process.exitCode = 1;
  if (stop.signal.aborted && flags.follow !== true) {
    process.stderr.write('tracekit: interrupted: what was read is recorded; record again for the rest\n');
    process.exitCode = INTERRUPTED;
  }
}

/** A typing error must not make a home; a transcript that was recorded and is gone must be recorded as gone. */
function namedPaths(given: readonly string[], home: string): string[] {
  if (given.includes(''))
    throw new TracekitError('bad_option', 'record: expected a path, found an empty word');
  const paths = given.map((path) => resolve(path));
  const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  if (paths.some(isThere) || existsSync(homePaths(home).segments)) return paths;
  throw new TracekitError(
    'no_paths',
    `${paths.join(', ')}: expected a transcript or a folder of them, found nothing`,
  );
}

function knownRoots(): string[] {
  const looked = TAILERS.flatMap((tailer) => tailer.roots(process.env, homedir()));
  const roots = looked.filter((path) => existsSync(path));
  if (roots.length > 0) return roots;
  throw new TracekitError(
    'no_paths',
    `expected a path to record, and found no transcripts of a known harness here (looked in ${looked.join(', ')}); run: tracekit record PATH`,
  );
}

function seconds(text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value >= 0) return value;
  throw new TracekitError(
    'bad_option',
    `--idle: expected a number of seconds, found ${JSON.stringify(text)}`,
  );
}

function summary(result: RecordingResult): string {
  const { tally, runs } = result;
  const { exact, ordered, none } = tally.linked;
  const rows: readonly (readonly [string, string])[] = [
    ['home', inert(result.home)],
    [
      'transcripts',
      `${tally.transcripts} read, ${result.ignored} other files passed over, ${result.unreadable} unreadable`,
    ],
    ['runs', `${runs.opened} opened, ${runs.closed} closed`],
    [
      'lines',
      `${tally.lines} recorded (${bytesText(tally.bytes)}), ${tally.unparsed} unparsed, ${tally.copies} copies`,
    ],
    ['exchanges', `${tally.exchanges}, with ${tally.prompts} prompts`],
    ['calls', `${tally.calls}: linked ${exact} exactly, ${ordered} by order, ${none} not`],
    ['gaps', tally.gaps === 0 ? '0' : `${tally.gaps} (tracekit log --kind gap lists them)`],
    ['log', `${result.records} records, signed to ${result.signed}`],
  ];
  return rows.map(([name, text]) => `${name.padEnd(12)} ${text}\n`).join('');
}
