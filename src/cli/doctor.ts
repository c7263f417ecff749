import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { type Check, exitOf, type Status } from '../install/doctor/check.ts';
import { doctor } from '../install/doctor/doctor.ts';
import { machineFacts } from '../install/doctor/machine.ts';
import { fire } from '../install/doctor/probe.ts';
import { INSTALLERS } from '../install/installers.ts';
import { detectedHarnesses } from '../install/programs.ts';
import type { Harness } from '../model/harness.ts';
import { projectOf } from '../policy/project.ts';
import { DEFAULT_CONFIG, readConfig } from '../signer/config.ts';
import { coloured, type Tone } from './colour.ts';
import { homeOf } from './home-option.ts';
import { placesHere, programHere, withAgent } from './install-options.ts';
import { writeOut } from './output.ts';
import { Progress } from './progress.ts';
import { inert, inertJson } from './terminal.ts';

type Flags = { readonly home?: string; readonly agent?: Harness; readonly json?: boolean };

const HELP = `
Each installed hook command is fired with a call that must be denied, by the shell that its harness uses: the signer
knows the probe, denies it and records nothing. That starts a signer where none runs.

Exit code: 0 all is well, 1 something fails, 2 there are warnings. What each id means: docs/install.md.

Examples:
  tracekit doctor
  tracekit doctor --agent codex --json`;

/** `tracekit doctor`: whether what is installed works. */
export function doctorCommand(): Command {
  return withAgent(new Command('doctor'))
    .description('see whether hooks fire, and what else recording rests on')
    .option('--json', 'as one JSON object')
    .addHelpText('after', HELP)
    .action(run);
}

async function run(flags: Flags): Promise<void> {
  const here = placesHere();
  const home = homeOf(flags.home);
  const root = projectOf(here.cwd, here.userHome, existsSync);
  const places = { ...here, cwd: root };
  const progress = new Progress();
  const checks = await doctor({
    ...{ home, places, program: programHere(), holdSeconds: holdSeconds(home), now: Date.now() },
    harnesses: flags.agent === undefined ? detectedHarnesses(places) : [flags.agent],
    named: flags.agent !== undefined,
    ...(root !== places.userHome && { project: root }),
    machine: machineFacts(home),
    fire,
    onStep: (name) => progress.update(() => `looking at ${name} …`),
  });
  progress.done();
  const exit = exitOf(checks);
  await writeOut(flags.json === true ? `${inertJson({ exit, checks })}\n` : textOf(checks));
  process.exitCode = exit;
}

/** A broken config.yaml is a finding, and no reason to find nothing else. */
function holdSeconds(home: string): number {
  try {
    return readConfig(join(home, 'config.yaml')).hold_seconds;
  } catch {
    return DEFAULT_CONFIG.hold_seconds;
  }
}

const WORDS: Readonly<Record<Status, string>> = { ok: 'ok', info: 'info', warn: 'WARN', fail: 'FAIL' };

const TONES: Readonly<Partial<Record<Status, Tone>>> = { ok: 'good', warn: 'doubtful', fail: 'bad' };

function textOf(checks: readonly Check[]): string {
  const rows: string[] = [];
  let heading: string | undefined;
  for (const { id, status, harness, file, detail, fix } of checks) {
    const wanted = harness === undefined ? undefined : `${INSTALLERS[harness].name}  ${file ?? ''}`;
    if (wanted !== heading) rows.push('', ...(wanted === undefined ? [] : [inert(wanted)]));
    heading = wanted;
    const word = WORDS[status].padEnd(4);
    const tone = TONES[status];
    rows.push(`${tone === undefined ? word : coloured(tone, word)}  ${id.padEnd(15)}  ${inert(detail)}`);
    if (fix !== undefined) rows.push(`      ${''.padEnd(15)}  fix: ${inert(fix)}`);
  }
  const count = (status: Status): number => checks.filter((one) => one.status === status).length;
  rows.push('', `${count('fail')} failed, ${count('warn')} warnings, ${count('ok')} ok`);
  return `${rows.slice(rows[0] === '' ? 1 : 0).join('\n')}\n`;
}
