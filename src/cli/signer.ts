import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { TracekitError } from '../model/error.ts';
import type { SignerConfig } from '../signer/config.ts';
import { runSigner } from '../signer/daemon.ts';
import { configOf, openGate } from '../signer/open-gate.ts';
import { peerOf } from '../signer/peer.ts';
import { signerProgram, startSigner } from '../signer/spawn-signer.ts';
import { readStartFailure, writeStartFailure } from '../signer/start-failure.ts';
import { signerStatus, stopSigner } from '../signer/stop.ts';
import { homeOf, withHome } from './home-option.ts';
import { writeOut } from './output.ts';
import { inert } from './terminal.ts';

type Flags = { readonly home?: string; readonly json?: boolean };

/** A start is waited for so long. */
const START_MS = 5_000;

/** `tracekit signer`: the one process that writes the log. The first hook starts it by itself. */
export function signerCommand(): Command {
  return new Command('signer')
    .description('the process that decides, records and signs (the first hook starts it)')
    .addCommand(
      withHome(new Command('start')).description('start it in the background').action(start).exitOverride(),
    )
    .addCommand(
      withHome(new Command('stop')).description('stop it in good order').action(stop).exitOverride(),
    )
    .addCommand(
      withHome(new Command('status'))
        .description('whether it runs')
        .option('--json', 'as one JSON object')
        .action(status)
        .exitOverride(),
    )
    .addCommand(
      withHome(new Command('run')).description('run it in the foreground').action(run).exitOverride(),
    );
}

async function run(flags: Flags): Promise<void> {
  const home = homeOf(flags.home);
  const config = configToStart(home);
  const caller = peerOf();
  await runSigner({ home, openGate, idleMs: config.idle_seconds * 1000, caller });
}

/** The home's settings; where they can't be read, the hook that waits for this signer is told why. */
function configToStart(home: string): SignerConfig {
  try {
    return configOf(home);
  } catch (error) {
    writeStartFailure(home, error);
    throw error;
  }
}

async function start(flags: Flags): Promise<void> {
  const home = homeOf(flags.home);
  const before = await signerStatus(home);
  if (before.running) return writeOut(`the signer runs already (process ${before.pid})\n`);
  const begun = Date.now();
  const program = fileURLToPath(new URL('./tracekit.js', import.meta.url));
  startSigner(home, signerProgram(program, home));
  for (const end = Date.now() + START_MS; Date.now() < end; ) {
    const now = await signerStatus(home);
    if (now.running) return writeOut(`the signer runs (process ${now.pid})\n`);
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
  await writeOut(how === 'stopped' ? 'the signer has stopped\n' : 'no signer runs\n');
}

async function status(flags: Flags): Promise<void> {
  const found = await signerStatus(homeOf(flags.home));
  if (flags.json === true) await writeOut(`${JSON.stringify(found)}\n`);
  else
    await writeOut(
      found.running
        ? `running, process ${found.pid}, since ${new Date(found.started).toISOString()}\n`
        : `not running: ${inert(found.message)}\n`,
    );
  if (!found.running) process.exitCode = 1;
}
