import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { exportToFile, verifyBundleFile } from '../bundle/bundle-file.ts';
import { homePaths } from '../log/home.ts';
import { listSegments } from '../log/segments.ts';
import { TracekitError } from '../model/error.ts';
import type { Harness } from '../model/harness.ts';
import { record } from '../signer/recording.ts';
import { verifyHomeFolder } from '../verify/home-folder.ts';
import { logFiles } from '../verify/log-files.ts';
import { exitOf } from '../verify/report.ts';
import type { VerifyReport } from '../verify/verdict.ts';
import { demoPlaces, fixture } from './demo-agent/places.ts';
import { Player } from './demo-agent/player.ts';
import { showAgent } from './demo-agent/show.ts';
import { STORIES } from './demo-agent/stories.ts';
import { storyLines } from './demo-story.ts';
import { agentOption } from './install-options.ts';
import { writeOut } from './output.ts';
import { reportText } from './report-text.ts';
import { RunNames } from './run-names.ts';
import { inert } from './terminal.ts';
import { verifyWorker } from './workers.ts';

type Flags = { readonly agent?: Harness; readonly keep?: boolean; readonly play?: string };

const HELP = `
Examples:
  tracekit demo                       a captured session recorded, verified, and tampered with
  tracekit demo --agent claude-code   hooks set up, a call held and approved, a finding, a bundle, a tampered copy`;

/** `tracekit demo`: a captured session recorded, verified, tampered with, and caught, in a folder of its own. */
export function demoCommand(): Command {
  return new Command('demo')
    .description(
      'record a captured session in a folder of its own, verify it, and show that tampering is found',
    )
    .addOption(agentOption('play a session of this harness through hooks, gate and analyzer instead'))
    .option('--keep', 'leave the folder behind, to look into')
    .addOption(new Option('--play <folder>').hideHelp())
    .addHelpText('after', HELP)
    .action(async (flags: Flags) => {
      if (flags.agent !== undefined && flags.play !== undefined)
        return new Player(STORIES[flags.agent](), demoPlaces(flags.play)).play();
      const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tracekit-demo-')));
      try {
        await (flags.agent === undefined
          ? play(new Stage(folder))
          : showAgent(STORIES[flags.agent](), folder));
        if (flags.keep === true) await writeOut(`\nThe folder is kept: ${folder}\n`);
      } finally {
        if (flags.keep !== true) rmSync(folder, { recursive: true, force: true });
      }
    });
}

const BEGINNING =
  'tracekit keeps what coding agents did in a signed log, so that anyone can check later that nothing was changed or left out.\nThis plays in a folder of its own, and takes some seconds.';

const END = `Done: what was recorded can no longer be changed without showing. What this cannot prove: docs/limitations.md

Next, with your own sessions:
  tracekit record     what your agents have left on this machine; then: tracekit log, verify, last
  tracekit demo --agent claude-code     the other half: calls judged before they run, one held until a person approves it
(In a clone, tracekit is: node dist/tracekit.js)`;

async function play(stage: Stage): Promise<void> {
  await say(BEGINNING);
  await say(
    '1. A real Claude Code session (2.1.332), as captured. Nothing is installed; its transcript is recorded.',
  );
  const result = await stage.record();
  await tell([
    `${result.tally.lines} lines, ${result.tally.exchanges} exchanges, ${result.tally.calls} calls; ${result.records} records, all signed`,
  ]);
  await say('2. What the model thought and said before each call, and what came of it:');
  await tell(storyLines(homePaths(stage.home)));
  await say('3. The log is verified, with nothing but the files and the key that it names:');
  await expectExit(await stage.verify(stage.home), 0);
  await say('4. The run is exported as a bundle, without any content, and verified as an auditor would:');
  const bundle = await stage.exportBundle();
  await expectExit(await verifyBundleFile(bundle), 0, 'short');
  await say(
    '5. In a copy of the log, the command that failed is made to look as if it had not (exit 3 becomes 0):',
  );
  await expectExit(await stage.verify(stage.tamperedHome()), 1, 'short');
  await say('6. One letter of the transcript is changed, and its time put back. It is recorded again:');
  stage.tamperTranscript();
  const again = await stage.record();
  await tell([
    `${again.tally.gaps} gap: transcript_rewritten, signed into the log; the first reading stays as it was`,
  ]);
  await say(END);
}

/** The folder that the demo plays in: a transcript, a home, and a state home of its own. */
class Stage {
  readonly home: string;
  private readonly folder: string;
  private readonly projects: string;

  constructor(folder: string) {
    this.folder = folder;
    this.home = join(folder, 'home');
    this.projects = join(folder, 'projects');
    // The demo's checkpoints are nothing that this user's state folder should remember.
    process.env.XDG_STATE_HOME = join(folder, 'state');
    cpSync(fixture('claude-code/print-summarized/projects'), this.projects, { recursive: true });
    this.age();
  }

  record(): ReturnType<typeof record> {
    const nothing = (): void => {};
    const signal = new AbortController().signal;
    const options = { home: this.home, paths: [this.projects], follow: false, idleMs: 3_600_000 };
    return record({ ...options, signal, onProgress: nothing, onNotice: nothing });
  }

  verify(home: string): Promise<VerifyReport> {
    return verifyHomeFolder({
      home,
      seen: join(this.folder, 'state', 'tracekit', 'seen'),
      worker: verifyWorker(),
    });
  }

  async exportBundle(): Promise<string> {
    const { log, segments } = homePaths(this.home);
    const path = join(this.folder, 'run.tkbundle');
    await exportToFile(path, logFiles(log)!, { run: RunNames.of(segments).newest()!.id });
    return path;
  }

  /** A copy of the home in which one outcome is another. */
  tamperedHome(): string {
    const home = join(this.folder, 'tampered');
    cpSync(this.home, home, { recursive: true, filter: (path) => !path.includes('/lock') });
    const [segment] = listSegments(homePaths(home).segments);
    const bytes = readFileSync(segment!.path);
    bytes.write('"exit":0', bytes.indexOf('"exit":3'));
    writeFileSync(segment!.path, bytes);
    return home;
  }

  tamperTranscript(): void {
    const path = this.transcripts()[0]!;
    writeFileSync(path, readFileSync(path, 'utf8').replace('Now run it', 'Not run it'));
    this.age();
  }

  private transcripts(): string[] {
    const names = readdirSync(this.projects, { recursive: true, encoding: 'utf8' });
    return names.filter((name) => name.endsWith('.jsonl')).map((name) => join(this.projects, name));
  }

  /** Makes the files two hours old: the session is over, so its run is complete. */
  private age(): void {
    const time = Date.now() / 1000 - 7200;
    for (const path of this.transcripts()) utimesSync(path, time, time);
  }
}

/** `short`: each verdict and break, without what it rests on. */
async function expectExit(report: VerifyReport, exit: number, how?: 'short'): Promise<void> {
  const lines = reportText(report).filter((line) => how === undefined || !/^ {2}(?: {2}|! )/.test(line));
  await writeOut(lines.map((line) => `   ${line}\n`).join(''));
  const found = exitOf(report, { strict: false });
  if (found === exit) return;
  throw new TracekitError(
    'demo_failed',
    `the demo expected exit code ${exit} of this verification, found ${found}`,
    { exitCode: 1 },
  );
}

function say(text: string): Promise<void> {
  return writeOut(`\n${text}\n`);
}

function tell(lines: readonly string[]): Promise<void> {
  return writeOut(lines.map((line) => `   ${inert(line)}\n`).join(''));
}
