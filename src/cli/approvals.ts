import { closeSync, openSync } from 'node:fs';
import { Command } from 'commander';
import { TracekitError } from '../model/error.ts';
import { homeOf, withHome } from './home-option.ts';
import { writeOut } from './output.ts';
import { askSigner } from './signer-client.ts';
import { inert, inertJson } from './terminal.ts';

type Flags = {
  readonly home?: string;
  readonly json?: boolean;
  readonly reason?: string;
  readonly release?: boolean;
};

type Shown = {
  readonly approval: string;
  readonly state: string;
  readonly until: number;
  readonly tool: string;
  readonly input: string;
  readonly cwd: string;
  readonly why: string;
  readonly rule?: string;
};

/** `tracekit approvals`: what waits for a person, and the person's answer. */
export function approvalsCommand(): Command {
  return new Command('approvals')
    .description('calls that wait for a person')
    .addCommand(
      withHome(new Command('list'))
        .description('what waits for an answer')
        .option('--json', 'as one JSON array')
        .addHelpText('after', '\nExample:\n  tracekit approvals list --json')
        .action(list)
        .exitOverride(),
    )
    .addCommand(
      withHome(new Command('show'))
        .argument('<id>', 'the approval')
        .description('one approval, with its arguments in full')
        .option('--json', 'as one JSON object')
        .addHelpText('after', '\nExample:\n  tracekit approvals show 1f0c')
        .action(show)
        .exitOverride(),
    )
    .addCommand(
      answerCommand('approve', 'let exactly this call run, once').option(
        '--release',
        'also end the constraint that holds this call',
      ),
    )
    .addCommand(answerCommand('reject', 'refuse the call'));
}

function answerCommand(word: 'approve' | 'reject', description: string): Command {
  return withHome(new Command(word))
    .argument('<id>', 'the approval')
    .description(`${description} (from a terminal of your own, not the agent's)`)
    .option('--reason <text>', 'why; it is recorded')
    .option('--json', 'the result as one JSON object')
    .addHelpText('after', `\nExample:\n  tracekit approvals ${word} 1f0c --reason 'asked the owner'`)
    .action((id: string, flags: Flags) => answer(word, id, flags))
    .exitOverride();
}

async function list(flags: Flags): Promise<void> {
  const waiting = (await askSigner(homeOf(flags.home), { command: 'approvals.list' })) as readonly Shown[];
  if (flags.json === true) return writeOut(`${inertJson(waiting)}\n`);
  if (waiting.length === 0) return writeOut('nothing waits for an answer\n');
  for (const one of waiting)
    await writeOut(
      `${one.approval}  ${one.state.padEnd(8)} ${inert(one.tool)}  ${inert(one.input.slice(0, 120))}\n`,
    );
}

async function show(id: string, flags: Flags): Promise<void> {
  const one = (await askSigner(homeOf(flags.home), { command: 'approvals.show', approval: id })) as Shown;
  if (flags.json === true) return writeOut(`${inertJson(one)}\n`);
  const rows: readonly (readonly [string, string])[] = [
    ['approval', one.approval],
    ['state', `${one.state}, until ${new Date(one.until).toISOString()}`],
    ['why', `${one.rule ?? 'default'}: ${one.why}`],
    ['tool', one.tool],
    ['directory', one.cwd],
    ['arguments', one.input],
  ];
  return writeOut(rows.map(([name, text]) => `${name.padEnd(10)} ${inert(text)}\n`).join(''));
}

async function answer(word: 'approve' | 'reject', id: string, flags: Flags): Promise<void> {
  if (!hasTerminal()) {
    throw new TracekitError(
      'no_terminal',
      `approvals ${word}: expected a terminal, found none; an answer is given by a person, in a terminal of their own`,
    );
  }
  const request = {
    command: `approvals.${word}`,
    approval: id,
    ...(flags.reason === undefined ? {} : { reason: flags.reason }),
    ...(flags.release === true ? { release: true } : {}),
  };
  const result = (await askSigner(homeOf(flags.home), request)) as {
    readonly answer: string;
    readonly waited: boolean;
  };
  if (flags.json === true) return writeOut(`${inertJson(result)}\n`);
  const then =
    result.waited || word === 'reject'
      ? ''
      : '; nobody waits for it any more: it stands for the identical call, once';
  const released = flags.release === true ? '; the constraint that held it is released' : '';
  return writeOut(`${id} ${result.answer}${released}${then}\n`);
}

/** Whether a terminal controls this process, wherever its input and output lead. */
export function hasTerminal(): boolean {
  if (process.platform === 'win32') return process.stdin.isTTY === true;
  try {
    closeSync(openSync('/dev/tty', 'r+'));
    return true;
  } catch {
    return false;
  }
}
