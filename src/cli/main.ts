#!/usr/bin/env node
import { Command } from 'commander';
import { commandsFor } from './commands.ts';
import { endingOf } from './errors.ts';
import { inert } from './terminal.ts';
import { version } from './version.ts';

const FIRST_STEPS = `
First steps:
  tracekit demo      see it work on a captured session, in a folder of its own
  tracekit record    record the transcripts that your agents have left here
  tracekit log       what stands in the log
  tracekit verify    what the log proves, and what not
  tracekit last      hand on the newest run: a bundle that anyone can verify`;

/** The only place that prints errors and ends the process. Exit codes: docs/exit-codes.md. */
async function main(argv: readonly string[]): Promise<void> {
  const program = new Command('tracekit')
    .description('Records what coding agents did in a signed log that anyone can verify.')
    .version(version())
    .exitOverride()
    .showHelpAfterError('(add --help for the options)')
    .configureOutput({ outputError: (text, write) => write(errorText(text)) })
    .addHelpText('after', FIRST_STEPS);
  for (const command of await commandsFor(argv[2])) {
    inherit(command, program);
    program.addCommand(command);
  }
  await program.parseAsync(argv);
}

/** Commander hands its settings on to commands that it makes, not to those that are added. */
function inherit(command: Command, from: Command): void {
  command.copyInheritedSettings(from);
  for (const below of command.commands) inherit(below, from);
}

/** Commander's own errors, in our words' form. hostile: they quote what was typed. */
function errorText(text: string): string {
  const lines = text
    .trimEnd()
    .replace(/^error: /, 'tracekit: ')
    .split('\n');
  return `${lines.map(inert).join('\n')}\n`;
}

// A reader that closes its end (`tracekit log | head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

try {
  await main(process.argv);
} catch (error) {
  const { text, exitCode } = endingOf(error);
  process.stderr.write(text);
  process.exitCode = exitCode;
}
