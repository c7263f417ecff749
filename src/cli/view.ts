import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { homePaths, seenFolder } from '../log/home.ts';
import { TracekitError } from '../model/error.ts';
import type { ViewSource } from '../view/api.ts';
import { bundleFileSource } from '../view/bundle/bundle-file-source.ts';
import { HomeSource } from '../view/home/home-source.ts';
import { taskThread } from '../view/home/task-thread.ts';
import { type Answering, answeringFor } from '../view/server/answering.ts';
import { readStaticFiles } from '../view/server/static-files.ts';
import { ViewServer } from '../view/server/view-server.ts';
import { homeOf, withHome } from './home-option.ts';
import { openBrowser } from './open-browser.ts';
import { writeOut } from './output.ts';
import { viewWorker } from './workers.ts';

type Flags = {
  readonly dev?: boolean;
  readonly home?: string;
  readonly bundle?: string;
  readonly port: string;
  readonly open: boolean;
};

const HELP = `
The page is served on 127.0.0.1 only, and answers to nobody who does not know the token at the end of the printed
address. It reads the log and the vault, and changes nothing but by your answers to calls that wait. Ctrl-C ends it.

Examples:
  tracekit view --dev
  tracekit view --dev --no-open --port 7070
  tracekit view --dev --bundle run-0123456789abcdef.tkbundle`;

/** 256 bits. */
const TOKEN_BYTES = 32;

/** `tracekit view`: what is recorded, in a page on this machine. */
export function viewCommand(): Command {
  return withHome(new Command('view'))
    .description('look at runs in a page on this machine, live, and answer calls that wait')
    .option('--dev', "this user's own log (required: there is no other mode yet)")
    .option('--bundle <file>', 'the run of a bundle instead, as far as it discloses it')
    .option('--port <number>', 'listen on this port (default: a free one)', '0')
    .option('--no-open', 'do not open the browser')
    .addHelpText('after', HELP)
    .action(view);
}

async function view(flags: Flags): Promise<void> {
  if (flags.dev !== true)
    throw new TracekitError('bad_option', 'view: expected --dev, found no mode; run: tracekit view --dev');
  if (flags.bundle !== undefined && flags.home !== undefined)
    throw new TracekitError('bad_option', 'view: expected --home or --bundle, found both');
  const port = portOf(flags.port);
  const shown = flags.bundle === undefined ? shownHome(flags.home) : await shownBundle(flags.bundle);
  const server = new ViewServer({
    source: shown.source,
    files: readStaticFiles(fileURLToPath(new URL('./page', import.meta.url))),
    token: randomBytes(TOKEN_BYTES).toString('base64url'),
    ...(shown.answer === undefined ? {} : { answer: shown.answer }),
  });
  try {
    const ended = interrupted();
    await server.listen(port);
    await writeOut(`${server.url}\n`);
    if (flags.open) openBrowser(server.ticketUrl());
    await ended;
  } finally {
    await server.close();
    await shown.close();
  }
}

type Shown = {
  readonly source: ViewSource;
  readonly answer?: Answering;
  readonly close: () => void | Promise<void>;
};

/** A home need not be there yet: the page says so, and sees it come. */
function shownHome(option: string | undefined): Shown {
  const paths = homePaths(homeOf(option));
  const tasks = taskThread({ home: paths.home, seen: seenFolder(process.env), script: viewWorker() });
  const source = new HomeSource({ paths, tasks });
  return { source, answer: answeringFor({ home: paths.home }), close: () => source.close() };
}

async function shownBundle(option: string): Promise<Shown> {
  const path = resolve(option);
  if (!existsSync(path))
    throw new TracekitError('not_a_bundle', `--bundle ${option}: expected a bundle's file, found nothing`);
  return bundleFileSource(path, seenFolder(process.env));
}

function portOf(text: string): number {
  const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : -1;
  if (port >= 0 && port <= 65_535) return port;
  throw new TracekitError(
    'bad_option',
    `--port: expected a number from 0 to 65535, found ${JSON.stringify(text.slice(0, 40))}`,
  );
}

function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
}
