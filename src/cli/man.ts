import { Command } from 'commander';
import { manPage } from './man-page.ts';
import { writeOut } from './output.ts';

/** `tracekit man`: the manual page, which the build writes into the package. `load`: the whole program. */
export function manCommand(load: () => Promise<Command>): Command {
  return new Command('man')
    .description('print the manual page')
    .addHelpText('after', '\nExample:\n  tracekit man | man -l -')
    .action(async () => writeOut(manPage(await load())));
}
