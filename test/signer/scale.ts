import {
  appendFileSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { askSigner } from '../../src/signer/ask.ts';
import { recordInline } from './inline-recording.ts';
import { linesByFile } from './lines-by-file.ts';
import type { LiveStand } from './live-stand.ts';
import { claudeLine } from './tailer-lines.ts';

/** The situations of `test:large`, by size: `npm test` has them at a hundredth. */

const DAY_MS = 86_400_000;

export function sessionOf(n: number): string {
  return `11111111-2222-4333-8444-${String(n).padStart(12, '0')}`;
}

export function pathOf(stand: LiveStand, n: number): string {
  const folder = join(stand.user, '.claude/projects/-home-dev-project');
  mkdirSync(folder, { recursive: true });
  return join(folder, `${sessionOf(n)}.jsonl`);
}

async function fire(stand: LiveStand, n: number, event: string, fields: object = {}): Promise<number> {
  const payload = {
    ...{
      session_id: sessionOf(n),
      transcript_path: pathOf(stand, n),
      cwd: stand.user,
      hook_event_name: event,
    },
    ...fields,
  };
  const begun = performance.now();
  await stand.hook('claude-code', Buffer.from(JSON.stringify(payload)), { event });
  return performance.now() - begun;
}

/** A session begins, with one line in its transcript. */
export async function begin(stand: LiveStand, n: number): Promise<void> {
  appendFileSync(pathOf(stand, n), claudeLine(sessionOf(n), n * 1_000));
  await fire(stand, n, 'SessionStart', { source: 'startup' });
}

let calls = 0;
/** A call is decided; gives how long that took, in ms. */
export function decide(stand: LiveStand, n: number): Promise<number> {
  const tool = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: `toolu_${calls++}` };
  return fire(stand, n, 'PreToolUse', tool);
}

type RunLines = { readonly session: string; readonly lines: number };

async function runsOf(stand: LiveStand): Promise<readonly RunLines[]> {
  const answer = await askSigner(stand.home, { command: 'status' });
  return answer.ok ? (answer.result as { runs: readonly RunLines[] }).runs : [];
}

/** How many lines of open runs' transcripts are recorded. */
async function linesRecorded(stand: LiveStand): Promise<number> {
  return (await runsOf(stand)).reduce((sum, { lines }) => sum + lines, 0);
}

async function linesOf(stand: LiveStand, n: number): Promise<number> {
  return (await runsOf(stand)).find(({ session }) => session === sessionOf(n))?.lines ?? 0;
}

/** Whether the log has each line of the transcripts once, as one reading of the finished files finds them. */
export async function hasAllOnce(stand: LiveStand): Promise<void> {
  const once = join(stand.dir, 'once');
  await recordInline(once, [stand.user]);
  const [live, whole] = [linesByFile(stand.home, stand.user), linesByFile(once, stand.user)];
  if (live.size !== whole.size) throw new Error(`expected ${whole.size} files, found ${live.size}`);
  for (const [file, lines] of whole) {
    const found = live.get(file);
    if (JSON.stringify([...(found ?? [])]) !== JSON.stringify([...lines]))
      throw new Error(`${file}: expected ${lines.size} lines as they are, found ${found?.size} or others`);
  }
}

/** Sessions that all write at once. Gives how long decisions took meanwhile. */
export async function manySessions(stand: LiveStand, count: number): Promise<readonly number[]> {
  for (let n = 0; n < count; n++) await begin(stand, n);
  const took: number[] = [];
  for (let round = 1; round <= 3; round++)
    for (let i = 0; i < count; i++) {
      const n = (i * 7_919) % count;
      appendFileSync(pathOf(stand, n), claudeLine(sessionOf(n), n * 1_000 + round));
      if (i % 10 === 0) took.push(await decide(stand, n));
    }
  await settledAt(stand, count * 4);
  return took;
}

async function settledAt(stand: LiveStand, lines: number): Promise<void> {
  const end = Date.now() + 300_000;
  for (;;) {
    const found = await linesRecorded(stand);
    if (found === lines) return;
    if (Date.now() > end) throw new Error(`expected ${lines} lines, found ${found}`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

const TEXT = 'what the model said '.repeat(100);

/** Adds so many bytes to a session's transcript, whose next line has the number `from`; gives the number after them. */
function writeLarge(
  path: string,
  { bytes, from }: { readonly bytes: number; readonly from: number },
): number {
  const fd = openSync(path, 'a');
  let [written, line] = [0, from];
  while (written < bytes) {
    const block: string[] = [];
    for (let i = 0; i < 20; i++) block.push(claudeLine(sessionOf(0), line++, TEXT));
    written += writeSync(fd, block.join(''));
  }
  closeSync(fd);
  return line;
}

/**
 * A session of this size is read, and grows, while another one goes on beside it. Gives how long the other's decisions
 * took meanwhile, and in how many of the 20 its newest line was not yet recorded 200 ms later.
 */
export async function largeSession(
  stand: LiveStand,
  bytes: number,
): Promise<{ readonly took: readonly number[]; readonly late: number }> {
  await begin(stand, 1);
  await settledAt(stand, 1);
  let line = writeLarge(pathOf(stand, 0), { bytes: bytes * 0.9, from: LARGE });
  await fire(stand, 0, 'SessionStart', { source: 'resume' });
  const took: number[] = [];
  let late = 0;
  for (let i = 1; i <= 20; i++) {
    appendFileSync(pathOf(stand, 1), claudeLine(sessionOf(1), i));
    line = writeLarge(pathOf(stand, 0), { bytes: bytes * 0.005, from: line });
    took.push(await decide(stand, 1));
    await new Promise((resolve) => setTimeout(resolve, 200));
    if ((await linesOf(stand, 1)) <= i) late++;
  }
  await settledAt(stand, line - LARGE + 21);
  return { took, late };
}

/** Lines of the large session have numbers of their own. */
const LARGE = 10_000_000;

/** Sessions of last week lie beside the one that begins. Gives how long it took until its first line was recorded. */
export async function amongOld(stand: LiveStand, count: number): Promise<number> {
  const old = new Date(Date.now() - 7 * DAY_MS);
  for (let n = 1; n <= count; n++) {
    const path = pathOf(stand, n);
    writeFileSync(path, claudeLine(sessionOf(n), n));
    utimesSync(path, old, old);
  }
  const begun = performance.now();
  await begin(stand, 0);
  await settledAt(stand, 1);
  return performance.now() - begun;
}

/** What a process has taken so far: its highest memory in MB, the watches it holds, and the bytes it has read. */
export function costOf(pid: number): {
  readonly peak: number;
  readonly watches: number;
  readonly read: number;
} {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const infos = readdirSync(`/proc/${pid}/fdinfo`).map((fd) => {
    try {
      return readFileSync(`/proc/${pid}/fdinfo/${fd}`, 'utf8');
    } catch {
      return '';
    }
  });
  return {
    peak: Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) / 1024,
    watches: infos.join('\n').match(/^inotify /gm)?.length ?? 0,
    read: Number(/^rchar: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]),
  };
}

/** The share `at` of the values is not above this. */
export function quantile(values: readonly number[], at: number): number {
  return [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * at))]!;
}
