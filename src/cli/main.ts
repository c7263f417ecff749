#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { TracekitError } from '../model/error.ts';
import { demoCommand } from './demo.ts';
import { exportCommand, lastCommand } from './export.ts';
import { fsckCommand } from './fsck.ts';
import { logCommand } from './log.ts';
import { recordCommand } from './record.ts';
import { inert } from './terminal.ts';
import { vaultCommand } from './vault.ts';
import { verifyCommand } from './verify.ts';
import { version } from './version.ts';

/** The only place that prints errors and ends the process. Exit codes: docs/exit-codes.md. */
async function main(argv: readonly string[]): Promise<void> {
  const program = new Command('tracekit')
    .description('Records what coding agents did in a signed log that anyone can verify.')
    .version(version())
    .exitOverride()
    .showHelpAfterError('(add --help for the options)');
  for (const command of [
    recordCommand(),
    logCommand(),
    verifyCommand(),
    lastCommand(),
    exportCommand(),
    fsckCommand(),
    vaultCommand(),
    demoCommand(),
  ]) {
    program.addCommand(command.exitOverride());
  }
  await program.parseAsync(argv);
}

function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof TracekitError) {
    process.stderr.write(`tracekit: ${inert(error.message)}\n`);
    return error.exitCode;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`tracekit: this is a defect of tracekit, please report it:\n${text}\n`);
  return 70;
}

// A reader that closes its end (`tracekit log | head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

try {
  await main(process.argv);
} catch (error) {
  process.exitCode = report(error);
}
