#!/usr/bin/env node
import { startedHome } from './started-home.ts';
import { inertJson } from './terminal.ts';

/** The only place that prints errors and ends the process. Exit codes: docs/exit-codes.md. */
async function main(argv: readonly string[], json: boolean): Promise<void> {
  const home = startedHome(argv);
  if (home !== undefined) {
    const { runSignerHere } = await import('./signer-run.ts');
    await runSignerHere(home);
    return;
  }
  const [{ commandsFor }, { usageText }, { programOf }] = await Promise.all([
    import('./commands.ts'),
    import('./errors.ts'),
    import('./program.ts'),
  ]);
  const program = programOf(await commandsFor(argv[2]), {
    writeErr: (text) => void (json || process.stderr.write(text)),
    outputError: (text, write) => write(usageText(text)),
  });
  await program.parseAsync(argv);
}

/** Whether a program reads what this command says; then its error is JSON too. */
function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return argv.slice(2, end === -1 ? undefined : end).includes('--json');
}

// A reader that closes its end (`tracekit log | head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

const json = wantsJson(process.argv);
try {
  await main(process.argv, json);
} catch (error) {
  const { endingOf } = await import('./errors.ts');
  const { code, message, text, exitCode } = endingOf(error);
  if (!json) process.stderr.write(text);
  else if (exitCode !== 0)
    process.stderr.write(`${inertJson({ error: { code, message, exit: exitCode } })}\n`);
  process.exitCode = exitCode;
}
