import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { analyzeRun } from '../../analyze/analyze.ts';
import { homeEvidence } from '../../analyze/home-evidence.ts';
import { summaryLine, textLines } from '../../analyze/report/text.ts';
import { exportToFile, verifyBundleFile } from '../../bundle/bundle-file.ts';
import { init } from '../../install/init.ts';
import { homePaths } from '../../log/home.ts';
import { listSegments } from '../../log/segments.ts';
import { TracekitError } from '../../model/error.ts';
import { stopSigner } from '../../signer/stop.ts';
import { verifyHomeFolder } from '../../verify/home-folder.ts';
import { logFiles } from '../../verify/log-files.ts';
import { exitOf } from '../../verify/report.ts';
import type { VerifyReport } from '../../verify/verdict.ts';
import { programHere } from '../install-options.ts';
import { writeOut } from '../output.ts';
import { RunNames } from '../run-names.ts';
import { inert } from '../terminal.ts';
import { verifyWorker } from '../workers.ts';
import { Approver } from './approver.ts';
import { type DemoPlaces, demoPlaces, makePlaces } from './places.ts';
import { PUSH, type Story } from './story.ts';

/** So long a held call waits in the demo. */
const HOLD_SECONDS = 15;
const CONFIG = `hold_seconds: ${HOLD_SECONDS}\nsettle_seconds: 1\n`;
const POLICY = `version: 1
default: allow
rules:
  - {id: push, effect: force_push, action: ask, reason: "this overwrites history that others have"}
`;

/** Plays a harness's session through hooks, gate, tailer, analyzer and verifier, in a folder of its own. */
export async function showAgent(story: Story, folder: string): Promise<void> {
  const places = demoPlaces(folder);
  makePlaces(places);
  Object.assign(process.env, {
    XDG_STATE_HOME: places.env.XDG_STATE_HOME,
    XDG_RUNTIME_DIR: places.env.XDG_RUNTIME_DIR,
  });
  let stopped: Awaited<ReturnType<typeof stopSigner>> | undefined;
  try {
    await setUp(story, places);
    await playSession(story, places);
  } finally {
    stopped = await stopSigner(places.home);
  }
  if (stopped !== 'stopped')
    throw new TracekitError(
      'demo_failed',
      `expected the demo's signer to stop in good order, found: ${stopped}`,
      {
        exitCode: 1,
      },
    );
  await analyse(places);
  await prove(places);
}

async function setUp({ harness, of }: Story, places: DemoPlaces): Promise<void> {
  await say(`1. ${of}: a session is played again, and one of its commands is "${PUSH}".`);
  await say('2. The hooks are set up in an empty home, as `tracekit init --v2` does:');
  writeFileSync(join(places.home, 'config.yaml'), CONFIG);
  writeFileSync(join(places.home, 'policy.yaml'), POLICY);
  const { files, profile } = init({
    ...{ home: places.home, harness, places: { userHome: places.user, env: {}, cwd: places.project } },
    ...{
      program: programHere(),
      holdSeconds: HOLD_SECONDS,
      versions: [],
      profile: 'closed',
      downgrade: false,
    },
    ...{ thinking: true, time: new Date() },
  });
  await tell([...files.map(({ file }) => file.replace(places.folder, '')), `profile: ${profile}`]);
}

async function playSession({ harness }: Story, places: DemoPlaces): Promise<void> {
  await say(
    '3. The agent works, in a process of its own; each hook is the installed command. A person approves beside it:',
  );
  const program = fileURLToPath(new URL('./tracekit.js', import.meta.url));
  const args = [program, 'demo', '--agent', harness, '--play', places.folder];
  const agent = spawn(process.execPath, args, { env: places.env, stdio: ['ignore', 'inherit', 'inherit'] });
  const approver = new Approver(places);
  try {
    const answering = approver.run();
    const code = await Promise.race([endOf(agent), answering]);
    approver.stop();
    const approved = await answering;
    if (code !== 0 || approved === 0)
      throw new TracekitError(
        'demo_failed',
        `expected a session with a held call, found ${approved} of them, exit code ${code}`,
        { exitCode: 1 },
      );
  } finally {
    approver.stop();
    agent.kill('SIGKILL');
  }
}

function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((done, fail) => child.once('error', fail).once('close', done));
}

async function analyse({ home }: DemoPlaces): Promise<void> {
  await say('4. What was asked, said and done is compared (`tracekit analyze`):');
  const paths = homePaths(home);
  const evidence = homeEvidence(paths);
  try {
    const runs = RunNames.of(paths.segments).all();
    const results = runs.flatMap((run) => analyzeRun(evidence, run) ?? []);
    await tell([...textLines(results), summaryLine(results)]);
    if (results.every(({ findings }) => findings.every(({ rule }) => rule !== 'TK-X005')))
      throw new TracekitError('demo_failed', 'expected a finding about the forced push, found none', {
        exitCode: 1,
      });
  } finally {
    evidence.close();
  }
}

async function prove(places: DemoPlaces): Promise<void> {
  const { folder, home } = places;
  const { log, segments } = homePaths(home);
  await say('5. The log is verified:');
  await expectExit(await verifyAt(places, home), 0);
  await say('6. The run is exported as a bundle, and verified as an auditor would:');
  const bundle = join(folder, 'run.tkbundle');
  await exportToFile(bundle, logFiles(log)!, { run: RunNames.of(segments).newest()!.id });
  await expectExit(await verifyBundleFile(bundle), 0);
  await say('7. In a copy of the log, the approval is made to look as if the call had been rejected:');
  await expectExit(await verifyAt(places, tampered(places)), 1);
  await say(
    'Done: the call waited for a person, the push was found, and what was recorded cannot be changed without showing.',
  );
}

function verifyAt({ folder }: DemoPlaces, home: string): Promise<VerifyReport> {
  return verifyHomeFolder({ home, seen: join(folder, 'state', 'tracekit', 'seen'), worker: verifyWorker() });
}

function tampered({ folder, home }: DemoPlaces): string {
  const copy = join(folder, 'tampered');
  cpSync(home, copy, { recursive: true, filter: (path) => !path.includes('/lock') });
  const [segment] = listSegments(homePaths(copy).segments);
  const bytes = readFileSync(segment!.path);
  bytes.write('rejected', bytes.indexOf('"answer":"approved"') + '"answer":"'.length);
  writeFileSync(segment!.path, bytes);
  return copy;
}

async function expectExit(report: VerifyReport, exit: number): Promise<void> {
  await tell(report.verdicts.map(({ question, word }) => `${`${question}:`.padEnd(15)} ${word}`));
  const found = exitOf(report, { strict: false });
  if (found === exit) return;
  throw new TracekitError('demo_failed', `expected exit code ${exit} of this verification, found ${found}`, {
    exitCode: 1,
  });
}

function say(text: string): Promise<void> {
  return writeOut(`\n${text}\n`);
}

function tell(lines: readonly string[]): Promise<void> {
  return writeOut(lines.map((line) => `   ${inert(line)}\n`).join(''));
}
