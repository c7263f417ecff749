import { resolve } from 'node:path';
import { Command } from 'commander';
import { seenFolder } from '../log/home.ts';
import { TracekitError } from '../model/error.ts';
import type { ViewSource } from '../view/api.ts';
import { bundleFileSource } from '../view/bundle/bundle-file-source.ts';
import { HomeSource } from '../view/home/home-source.ts';
import { taskThread } from '../view/home/task-thread.ts';
import { CHOICE_WORDS, rowChoice } from '../view/terminal/choice.ts';
import { partLines, type StoryOptions, storyOf, tellingOf } from '../view/terminal/story.ts';
import { printed } from '../view/terminal/text-line.ts';
import { logHome, withHome } from './home-option.ts';
import { writeOut } from './output.ts';
import { printOptions, withWidth } from './print-options.ts';
import { RunNames } from './run-names.ts';
import { inertJson } from './terminal.ts';
import { viewWorker } from './workers.ts';

type ShowFlags = {
  readonly home?: string;
  readonly bundle?: string;
  readonly full?: boolean;
  readonly from?: string;
  readonly to?: string;
  readonly only?: readonly string[];
  readonly json?: boolean;
  readonly width?: string;
};

const HELP = `
What holds in the run comes first, then what was found, what happened, and what the log proves of it. Texts are cut to
a few lines; --full shows them whole. Where rows are chosen, those alone are shown.

Examples:
  tracekit show 0f3a
  tracekit show 0f3a --only denied,held,gaps
  tracekit show 0f3a --from 120 --to 140 --full
  tracekit show --bundle run-0123456789abcdef.tkbundle --json | head`;

/** `tracekit show`: one run from beginning to end, as lines. */
export function showCommand(): Command {
  return withWidth(withHome(new Command('show')))
    .argument(
      '[run]',
      "the run: its id, the harness's session id, or the unique beginning of one (default: the newest)",
    )
    .description('show a run: what holds in it, what was found, what happened, what the log proves')
    .option('--bundle <file>', 'the run of a bundle, or of a page that export --html made')
    .option('--full', 'texts, arguments and results whole')
    .option('--from <row>', 'from this row of the timeline on')
    .option('--to <row>', 'up to this row')
    .option('--only <kinds...>', `only these rows: ${CHOICE_WORDS.join(', ')}`)
    .option('--json', 'rows as one JSON object a line (docs/view.md)')
    .addHelpText('after', HELP)
    .action(async (name: string | undefined, flags: ShowFlags) => {
      const choice = choiceOf(flags);
      const { source, run, close } = await opened(name, flags);
      try {
        await print(source, { run, ...choice }, flags);
      } finally {
        await close();
      }
    });
}

type Choice = Omit<StoryOptions, 'run'>;

function choiceOf({ from, to, only, full }: ShowFlags): Choice {
  return {
    full: full === true,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    ...(from === undefined ? {} : { from: rowNumber('--from', from) }),
    ...(to === undefined ? {} : { to: rowNumber('--to', to) }),
    ...(only === undefined ? {} : { only: rowChoice(only) }),
  };
}

async function print(source: ViewSource, story: StoryOptions, flags: ShowFlags): Promise<void> {
  const options = printOptions(flags);
  const telling = await tellingOf(source, story);
  for await (const part of storyOf(source, story)) {
    if (flags.json === true) {
      if (part.event !== 'end') await writeOut(`${inertJson(part)}\n`);
    } else
      await writeOut(
        partLines(part, telling)
          .map((line) => printed(line, options))
          .join(''),
      );
  }
}

type Opened = { readonly source: ViewSource; readonly run: string; readonly close: () => Promise<void> };

async function opened(name: string | undefined, flags: ShowFlags): Promise<Opened> {
  if (flags.bundle !== undefined) {
    if (name !== undefined)
      throw new TracekitError('bad_option', 'expected a run of the home or --bundle, found both');
    const { close, ...bundle } = await bundleFileSource(resolve(flags.bundle), seenFolder(process.env));
    return { ...bundle, close: async () => close() };
  }
  const paths = logHome(flags.home);
  const names = RunNames.of(paths.segments);
  const run = name === undefined ? names.newest()?.id : names.find(name);
  if (run === undefined)
    throw new TracekitError(
      'no_run',
      `${paths.home}: expected a run in its log, found none; run: tracekit record`,
    );
  const tasks = taskThread({ home: paths.home, seen: seenFolder(process.env), script: viewWorker() });
  const source = new HomeSource({ paths, tasks });
  return { source, run, close: () => source.close() };
}

function rowNumber(option: string, text: string): number {
  if (/^(?:0|[1-9][0-9]{0,14})$/.test(text)) return Number(text);
  throw new TracekitError(
    'bad_option',
    `${option}: expected a row's number, found ${JSON.stringify(text.slice(0, 40))}`,
  );
}
