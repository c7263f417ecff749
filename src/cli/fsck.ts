import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { fsckLog, type LogCheck } from '../log/fsck.ts';
import { type HomePaths, seenFolder } from '../log/home.ts';
import { takeLock } from '../log/lock.ts';
import { MARK_KEY, markKey, nameOfMarkKey } from '../signer/mark-key.ts';
import { checkVault, type VaultCheck } from '../vault/check.ts';
import { ContentSet } from '../vault/content-set.ts';
import { type Missing, missingContents } from '../vault/missing.ts';
import { logHome, withHome } from './home-option.ts';
import { writeOut } from './output.ts';
import { Progress } from './progress.ts';
import { inert, inertJson } from './terminal.ts';

/** `tracekit fsck`: checks a home's files and makes anew what can be derived from the log. */
export function fsckCommand(): Command {
  return withHome(new Command('fsck'))
    .description('check the files of a home, and make its tiles and indexes anew')
    .option('--json', 'the result as one JSON object')
    .addHelpText(
      'after',
      '\nExit code: 0 all is well, 1 contents in the vault are damaged, or missing and no record says why, or the mark key is gone or replaced, 2 the log is not what was signed.\n\nExample:\n  tracekit fsck --home ~/.tracekit',
    )
    .action(async (flags: { readonly home?: string; readonly json?: boolean }) => {
      const paths = logHome(flags.home);
      const { home } = paths;
      const progress = new Progress();
      const log = await progress.during('checking the log', () =>
        fsckLog({ home, seen: seenFolder(process.env) }),
      );
      const lock = await takeLock(paths.lock);
      const { vault, missing } = await progress
        .during('checking the vault', () => checkContents(paths))
        .finally(() => lock.release());
      const checks = { home, log, vault, missing, markKey: markKeyState(log, paths) } as const;
      await writeOut(flags.json === true ? `${inertJson(checks)}\n` : lines(checks));
      if (vault.damaged.length > 0 || missing.count > 0 || checks.markKey !== 'there') process.exitCode = 1;
    });
}

type ContentChecks = { readonly vault: VaultCheck; readonly missing: Missing };
type Checks = ContentChecks & {
  readonly home: string;
  readonly log: LogCheck;
  readonly markKey: 'there' | 'lost' | 'replaced';
};

/** The next start records it, and makes a key where there is none. A log of its opening alone has no marks. */
function markKeyState(log: LogCheck, { keys }: HomePaths): Checks['markKey'] {
  if (log.records <= 1) return 'there';
  if (!existsSync(join(keys, MARK_KEY))) return 'lost';
  return log.markKey === undefined || log.markKey === nameOfMarkKey(markKey(keys).key) ? 'there' : 'replaced';
}

async function checkContents(paths: HomePaths): Promise<ContentChecks> {
  const present = new ContentSet();
  const vault = await checkVault(paths.vault, { present });
  return { vault, missing: missingContents(paths.segments, present) };
}

function lines({ home, log, vault, missing, markKey }: Checks): string {
  const torn =
    log.torn === undefined ? '' : '; bytes behind the last record are torn, the next start sets them aside';
  return [
    `home         ${inert(home)}`,
    `log          ${log.records} records, signed to ${log.signed}${torn}`,
    `tiles        ${log.tiles} written`,
    `checkpoints  ${log.checkpoints} kept, ${log.dropped} dropped`,
    `vault        ${vault.files} files, ${vault.contents} contents, ${vault.damaged.length} damaged, ${vault.torn.length} files with a torn end`,
    ...[...vault.damaged, ...vault.torn].map(({ path, offset }) => `  ! ${inert(path)}, byte ${offset}`),
    ...missingLines(missing),
    ...markKeyLines(log.markKeys, markKey),
    '',
  ].join('\n');
}

function missingLines({ list, count }: Missing): readonly string[] {
  if (count === 0) return [];
  const more = count > list.length ? [`  and ${count - list.length} more`] : [];
  return [
    `missing      ${count} contents that records commit to; no record says that they were erased`,
    ...list.map(
      ({ record, field, bytes, day }) => `  ! record ${record}, ${field}: ${bytes} bytes, of ${day}`,
    ),
    ...more,
  ];
}

function markKeyLines(remade: readonly number[], now: Checks['markKey']): readonly string[] {
  const said = remade.map((seq) => `another one from record ${seq} on`);
  if (now === 'lost') said.push('keys/marks.key is gone; the next recording makes it anew');
  if (now === 'replaced')
    said.push('keys/marks.key is not the one that the log names; the next recording says so');
  return said.length === 0
    ? []
    : [`mark key     ${said.join(', ')}: copies of lines from before are not known as such`];
}
