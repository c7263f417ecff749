import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { readCheckpoints } from '../../log/checkpoint-index.ts';
import { namesIn } from '../../log/disk.ts';
import { homePaths } from '../../log/home.ts';
import { readPolicy } from '../../policy/file.ts';
import { readConfig } from '../../signer/config.ts';
import { socketPointer } from '../../signer/socket-place.ts';
import { signerStatus } from '../../signer/stop.ts';
import type { Check, CheckId, Status } from './check.ts';
import { exists, textAt } from './look.ts';

/** A clock may be off from another by so much, ms. */
const SLACK_MS = 120_000;

function check(id: CheckId, status: Status, detail: string, fix?: string): Check {
  return { id, status, detail, ...(fix !== undefined && { fix }) };
}

/** The home's folders and keys, its settings and policy, and its clock. `now` in ms since 1970. */
export function homeChecks(home: string, now: number): readonly Check[] {
  if (!exists(home))
    return [check('D-HOME', 'info', `${home}: not there yet; init or the first hook makes it`)];
  return [homeCheck(home), keysCheck(home), configCheck(home), policyCheck(home), clockCheck(home, now)];
}

function homeCheck(home: string): Check {
  const { mode, uid } = lstatSync(home);
  const user = process.getuid?.();
  if (user !== undefined && uid !== user)
    return check(
      'D-HOME',
      'fail',
      `${home}: belongs to user ${uid}, and you are ${user}`,
      `\`sudo chown -R ${user} ${home}\``,
    );
  if ((mode & 0o077) === 0) return check('D-HOME', 'ok', `${home}: yours alone`);
  return check(
    'D-HOME',
    'fail',
    `${home}: expected mode 700, found ${(mode & 0o777).toString(8)}: others can look in`,
    `\`chmod 700 ${home}\``,
  );
}

function keysCheck(home: string): Check {
  const { keys } = homePaths(home);
  const paths = [
    keys,
    ...namesIn(keys)
      .filter((name) => /\.(seed|key)$/.test(name))
      .map((name) => join(keys, name)),
  ];
  const open = paths.filter((path) => exists(path) && (lstatSync(path).mode & 0o077) !== 0);
  if (open.length === 0) return check('D-KEYS', 'ok', 'only you can read the keys');
  const found = open.map((path) => `${path} (mode ${(lstatSync(path).mode & 0o777).toString(8)})`);
  return check(
    'D-KEYS',
    'fail',
    `others may read keys: ${found.join(', ')}`,
    `\`chmod -R go= ${keys}\`; if others had the chance to read a key, start a new log with a new key`,
  );
}

function configCheck(home: string): Check {
  try {
    const { hold_seconds } = readConfig(join(home, 'config.yaml'));
    return check('D-CONFIG', 'ok', `a held call waits ${hold_seconds} s`);
  } catch (error) {
    return check(
      'D-CONFIG',
      'fail',
      messageOf(error),
      `correct ${join(home, 'config.yaml')}, or remove it: the signer does not start with it`,
    );
  }
}

function policyCheck(home: string): Check {
  const path = join(home, 'policy.yaml');
  const text = textAt(path);
  if (text === undefined) return check('D-POLICY', 'ok', 'no policy of your own: the starter policy judges');
  const { faults } = readPolicy(text, { name: path, scope: 'own' });
  const errors = faults.filter(({ kind }) => kind === 'error');
  if (errors.length === 0) return check('D-POLICY', 'ok', `${path}: sound`);
  const [{ line, column, what }] = errors as [(typeof errors)[number]];
  return check(
    'D-POLICY',
    'fail',
    `${path}:${line}:${column}: ${what}: in the closed profile every call is blocked`,
    '`tracekit policy lint` says all that is wrong',
  );
}

function clockCheck(home: string, now: number): Check {
  const last = readCheckpoints(homePaths(home).checkpoints).at(-1);
  const signed = last === undefined ? Number.NaN : Date.parse(last.time);
  if (Number.isNaN(signed) || signed <= now + SLACK_MS)
    return check('D-CLOCK', 'ok', 'this clock is not behind the log');
  const behind = Math.round((signed - now) / 1_000);
  return check(
    'D-CLOCK',
    'fail',
    `this clock is ${behind} s behind the log's newest signature (${last!.time}): new records would look older`,
    'set the clock (`timedatectl set-ntp true`)',
  );
}

/** Whether a signer runs, or says why it could not. */
export async function signerCheck(home: string): Promise<Check> {
  const status = await signerStatus(home);
  if (status.running)
    return check('D-SIGNER', 'ok', `runs as your own user (assurance dev), process ${status.pid}`);
  if (status.why === 'no_signer') return check('D-SIGNER', 'info', 'not running; the first hook starts it');
  // The hooks go by the same file: without it the next one starts a signer in a place of its own.
  return check(
    'D-SIGNER',
    'fail',
    status.message,
    `end that process if it is yours, then \`rm ${socketPointer(home)}\`: the next hook starts a new signer`,
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
