import { Command } from 'commander';
import { readSmall } from '../log/disk.ts';
import { homePaths, seenFolder } from '../log/home.ts';
import { askSigner } from '../signer/ask.ts';
import { homeOf, withHome } from './home-option.ts';
import { writeOut } from './output.ts';
import { inert } from './terminal.ts';

type RunStatus = {
  readonly run: string;
  readonly harness: string;
  readonly session: string;
  readonly mode: string;
  readonly records: number;
  readonly lines: number;
  readonly openCalls: number;
};
type SignerStatus = {
  readonly assurance: string;
  readonly waiting: number;
  readonly runs: readonly RunStatus[];
};

/** `tracekit status`: what is going on now. */
export function statusCommand(): Command {
  return withHome(new Command('status'))
    .description('the signer, the open runs, and what waits for an answer')
    .option('--json', 'as one JSON object')
    .action(async (flags: { readonly home?: string; readonly json?: boolean }) => {
      const home = homeOf(flags.home);
      const answer = await askSigner(home, { command: 'status' });
      const signer = answer.ok ? (answer.result as SignerStatus) : undefined;
      const checkpoint = readSmall(homePaths(home).checkpoint)?.toString('utf8').split('\n');
      const log =
        checkpoint === undefined ? undefined : { origin: checkpoint[0], signed: Number(checkpoint[1]) };
      if (flags.json === true)
        await writeOut(
          `${JSON.stringify({ home, log, signer: signer ?? null, seen: seenFolder(process.env) })}\n`,
        );
      else await writeOut(lines(home, log, signer));
    });
}

function lines(
  home: string,
  log: { origin: string | undefined; signed: number } | undefined,
  signer: SignerStatus | undefined,
): string {
  const rows = [
    `home     ${inert(home)}`,
    `log      ${log === undefined ? 'none yet' : `${inert(log.origin ?? '?')}, signed to ${log.signed} records`}`,
    signer === undefined
      ? 'signer   not running (the first hook starts it)'
      : `signer   running; assurance ${signer.assurance}: the agent runs as the same user and could interfere; ${signer.waiting} calls wait for an answer`,
    ...(signer?.runs ?? []).map(
      ({ run, harness, session, mode, records, lines: count, openCalls }) =>
        `run      ${run} ${harness} ${inert(session)} (${mode}): ${records} records, ${count} lines, ${openCalls} calls open`,
    ),
  ];
  return rows.map((row) => `${row}\n`).join('');
}
