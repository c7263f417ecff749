import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { TracekitError } from '../model/error.ts';
import { signerProgram, startSigner } from '../signer/spawn-signer.ts';
import { readStartFailure } from '../signer/start-failure.ts';
import { signerStatus, stopSigner } from '../signer/stop.ts';
import { homeOf, withHome } from './home-option.ts';
import { writeOut } from './output.ts';
import { runSignerHere } from './signer-run.ts';
import { inert, inertJson } from './terminal.ts';

type Flags = { readonly home?: string; readonly json?: boolean };

/** A start is waited for so long. */
const START_MS = 5_000;

const EXAMPLES = `
Examples:
  tracekit signer status
  tracekit signer stop      the next hook starts it again`;

/** `tracekit signer`: the one process that writes the log. The first hook starts it by itself. */
export function signerCommand(): Command {
  return new Command('signer')
    .description('the process that decides, records and signs (the first hook starts it)')
    .addHelpText('after', EXAMPLES)
    .addCommand(below('start', 'start it in the background').action(start))
    .addCommand(below('stop', 'stop it in good order').action(stop))
    .addCommand(below('status', 'whether it runs').action(status))
    .addCommand(
      withHome(new Command('run'))
        .description('run it in the foreground')
        .addHelpText('after', '\nExample:\n  tracekit signer run --home ~/.tracekit')
        .action(run)
        .exitOverride(),
    );
}

function below(name: string, description: string): Command {
  return withHome(new Command(name))
    .description(description)
    .option('--json', 'as one JSON object')
    .addHelpText('after', `\nExample:\n  tracekit signer ${name}`)
    .exitOverride();
}

function run(flags: Flags): Promise<void> {
  return runSignerHere(homeOf(flags.home));
}

async function start(flags: Flags): Promise<void> {
  const home = homeOf(flags.home);
  const before = await signerStatus(home);
  if (before.running) return say(flags, before, `the signer runs already (process ${before.pid})`);
  const begun = Date.now();
  const program = fileURLToPath(new URL('./tracekit.js', import.meta.url));
  startSigner(home, signerProgram(program, home));
  for (const end = Date.now() + START_MS; Date.now() < end; ) {
    const now = await signerStatus(home);
    if (now.running) return say(flags, now, `the signer runs (process ${now.pid})`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const why = readStartFailure(home, begun) ?? 'it gave no reason';
  throw new TracekitError('signer_failed', `the signer did not start: ${why}`, { exitCode: 1 });
}

async function stop(flags: Flags): Promise<void> {
  const how = await stopSigner(homeOf(flags.home));
  if (how === 'hangs')
    throw new TracekitError(
      'signer_hangs',
      'the signer was asked to stop and still runs; end it by its process id (tracekit signer status)',
      { exitCode: 1 },
    );
  await say(
    flags,
    { running: false, was: how },
    how === 'stopped' ? 'the signer has stopped' : 'no signer runs',
  );
}

async function status(flags: Flags): Promise<void> {
  const found = await signerStatus(homeOf(flags.home));
  const text = found.running
    ? `running, process ${found.pid}, since ${new Date(found.started).toISOString()}`
    : `not running: ${found.message}`;
  await say(flags, found, text);
  if (!found.running) process.exitCode = 1;
}

function say(flags: Flags, result: object, text: string): Promise<void> {
  return writeOut(flags.json === true ? `${inertJson(result)}\n` : `${inert(text)}\n`);
}
