import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { homePaths, seenFolder } from '../log/home.ts';
import { TracekitError } from '../model/error.ts';
import { HomeSource } from '../view/home/home-source.ts';
import { taskThread } from '../view/home/task-thread.ts';
import { readStaticFiles } from '../view/server/static-files.ts';
import { ViewServer } from '../view/server/view-server.ts';
import { homeOf, withHome } from './home-option.ts';
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
address. It reads the log and the vault; it changes nothing but by your answers to calls that wait. Ctrl-C ends it.

Examples:
  tracekit view --dev
  tracekit view --dev --no-open --port 7070
  tracekit view --dev --bundle run-0123456789abcdef.tkbundle`;

/** `tracekit view`: what is recorded, in a page on this machine. */
export function viewCommand(): Command {
  return withHome(new Command('view'))
    .description('look at runs in a page on this machine, live, and answer calls that wait')
    .option('--dev', 'of the log of this user (required: there is no other mode yet)')
    .option('--bundle <file>', 'the run of a bundle instead, as far as it discloses it')
    .option('--port <number>', 'listen on this port (default: a free one)', '0')
    .option('--no-open', 'do not open the browser')
    .addHelpText('after', HELP)
    .action(view);
}

async function view(flags: Flags): Promise<void> {
  if (flags.dev !== true)
    throw new TracekitError('bad_option', 'view: expected --dev, found no mode; run: tracekit view --dev');
  const paths = homePaths(homeOf(flags.home));
  const tasks = taskThread({ home: paths.home, seen: seenFolder(process.env), script: viewWorker() });
  const source = new HomeSource({ paths, tasks });
  const server = new ViewServer({
    source,
    files: readStaticFiles(fileURLToPath(new URL('./page', import.meta.url))),
    token: randomBytes(32).toString('base64url'),
    refuseAnswer: () => undefined,
  });
  await server.listen(Number(flags.port));
  await writeOut(`${server.url}\n`);
  await interrupted();
  await server.close();
  await source.close();
}

function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
}
