import { closeSync, constants, fstatSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { kindOf } from '../harness/decode.ts';
import { errno, namesIn } from '../log/disk.ts';
import { homePaths } from '../log/home.ts';
import type { Gate, HookCall } from './hook-call.ts';
import { MAX_PAYLOAD } from './hook-limits.ts';
import { harnessNamed, profileNamed } from './hook-request.ts';
import { SPOOL_FILES } from './spool-file.ts';

/** A spooled file that was not taken in. `name` is as found. hostile: whoever runs as this user can write there. */
export type SpoolNotice = { readonly name: string; readonly why: string };

export type SpoolIngest = {
  readonly home: string;
  readonly gate: Pick<Gate, 'hook'>;
  readonly clock: () => number;
  readonly onNotice: (notice: SpoolNotice) => void;
};

const NAME = /^[0-9]{14}-[A-Za-z0-9_.-]{0,100}\.hook$/;
/** How long a draft may be being written. */
const DRAFT_MS = 60_000;
const MOST_HEAD = 64 * 1024;

/**
 * Gives the gate what hooks dropped while no signer ran, in the order of their times, and removes each file when the gate
 * has answered. A crash between the two gives a file twice, never none; its nonce and call id tell. What is no
 * spooled hook is set aside under another name. Never rejects.
 */
export async function ingestSpool({ home, gate, clock, onNotice }: SpoolIngest): Promise<number> {
  const folder = homePaths(home).spool;
  let taken = 0;
  for (const name of namesIn(folder)) {
    if (name.endsWith('.refused')) continue;
    const path = join(folder, name);
    const read = readSpooled(path, name, clock());
    if (read.kind === 'wait') continue;
    if (read.kind === 'refused') {
      onNotice({ name, why: read.why });
      setAside(folder, name);
      continue;
    }
    try {
      await gate.hook(read.call, { say: () => {}, gone: new AbortController().signal });
      taken++;
      rmSync(path, { force: true });
    } catch (error) {
      // It stays for the next start.
      onNotice({ name, why: `not taken in: ${error instanceof Error ? error.message : String(error)}` });
    }
  }
  return taken;
}

type Spool =
  | { readonly kind: 'call'; readonly call: HookCall }
  | { readonly kind: 'wait' }
  | { readonly kind: 'refused'; readonly why: string };

function readSpooled(path: string, name: string, now: number): Spool {
  if (name.endsWith('.draft')) return readDraft(path, now);
  if (!NAME.test(name)) return refused('not the name of a spooled hook');
  const bytes = readRegular(path);
  if (typeof bytes === 'string') return refused(bytes);
  const end = bytes.subarray(0, MOST_HEAD).indexOf(0x0a);
  const head = end < 0 ? undefined : parseHead(bytes.subarray(0, end), now);
  if (head === undefined) return refused('no head in the first line');
  const call: HookCall = { ...head, raw: bytes.subarray(end + 1), caller: {}, spooled: true };
  const blocks = call.harness === undefined || kindOf(call.harness, call.event ?? '') === 'pre_tool';
  if (blocks && call.profile === 'closed')
    return refused('a call that the closed profile blocks is never spooled');
  return { kind: 'call', call };
}

/** One whose hook was killed while it wrote. */
function readDraft(path: string, now: number): Spool {
  try {
    const fd = openSync(path, READ);
    const age = now - fstatSync(fd).mtimeMs;
    closeSync(fd);
    return age > DRAFT_MS ? refused('a draft that nobody finished') : { kind: 'wait' };
  } catch {
    return refused('a draft that cannot be read');
  }
}

function refused(why: string): Spool {
  return { kind: 'refused', why };
}

// Without O_NONBLOCK a FIFO there would hold the signer's start for ever.
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

function readRegular(path: string): Buffer | string {
  let fd: number;
  try {
    fd = openSync(path, READ);
  } catch (error) {
    return `cannot be opened: ${errno(error) ?? 'unknown'}`;
  }
  try {
    const { size, uid } = fstatSync(fd);
    if (!fstatSync(fd).isFile()) return 'no regular file';
    if (process.getuid !== undefined && uid !== process.getuid()) return `belongs to user ${uid}`;
    return size > MAX_PAYLOAD + MOST_HEAD ? `${size} bytes` : readFileSync(fd);
  } catch (error) {
    return `cannot be read: ${errno(error) ?? 'unknown'}`;
  } finally {
    closeSync(fd);
  }
}

type Head = Pick<HookCall, 'harness' | 'event' | 'profile' | 'install' | 'nonce' | 'cwd' | 'received'>;

function parseHead(bytes: Buffer, now: number): Head | undefined {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
  const word = (key: string): string => {
    const found: unknown = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
    return typeof found === 'string' ? found.replaceAll('\0', '').slice(0, 16_384) : '';
  };
  const time = 'time' in value ? value.time : undefined;
  const event = word('event');
  return {
    harness: harnessNamed(word('agent')),
    ...(/^[A-Za-z0-9_]{1,100}$/.test(event) && { event }),
    profile: profileNamed(word('profile')),
    install: word('install').slice(0, 100),
    nonce: word('nonce').slice(0, 100),
    cwd: word('cwd'),
    received: typeof time === 'number' && Number.isSafeInteger(time) && time >= 0 ? Math.min(time, now) : now,
  };
}

/** Out of the way, kept to look at; beyond a tenth of the spool removed. */
function setAside(folder: string, name: string): void {
  const path = join(folder, name);
  const many = namesIn(folder).filter((each) => each.endsWith('.refused')).length >= SPOOL_FILES / 10;
  try {
    if (many) rmSync(path, { force: true, recursive: true });
    else renameSync(path, join(folder, `${name.slice(0, 200)}.refused`));
  } catch {
    // What can be neither moved nor removed is met again at the next start.
  }
}
