import { Command } from 'commander';
import { fsckLog } from '../log/fsck.ts';
import { seenFolder } from '../log/home.ts';
import { takeLock } from '../log/lock.ts';
import { checkVault } from '../vault/check.ts';
import { logHome, withHome } from './home-option.ts';
import { writeOut } from './output.ts';
import { inert, inertJson } from './terminal.ts';

/** `tracekit fsck`: checks a home's files and makes anew what can be derived from the log. */
export function fsckCommand(): Command {
  return withHome(new Command('fsck'))
    .description('check the files of a home, and make its tiles and indexes anew')
    .option('--json', 'the result as one JSON object')
    .addHelpText(
      'after',
      '\nExit code: 0 all is well, 1 contents in the vault are damaged, 2 the log is not what was signed.',
    )
    .action(async (flags: { readonly home?: string; readonly json?: boolean }) => {
      const paths = logHome(flags.home);
      const { home } = paths;
      const log = await fsckLog({ home, seen: seenFolder(process.env) });
      const lock = await takeLock(paths.lock);
      const vault = await checkVault(paths.vault).finally(() => lock.release());
      if (flags.json === true) await writeOut(`${inertJson({ home, log, vault })}\n`);
      else await writeOut(lines(home, log, vault));
      if (vault.damaged.length > 0) process.exitCode = 1;
    });
}

type LogCheck = Awaited<ReturnType<typeof fsckLog>>;
type VaultCheck = Awaited<ReturnType<typeof checkVault>>;

function lines(home: string, log: LogCheck, vault: VaultCheck): string {
  const torn =
    log.torn === undefined ? '' : '; bytes behind the last record are torn, the next start sets them aside';
  return [
    `home         ${inert(home)}`,
    `log          ${log.records} records, signed to ${log.signed}${torn}`,
    `tiles        ${log.tiles} written`,
    `checkpoints  ${log.checkpoints} kept, ${log.dropped} dropped`,
    `vault        ${vault.files} files, ${vault.contents} contents, ${vault.damaged.length} damaged, ${vault.torn.length} files with a torn end`,
    ...[...vault.damaged, ...vault.torn].map(({ path, offset }) => `  ! ${inert(path)}, byte ${offset}`),
    '',
  ].join('\n');
}
