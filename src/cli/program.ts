import { Command, type OutputConfiguration } from 'commander';
import { version } from './version.ts';

const FIRST_STEPS = `
First steps:
  tracekit demo      see it work on a captured session, in a folder of its own
  tracekit record    record the transcripts that your agents have left here
  tracekit log       what stands in the log
  tracekit verify    what the log proves, and what not
  tracekit last      hand on the newest run: a bundle that anyone can verify

Exit codes: docs/exit-codes.md. NO_COLOR turns colours off, FORCE_COLOR on. Completion: tracekit completion --help`;

/** The program with these commands below it. `output`: where what Commander itself says goes. */
export function programOf(commands: readonly Command[], output: OutputConfiguration = {}): Command {
  const program = new Command('tracekit')
    .description('Records what coding agents did in a signed log that anyone can verify.')
    .version(version())
    .exitOverride()
    .showHelpAfterError('(add --help for the options)')
    .configureOutput(output)
    .addHelpText('after', FIRST_STEPS);
  for (const command of commands) {
    inherit(command, program);
    program.addCommand(command);
  }
  return program;
}

/** Commander hands its settings on to commands that it makes, not to those that are added. */
function inherit(command: Command, from: Command): void {
  command.copyInheritedSettings(from);
  for (const below of command.commands) inherit(below, from);
}
