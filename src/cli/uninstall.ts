import { Command } from 'commander';
import type { FileOutcome } from '../install/init.ts';
import { INSTALLERS } from '../install/installers.ts';
import { uninstall } from '../install/uninstall.ts';
import { TracekitError } from '../model/error.ts';
import type { Harness } from '../model/harness.ts';
import { homeOf } from './home-option.ts';
import { placesHere, projectHere, withInstallOptions } from './install-options.ts';
import { writeOut } from './output.ts';
import { inert, inertJson } from './terminal.ts';

type Flags = {
  readonly home?: string;
  readonly agent?: Harness;
  readonly project?: boolean;
  readonly purge?: boolean;
  readonly json?: boolean;
};

const HELP = `
The log, its keys and the vault always stay. Without --purge the hook script stays as well: sessions that run already
would else be blocked by a hook that is gone.

Example:
  tracekit uninstall --agent claude-code`;

/** `tracekit uninstall`: takes out what `init` put in. */
export function uninstallCommand(): Command {
  return withInstallOptions(new Command('uninstall'))
    .description('take out of a harness’s settings what init put in')
    .option('--purge', 'remove the hook script and the copies of settings too')
    .option('--json', 'what was done as one JSON object')
    .addHelpText('after', HELP)
    .action(run);
}

async function run(flags: Flags): Promise<void> {
  if (flags.agent === undefined)
    throw new TracekitError('no_harness', 'expected --agent with the harness to take the hooks out of');
  const places = placesHere();
  const files = uninstall({
    home: homeOf(flags.home),
    harness: flags.agent,
    places,
    ...(flags.project === true && { project: projectHere(places) }),
    purge: flags.purge === true,
    time: new Date(),
  });
  if (flags.json === true) return writeOut(`${inertJson({ harness: flags.agent, files })}\n`);
  return writeOut(`${rowsOf(INSTALLERS[flags.agent].name, files).map(inert).join('\n')}\n`);
}

function rowsOf(name: string, files: readonly FileOutcome[]): readonly string[] {
  if (files.every(({ what }) => what === 'unchanged'))
    return [`${name}: nothing of tracekit's stands in ${files[0]!.file}`];
  return [
    `${name}: taken out`,
    ...files.flatMap(({ file, what, backup }) => [
      `  ${what.padEnd(9)} ${file}`,
      ...(backup === undefined ? [] : [`  kept      ${backup}`]),
    ]),
  ];
}
