import { readFileSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { isBefore } from '../../harness/version-order.ts';
import { programPath } from '../programs.ts';
import type { Check, CheckId, Status } from './check.ts';
import { exists } from './look.ts';

/** What of the machine matters; undefined where it can't be told. */
export type MachineFacts = {
  readonly node: string;
  readonly curl: string | undefined;
  /** Bytes that this user can still write where the home lies. */
  readonly free: number | undefined;
  /** The kernel's limits for watching files (Linux). */
  readonly watches: number | undefined;
  readonly instances: number | undefined;
};

const NODE = '20.19';
const FREE_FAIL = 100 * 2 ** 20;
const FREE_WARN = 2 ** 30;
/** Folders of all sessions of a user; below it a sweep every 2 s does the work. */
const WATCHES = 8_192;
const INSTANCES = 16;
/** The hook script's own PATH. */
const HOOK_PATH = '/usr/bin:/bin:/usr/local/bin';

export function machineFacts(home: string): MachineFacts {
  return {
    node: process.versions.node,
    curl: programPath('curl', { PATH: HOOK_PATH }),
    free: freeAt(home),
    watches: limit('max_user_watches'),
    instances: limit('max_user_instances'),
  };
}

export function machineChecks({ node, curl, free, watches, instances }: MachineFacts): readonly Check[] {
  const checks = [
    isBefore(node, NODE)
      ? check(
          'D-NODE',
          'fail',
          `Node ${node}: expected ${NODE} or newer`,
          'install a newer Node, and run init again with it',
        )
      : check('D-NODE', 'ok', `Node ${node}`),
    curl === undefined
      ? check(
          'D-CURL',
          'warn',
          `no curl in ${HOOK_PATH}: each hook starts Node instead, which takes several times as long`,
          'install curl',
        )
      : check('D-CURL', 'ok', curl),
  ];
  if (free !== undefined) checks.push(diskCheck(free));
  if (watches !== undefined && instances !== undefined) checks.push(watchCheck(watches, instances));
  return checks;
}

function diskCheck(free: number): Check {
  const mib = Math.floor(free / 2 ** 20);
  if (free >= FREE_WARN) return check('D-DISK', 'ok', `${mib} MiB free`);
  const status = free < FREE_FAIL ? 'fail' : 'warn';
  return check(
    'D-DISK',
    status,
    `${mib} MiB free where the home lies: with a full disk nothing is recorded, and the closed profile blocks`,
    'make room, or move the home (--home)',
  );
}

function watchCheck(watches: number, instances: number): Check {
  const detail = `${watches} watches, ${instances} instances a user`;
  if (watches >= WATCHES && instances >= INSTANCES) return check('D-WATCH', 'ok', detail);
  return check(
    'D-WATCH',
    'warn',
    `${detail}: transcripts may be looked at every 2 s only`,
    `\`sudo sysctl fs.inotify.max_user_watches=${Math.max(watches, 65_536)} fs.inotify.max_user_instances=${Math.max(instances, 128)}\``,
  );
}

function check(id: CheckId, status: Status, detail: string, fix?: string): Check {
  return { id, status, detail, ...(fix !== undefined && { fix }) };
}

function freeAt(home: string): number | undefined {
  let at = home;
  while (!exists(at) && dirname(at) !== at) at = dirname(at);
  try {
    const { bavail, bsize } = statfsSync(at);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}

function limit(name: string): number | undefined {
  try {
    return Number(readFileSync(`/proc/sys/fs/inotify/${name}`, 'latin1'));
  } catch {
    return undefined;
  }
}
