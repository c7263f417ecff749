import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seenFolder } from '../../src/log/home.ts';
import { verifyHomeFolder } from '../../src/verify/home-folder.ts';
import { recordsOf } from './inline-recording.ts';
import { LiveStand } from './live-stand.ts';
import { claudeLine } from './tailer-lines.ts';

const stand = new LiveStand();
let listening: Server;
let tailers: readonly number[];
let sessions = 0;

const pathIn = (...names: readonly string[]): string => join(stand.user, ...names);

beforeAll(async () => {
  await stand.start('settle_seconds: 0.2\nsettle_max_seconds: 1\n');
  mkdirSync(pathIn('odd', 'folder.jsonl'), { recursive: true });
  execFileSync('mkfifo', [pathIn('odd', 'fifo.jsonl')]);
  symlinkSync('/etc/passwd', pathIn('odd', 'link.jsonl'));
  symlinkSync('circle.jsonl', pathIn('odd', 'circle.jsonl'));
  symlinkSync('/dev/zero', pathIn('odd', 'zero.jsonl'));
  writeFileSync(pathIn('odd', 'zeros.jsonl'), Buffer.alloc(20_000_000));
  listening = createServer().listen(pathIn('odd', 'socket.jsonl'));
  await begin('first', pathIn('p', 'first.jsonl'), claudeLine('first', 0));
  await stand.until(() => linesOf('first') === 1);
  tailers = stand.tailers();
});
afterAll(async () => {
  listening.close();
  await stand.remove();
});

async function hook(session: string, event: string, fields: object): Promise<string> {
  const payload = { session_id: session, cwd: stand.user, hook_event_name: event, ...fields };
  return stand.hook('claude-code', Buffer.from(JSON.stringify(payload)), { event });
}

async function begin(session: string, path: string, content?: string): Promise<void> {
  if (content !== undefined) {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, content);
  }
  await hook(session, 'SessionStart', { transcript_path: path, source: 'startup' });
}

function linesOf(session: string): number {
  const records = recordsOf(stand.home);
  const run = records.find(({ kind, data }) => kind === 'run.opened' && data.session === session)?.run?.id;
  return records.filter(({ kind, run: of }) => of?.id === run && kind === 'model.exchange').length;
}

it.each([
  ['a FIFO', () => pathIn('odd', 'fifo.jsonl')],
  ['a socket', () => pathIn('odd', 'socket.jsonl')],
  ['a folder', () => pathIn('odd', 'folder.jsonl')],
  ['a link to a file of the system', () => pathIn('odd', 'link.jsonl')],
  ['a link to itself', () => pathIn('odd', 'circle.jsonl')],
  ['a link to a device without end', () => pathIn('odd', 'zero.jsonl')],
  ['a file of zeros', () => pathIn('odd', 'zeros.jsonl')],
  ['a device', () => '/dev/zero'],
  ['a terminal', () => '/dev/tty'],
  ['a process’s own memory', () => '/proc/self/mem'],
  ['a process’s surroundings', () => '/proc/self/environ'],
  ['the kernel’s messages', () => '/proc/kmsg'],
  ['the root folder', () => '/'],
  ['a file that every user reads', () => '/etc/passwd'],
  ['10,000 characters', () => `/${'x'.repeat(10_000)}.jsonl`],
  ['10,000 characters in folders', () => `/${'x/'.repeat(5_000)}s.jsonl`],
  ['a path with NUL', () => `${pathIn('p')}/a\0b.jsonl`],
  ['a relative path', () => 'p/first.jsonl'],
  ['a path with dots', () => `${pathIn('odd')}/../../../../../../etc/shadow`],
  ['a folder below a file', () => pathIn('p', 'first.jsonl', 'x.jsonl')],
])('a hook that names %s is answered, and the tailer goes on', async (_, pathOf) => {
  const session = `odd-${sessions++}`;
  await begin(session, pathOf());
  const call = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: `c-${session}` };
  await hook(session, 'PreToolUse', { transcript_path: pathOf(), ...call });
  await hook(session, 'SessionEnd', { transcript_path: pathOf(), reason: 'other' });
  appendFileSync(pathIn('p', 'first.jsonl'), claudeLine('first', sessions));
  await stand.until(() => linesOf('first') === sessions + 1);
  expect(linesOf(session)).toBe(0);
  expect(stand.tailers()).toEqual(tailers);
});

it('follows a transcript whose folder is moved, and finds it when the hook names its new place', async () => {
  await begin('moved', pathIn('here', 'moved.jsonl'), claudeLine('moved', 0));
  await stand.until(() => linesOf('moved') === 1);
  renameSync(pathIn('here'), pathIn('there'));
  appendFileSync(pathIn('there', 'moved.jsonl'), claudeLine('moved', 1));
  const call = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 'c-moved' };
  await hook('moved', 'PreToolUse', { transcript_path: pathIn('there', 'moved.jsonl'), ...call });
  await stand.until(() => linesOf('moved') === 2);
});

it('leaves gaps of unreadable files alone, and a log that verifies', async () => {
  await stand.stop();
  expect(existsSync(pathIn('odd', 'fifo.jsonl'))).toBe(true);
  const gaps = recordsOf(stand.home).flatMap(({ kind, data }) => (kind === 'gap' ? [data.gap] : []));
  expect([...new Set(gaps)]).toEqual(['transcript_unreadable']);
  expect(stand.defects).toEqual([]);
  const { verdicts } = await verifyHomeFolder({ home: stand.home, seen: seenFolder(process.env) });
  expect(verdicts.find(({ question }) => question === 'integrity')?.word).toBe('VALID');
});
