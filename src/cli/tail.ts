import { Command } from 'commander';
import { homePaths, seenFolder } from '../log/home.ts';
import { TracekitError } from '../model/error.ts';
import { HomeSource } from '../view/home/home-source.ts';
import { taskThread } from '../view/home/task-thread.ts';
import { Live, type LiveEvent } from '../view/terminal/live.ts';
import { printed, type TextLine } from '../view/terminal/text-line.ts';
import { homeOf, withHome } from './home-option.ts';
import { writeOut } from './output.ts';
import { printOptions, withWidth } from './print-options.ts';
import { RunNames } from './run-names.ts';
import { inert, inertJson } from './terminal.ts';
import { viewWorker } from './workers.ts';

type TailFlags = {
  readonly home?: string;
  readonly run?: string;
  readonly rows: string;
  readonly json?: boolean;
  readonly width?: string;
};

const HELP = `
It ends with Ctrl-C. Calls that wait for a person stand out, with the command that lets them run.

Examples:
  tracekit tail
  tracekit tail --run 0f3a --rows 50
  tracekit tail --json | grep '"event":"hold"'`;

/** `tracekit tail`: what happens in all runs, as it happens. */
export function tailCommand(): Command {
  return withWidth(withHome(new Command('tail')))
    .description('follow what happens in all runs, and what waits for an answer')
    .option('--run <id>', "only this run: its id, the harness's session id, or the unique beginning of one")
    .option('-n, --rows <count>', 'so many rows of what was before are shown first', '10')
    .option('--json', 'as one JSON object a line (docs/view.md)')
    .addHelpText('after', HELP)
    .action(follow);
}

async function follow(flags: TailFlags): Promise<void> {
  const paths = homePaths(homeOf(flags.home));
  const options = printOptions(flags);
  const before = rowCount(flags.rows);
  const run = flags.run === undefined ? {} : { run: RunNames.of(paths.segments).find(flags.run) };
  const tasks = taskThread({ home: paths.home, seen: seenFolder(process.env), script: viewWorker() });
  const source = new HomeSource({ paths, tasks });
  const live = new Live(source, {
    ...run,
    before,
    print: (event, lines) => write(event, lines),
  });
  const write = (event: LiveEvent, lines: readonly TextLine[]): Promise<void> =>
    writeOut(
      flags.json === true ? `${inertJson(event)}\n` : lines.map((line) => printed(line, options)).join(''),
    );
  // What is waited for is the log's growth, and that keeps no process alive.
  const alive = setInterval(() => undefined, 60_000);
  const stop = (): void => live.stop();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  if (process.stdout.isTTY === true) process.stderr.write(`following ${inert(paths.home)}; Ctrl-C ends it\n`);
  try {
    await live.run();
  } finally {
    clearInterval(alive);
    process.off('SIGINT', stop).off('SIGTERM', stop);
    await source.close();
  }
}

function rowCount(text: string): number {
  if (/^(?:0|[1-9][0-9]{0,8})$/.test(text)) return Number(text);
  throw new TracekitError(
    'bad_option',
    `--rows: expected a number, found ${JSON.stringify(text.slice(0, 40))}`,
  );
}
