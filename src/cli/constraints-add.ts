import { Argument, Command } from 'commander';
import { HOLD_KINDS } from '../constraints/hold.ts';
import { homeOf, withHome } from './home-option.ts';
import { writeOut } from './output.ts';
import { askSigner } from './signer-client.ts';
import { inert, inertJson } from './terminal.ts';

type Flags = { readonly home?: string; readonly run?: string; readonly json?: boolean };

/** `tracekit constraints add`: one more constraint on a run. Nothing takes one away but a person's approval. */
export function addCommand(): Command {
  return withHome(new Command('add'))
    .addArgument(new Argument('<kind>', 'what it says').choices(HOLD_KINDS))
    .argument('[target...]', 'paths, globs, hosts, packages or remotes; none: everything')
    .description('hold a run to a constraint; it counts like those of the person, and cannot be removed')
    .option('--run <id>', "the run, or its session (default: the one that's open)")
    .option('--json', 'the result as one JSON object')
    .addHelpText('after', '\nExample:\n  tracekit constraints add no_modify migrations/ schema.sql')
    .action(add)
    .exitOverride();
}

async function add(kind: string, targets: readonly string[], flags: Flags): Promise<void> {
  const request = {
    ...{ command: 'constraints.add', kind, targets, cwd: process.cwd() },
    ...(flags.run === undefined ? {} : { run: flags.run }),
  };
  const result = (await askSigner(homeOf(flags.home), request)) as {
    readonly run: string;
    readonly held: number;
  };
  if (flags.json === true) return writeOut(`${inertJson(result)}\n`);
  const what = [kind, ...targets].map(inert).join(' ');
  return writeOut(
    result.held === 0
      ? `run ${result.run} holds that already: ${what}\n`
      : `run ${result.run} holds ${what}\n`,
  );
}
