import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { Check, CheckId } from '../../src/install/doctor/check.ts';
import { doctor } from '../../src/install/doctor/doctor.ts';
import type { MachineFacts } from '../../src/install/doctor/machine.ts';
import { fire } from '../../src/install/doctor/probe.ts';
import { init } from '../../src/install/init.ts';
import { INSTALLERS } from '../../src/install/installers.ts';
import type { Harness } from '../../src/model/harness.ts';
import { stopSigner } from '../../src/signer/stop.ts';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
export const BUILT = existsSync(join(DIST, 'hook.cjs'));

const SOUND: MachineFacts = {
  node: '20.20.0',
  curl: '/usr/bin/curl',
  free: 2 ** 40,
  watches: 65_536,
  instances: 128,
};

/** A user with a home folder of its own and a project, whose hooks run the built program. */
export class DoctorStand {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'tracekit-doctor-')));
  readonly home = join(this.root, '.tracekit');
  readonly project = join(this.root, 'project');
  now = Date.now();
  readonly harness: Harness;
  readonly env: Readonly<Record<string, string>>;

  constructor(harness: Harness) {
    this.harness = harness;
    mkdirSync(join(this.project, '.git'), { recursive: true });
    const bin = join(this.root, 'bin');
    mkdirSync(bin);
    const cli = join(DIST, 'tracekit.js');
    writeFileSync(join(bin, 'tracekit'), `#!/bin/sh\nexec "${process.execPath}" "${cli}" "$@"\n`, {
      mode: 0o755,
    });
    this.env = {
      HOME: this.root,
      PATH: `${bin}:/usr/bin:/bin`,
      XDG_STATE_HOME: join(this.root, 'state'),
      TMPDIR: tmpdir(),
    };
    onTestFinished(async () => {
      await stopSigner(this.home);
      rmSync(this.root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    });
  }

  /** Runs a command line as the user would, in the project. */
  run(command: string): string {
    return execFileSync('/bin/sh', ['-c', command], { cwd: this.project, env: this.env, encoding: 'utf8' });
  }

  /** As the command line does it. */
  init(more: { readonly harness?: Harness; readonly project?: string } = {}): void {
    const { home, harness, places } = this;
    const program = { node: process.execPath, fallback: join(DIST, 'hook.cjs') };
    const how = { profile: 'closed', downgrade: false, thinking: true, time: new Date() } as const;
    init({ home, harness, places, program, holdSeconds: 540, versions: [], ...how, ...more });
  }

  get places() {
    return { userHome: this.root, env: this.env, cwd: this.project };
  }

  path(...names: readonly string[]): string {
    return join(this.root, ...names);
  }

  get file(): string {
    const { userFolder, userFile } = INSTALLERS[this.harness];
    return join(userFolder(this.places), userFile);
  }

  put(path: string, text: string): void {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  /** Changes a settings file as a person's hand would. */
  edit(from: string | RegExp, to: string, file = this.file): void {
    const text = readFileSync(file, 'utf8');
    const after = text.replace(from, to);
    if (after === text) throw new Error(`nothing to edit in ${file}`);
    writeFileSync(file, after);
  }

  /** What doctor finds; unless `live`, no hook is really fired, and each counts as firing. */
  checks({
    live = false,
    ...machine
  }: Partial<MachineFacts> & { readonly live?: boolean } = {}): Promise<readonly Check[]> {
    const { home, places, project, harness, now } = this;
    const program = { node: process.execPath, fallback: join(DIST, 'hook.cjs') };
    const options = {
      home,
      places,
      project,
      program,
      holdSeconds: 540,
      harnesses: [harness],
      named: false,
      now,
    };
    const fires = live ? fire : () => Promise.resolve({ kind: 'fires' } as const);
    return doctor({ ...options, machine: { ...SOUND, ...machine }, onStep: () => {}, fire: fires });
  }

  /** The checks of one id. */
  async found(id: CheckId, how: Parameters<DoctorStand['checks']>[0] = {}): Promise<readonly Check[]> {
    return (await this.checks(how)).filter((check) => check.id === id);
  }

  /** Does what a fix says: runs its first command. */
  apply(fix: string | undefined): void {
    const command = /`([^`]+)`/.exec(fix ?? '')?.[1];
    if (command === undefined) throw new Error(`expected a command in the fix: ${fix}`);
    this.run(command);
  }
}
