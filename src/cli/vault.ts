import { Command } from 'commander';
import { type HomePaths, seenFolder } from '../log/home.ts';
import { Log } from '../log/log.ts';
import { readLog } from '../log/read.ts';
import { TracekitError } from '../model/error.ts';
import type { JsonObject, LogRecord } from '../model/record.ts';
import { commitmentsIn } from '../vault/disclose.ts';
import { Vault } from '../vault/vault.ts';
import { logHome, withHome } from './home-option.ts';
import { writeOut } from './output.ts';

/** `tracekit vault`: what is done to contents; the log itself never changes. */
export function vaultCommand(): Command {
  const erase = withHome(new Command('erase'))
    .description(
      "remove a record's contents from the vault for good; the log keeps what committed to them, and says so",
    )
    .requiredOption('--record <n>', "the record's number, which tracekit log shows first")
    .option('--json', 'the result as one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  tracekit log --kind model.exchange\n  tracekit vault erase --record 41',
    )
    .action(async (flags: { readonly home?: string; readonly record: string; readonly json?: boolean }) => {
      const erased = await eraseRecord(logHome(flags.home), numberOf(flags.record));
      const result = { record: Number(flags.record), erased };
      await writeOut(
        flags.json === true
          ? `${JSON.stringify(result)}\n`
          : `record ${result.record}: ${erased === 0 ? 'nothing to erase: it has no contents, or they are gone already' : `${erased} contents erased`}\n`,
      );
    });
  return new Command('vault')
    .description('the contents that records commit to')
    .addCommand(erase.exitOverride());
}

function numberOf(text: string): number {
  if (/^(?:0|[1-9][0-9]{0,14})$/.test(text)) return Number(text);
  throw new TracekitError(
    'bad_option',
    `--record: expected a record's number, found ${JSON.stringify(text)}`,
  );
}

/** Erases first and records it then: a record that says "erased" must not be wrong. */
async function eraseRecord(paths: HomePaths, number: number): Promise<number> {
  const { home } = paths;
  const record = recordAt(paths.segments, number);
  const log = await Log.open({ home, seen: seenFolder(process.env), assurance: 'dev', clock: Date.now });
  try {
    const vault = await Vault.open({ vault: paths.vault, clock: Date.now });
    try {
      const commitments = new Set(commitmentsIn(record.data).map(({ commitment }) => commitment));
      const erased = await vault.erase(commitments);
      if (erased === 0) return 0;
      const data: { [key: string]: JsonObject[string] } = { record: number, fields: erased, why: 'person' };
      const run = record.run?.id ?? record.data.run;
      if (typeof run === 'string') data.run = run;
      await log.append([{ kind: 'vault.erased', source: 'cli', data }]);
      return erased;
    } finally {
      await vault.close();
    }
  } finally {
    await log.close();
  }
}

function recordAt(segments: string, number: number): LogRecord {
  for (const { seq, bytes } of readLog(segments, number)) {
    if (seq === number) return JSON.parse(bytes.toString('utf8')) as LogRecord;
    break;
  }
  throw new TracekitError(
    'no_such_record',
    `--record ${number}: the log has no such record; tracekit log lists them, the number first`,
  );
}
