import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { fsckLog } from '../log/fsck.ts';
import { homePaths, seenFolder } from '../log/home.ts';
import { takeLock } from '../log/lock.ts';
import { TracekitError } from '../model/error.ts';
import { checkVault } from '../vault/check.ts';
import { homeOf, withHome } from './home-option.ts';
import { writeOut } from './output.ts';
import { inert } from './terminal.ts';

/** `tracekit fsck`: checks a home's files and makes anew what can be derived from the log. */
export function fsckCommand(): Command {
  return withHome(new Command('fsck'))
    .description('check the files of a home, and make its tiles and indexes anew')
    .option('--json', 'the result as one JSON object')
    .action(async (flags: { readonly home?: string; readonly json?: boolean }) => {
      const home = homeOf(flags.home);
      const paths = homePaths(home);
      if (!existsSync(paths.segments)) {
        throw new TracekitError('no_log', `${home}: expected a log in it, found none; name another --home`);
      }
      const log = await fsckLog({ home, seen: seenFolder(process.env) });
      const lock = await takeLock(paths.lock);
      const vault = await checkVault(paths.vault).finally(() => lock.release());
      if (flags.json === true) await writeOut(`${JSON.stringify({ home, log, vault })}\n`);
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
