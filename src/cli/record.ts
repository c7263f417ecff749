import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { TAILERS } from '../../tailers/tailers.ts';
import { TracekitError } from '../model/error.ts';
import { type RecordingResult, record } from '../signer/recording.ts';
import { homeOf, withHome } from './home-option.ts';
import { writeOut } from './output.ts';
import { bytesText, Progress } from './progress.ts';
import { inert } from './terminal.ts';

type RecordFlags = {
  readonly home?: string;
  readonly follow?: boolean;
  readonly idle: string;
  readonly json?: boolean;
};

/** `tracekit record`: existing transcripts into the log, with nothing installed (REQUIREMENTS D8). */
export function recordCommand(): Command {
  return withHome(new Command('record'))
    .argument('[path...]', 'transcripts, or folders of them (default: where the harnesses keep theirs)')
    .description('record transcripts of coding agents into the signed log')
    .option('--follow', 'go on as they grow, until interrupted')
    .option('--idle <seconds>', 'a session unchanged for so long is over, and its run is closed', '3600')
    .option('--json', 'the summary as one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  tracekit record ~/.claude/projects\n  tracekit record --follow\n\nA second recording of unchanged files adds nothing. Exit code 1: some files could not be read.',
    )
    .action(async (paths: string[], flags: RecordFlags) => run(paths, flags));
}

async function run(given: readonly string[], flags: RecordFlags): Promise<void> {
  const idleMs = seconds(flags.idle) * 1000;
  const paths = given.length > 0 ? given.map((path) => resolve(path)) : knownRoots();
  const progress = new Progress();
  const stop = new AbortController();
  const onSignal = (): void => stop.abort();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  const result = await record({
    home: homeOf(flags.home),
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
  await writeOut(flags.json === true ? `${JSON.stringify(result)}\n` : summary(result));
  if (result.unreadable > 0) process.exitCode = 1;
}

function knownRoots(): string[] {
  const roots = TAILERS.flatMap((tailer) => tailer.roots(process.env, homedir())).filter((path) =>
    existsSync(path),
  );
  if (roots.length > 0) return roots;
  throw new TracekitError(
    'no_paths',
    'expected a path to record, and found no transcripts of a known harness in your home; run: tracekit record PATH',
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
    ['gaps', String(tally.gaps)],
    ['log', `${result.records} records, signed to ${result.signed}`],
  ];
  return rows.map(([name, text]) => `${name.padEnd(12)} ${text}\n`).join('');
}
