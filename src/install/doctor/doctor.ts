import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { kindOf } from '../../harness/decode.ts';
import type { Harness } from '../../model/harness.ts';
import { type InstallTarget, wantedHooks } from '../installation.ts';
import { INSTALLERS, siteOf } from '../installers.ts';
import { ownHooks } from '../own-hooks.ts';
import { foundVersions } from '../programs.ts';
import type { Check } from './check.ts';
import { homeChecks, signerCheck } from './home.ts';
import { checkOf, driftCheck, eventCheck, timeoutCheck } from './hooks.ts';
import { initCommand, type Look, lookAt, treeAt } from './look.ts';
import { type MachineFacts, machineChecks } from './machine.ts';
import { offCheck } from './off.ts';
import type { Probed, ProbeOptions } from './probe.ts';
import { reasoningCheck } from './reasoning.ts';
import { doubleCheck, versionCheck } from './surroundings.ts';
import { trustCheck } from './trust.ts';

export type DoctorOptions = Omit<InstallTarget, 'harness' | 'project' | 'versions'> & {
  readonly harnesses: readonly Harness[];
  /** The root of the project that the caller stands in; its settings are looked at where ours are in them. */
  readonly project?: string;
  /** One harness was asked about by name: that it has no hooks is a failure then. */
  readonly named: boolean;
  readonly machine: MachineFacts;
  /** ms since 1970. */
  readonly now: number;
  readonly onStep: (what: string) => void;
  /** Fires a command with a probe. */
  readonly fire: (options: ProbeOptions) => Promise<Probed>;
};

/** A hook that fails after so long has waited for a signer. */
const SLOW_MS = 2_000;

/** Looks at everything that recording and gate rest on. Fires each installed hook, which may start a signer. */
export async function doctor(options: DoctorOptions): Promise<readonly Check[]> {
  const { home, harnesses, machine, now, onStep } = options;
  const checks: Check[] = [...machineChecks(machine), ...homeChecks(home, now)];
  for (const harness of harnesses) {
    onStep(INSTALLERS[harness].name);
    checks.push(...(await harnessChecks(options, harness)));
  }
  // Last: the probes may have started it.
  checks.push(await signerCheck(home));
  return checks;
}

async function harnessChecks(options: DoctorOptions, harness: Harness): Promise<readonly Check[]> {
  const { places, project, named } = options;
  const installer = INSTALLERS[harness];
  const versions = await foundVersions(installer, places.env);
  const target: InstallTarget = { ...without(options), harness, versions };
  const looks = [lookAt(target)];
  if (project !== undefined && hasOwn(siteOf(installer, places, project).file))
    looks.push(lookAt({ ...target, project }));
  const installed = looks.filter(({ own }) => own.length > 0);
  const user = looks[0]!;
  const checks = [...(await Promise.all(installed.map((look) => installChecks(look, options)))).flat()];
  if (installed.length === 0) checks.push(absent(user, named));
  const shown = installed[0] ?? user;
  const double = doubleCheck(user);
  return [
    ...checks,
    versionCheck(shown, versions),
    ...(double ? [double] : []),
    ...(installed.length > 0 ? [reasoningCheck(shown)] : []),
  ];
}

function without({
  home,
  places,
  program,
  holdSeconds,
  platform,
}: DoctorOptions): Omit<InstallTarget, 'harness' | 'versions'> {
  return { home, places, program, holdSeconds, ...(platform !== undefined && { platform }) };
}

function hasOwn(file: string): boolean {
  return existsSync(file) && ownHooks(treeAt(file)).length > 0;
}

function absent(look: Look, named: boolean): Check {
  const fault = look.fault === undefined ? '' : `; init could not edit the file as it is: ${look.fault}`;
  return checkOf(look, 'D-HOOKS', named ? 'fail' : 'warn', {
    detail: `absent: no hook of tracekit${fault}`,
    fix: initCommand(look),
  });
}

async function installChecks(look: Look, options: DoctorOptions): Promise<readonly Check[]> {
  const trust = trustCheck(look);
  const off = offCheck(look);
  const blockers = [trust, off].flatMap((one) => (one?.status === 'fail' ? [one.id] : []));
  return [
    await liveCheck(look, blockers, options),
    eventCheck(look),
    timeoutCheck(look),
    driftCheck(look),
    ...(off ? [off] : []),
    ...(trust ? [trust] : []),
  ];
}

/** The three states: `live` where each command gives the signer's own answer and the harness would run it. */
async function liveCheck(look: Look, blockers: readonly string[], options: DoctorOptions): Promise<Check> {
  const { gates, faults } = await fireAll(look, options);
  const [first, ...more] = faults;
  const others = more.map((fault) => fault.slice(0, fault.indexOf(':'))).join(', ');
  const detail = [
    ...(first === undefined ? [] : [first]),
    ...(more.length === 0 ? [] : [`likewise ${others}`]),
    ...(blockers.length > 0 ? [`the harness does not run it: see ${blockers.join(', ')}`] : []),
  ];
  if (detail.length === 0 && gates > 0) {
    return checkOf(look, 'D-HOOKS', 'ok', {
      detail: `live: ${look.own.length} hooks fire, and a call that must be denied is denied`,
    });
  }
  if (detail.length === 0) detail.push('nothing is hooked before a tool');
  const fix =
    faults.length > 0 || blockers.length === 0 ? initCommand(look) : `what ${blockers.join(' and ')} says`;
  return checkOf(look, 'D-HOOKS', 'fail', { detail: `registered but not firing: ${detail.join('; ')}`, fix });
}

/** How many hooks before a tool deny their probe, and what went wrong. */
async function fireAll(look: Look, { fire, platform = process.platform }: DoctorOptions) {
  const { harness, places } = look.target;
  const faults: string[] = [];
  let gates = 0;
  // Before a tool first: that starts a signer, where one is needed.
  const order = [...look.own].sort((a, b) => rank(harness, a.event) - rank(harness, b.event));
  for (const { event, command } of order) {
    if (!mayFire(look, command.line)) {
      faults.push(`${event}: is other than init writes it, and is not fired`);
      continue;
    }
    const nonce = randomBytes(8).toString('hex');
    const where = { cwd: places.userHome, env: places.env, platform };
    const began = performance.now();
    const probed = await fire({ harness, event, command: command.line, nonce, ...where });
    if (probed.kind === 'fails') {
      faults.push(probed.why);
      // Each of the others would wait as long for the same signer.
      if (performance.now() - began > SLOW_MS) break;
    } else if (rank(harness, event) === 0) gates++;
  }
  return { gates, faults };
}

/**
 * hostile: a project's settings may name any command, and doctor runs in a folder that nobody has trusted yet: of those
 * only what init itself would write is fired. The user's own are run by the harness at each call anyway.
 */
function mayFire({ target, installation, profile }: Look, line: string): boolean {
  if (installation.site.project === undefined) return true;
  return wantedHooks(target, installation.id, profile).some(({ entry }) =>
    JSON.stringify(entry).includes(JSON.stringify(line)),
  );
}

function rank(harness: Harness, event: string): number {
  return kindOf(harness, event) === 'pre_tool' ? 0 : 1;
}
