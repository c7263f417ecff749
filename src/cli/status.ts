import { Command } from 'commander';
import { readSmall } from '../log/disk.ts';
import { homePaths, seenFolder } from '../log/home.ts';
import { askSigner } from '../signer/ask.ts';
import { type HeldRun, heldLines } from './held-lines.ts';
import { homeOf, withHome } from './home-option.ts';
import { writeOut } from './output.ts';
import { inert, inertJson } from './terminal.ts';

type RunStatus = HeldRun & {
  readonly run: string;
  readonly harness: string;
  readonly session: string;
  readonly mode: string;
  readonly records: number;
  readonly lines: number;
  readonly openCalls: number;
  readonly gaps: number;
  readonly behind: { readonly bytes: number; readonly lines: number };
  readonly calls: {
    readonly exact: number;
    readonly ordered: number;
    readonly none: number;
    readonly decided: number;
  };
};
type SignerStatus = {
  readonly assurance: string;
  readonly waiting: number;
  readonly tailer?: string;
  readonly notice?: string;
  readonly runs: readonly RunStatus[];
};

/** `tracekit status`: what is going on now. */
export function statusCommand(): Command {
  return withHome(new Command('status'))
    .description('the signer, the open runs, and what waits for an answer')
    .option('--json', 'as one JSON object')
    .addHelpText('after', '\nExample:\n  tracekit status --json | jq .signer.runs')
    .action(async (flags: { readonly home?: string; readonly json?: boolean }) => {
      const home = homeOf(flags.home);
      const answer = await askSigner(home, { command: 'status' });
      const signer = answer.ok ? (answer.result as SignerStatus) : undefined;
      const checkpoint = readSmall(homePaths(home).checkpoint)?.toString('utf8').split('\n');
      const log =
        checkpoint === undefined ? undefined : { origin: checkpoint[0], signed: Number(checkpoint[1]) };
      if (flags.json === true)
        await writeOut(
          `${inertJson({ home, log, signer: signer ?? null, seen: seenFolder(process.env) })}\n`,
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
    ...(signer?.tailer === undefined ? [] : [`tailer   ${TAILER[signer.tailer] ?? inert(signer.tailer)}`]),
    ...(signer?.notice === undefined ? [] : [`notice   ${inert(signer.notice)}`]),
    ...(signer?.runs ?? []).flatMap(runLines),
  ];
  return rows.map((row) => `${row}\n`).join('');
}

const TAILER: Readonly<Record<string, string>> = {
  connected: 'connected: transcripts are followed',
  starting: 'starting',
  lost: 'lost, and started again: a gap stands in each open run',
};

function runLines({ run, harness, session, mode, records, lines: count, ...rest }: RunStatus): string[] {
  const { openCalls, gaps, behind, calls } = rest;
  const { exact, ordered, none, decided } = calls;
  const told = exact + ordered + none;
  return [
    `run      ${run} ${harness} ${inert(session)} (${mode}): ${records} records, ${count} lines, ${behind.lines} lines behind, ${gaps} gaps`,
    `         calls: ${told} in transcripts (reasoning linked exactly ${exact}, by order ${ordered}, not ${none}), ${decided} decided, ${openCalls} open`,
    ...heldLines(rest).map((line) => `         held: ${line}`),
  ];
}
