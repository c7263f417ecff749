import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

// Root reads everything, so what may not be read is tried as a user who is nobody else.
const NOBODY = 65_534;
const cli = resolve('dist/tracekit.js');
const canBeNobody = process.getuid?.() === 0 && asNobody(['--version'], '/').status === 0;
if (!canBeNobody) console.warn('skipped: files of other users, since this is not root, or there is no dist/');

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tracekit-nobody-'));
  own(root);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function asNobody(args: readonly string[], cwd: string) {
  return spawnSync(process.execPath, [cli, ...args], {
    ...{ cwd, uid: NOBODY, gid: NOBODY, encoding: 'utf8', timeout: 60_000 },
    env: { PATH: process.env.PATH, HOME: cwd, XDG_STATE_HOME: join(cwd, 'state'), TMPDIR: tmpdir() },
  });
}

function own(path: string): void {
  chownSync(path, NOBODY, NOBODY);
}

function folder(...names: readonly string[]): string {
  const path = join(root, ...names);
  mkdirSync(path, { recursive: true });
  own(path);
  return path;
}

/** A transcript of one prompt; its session is the digit, repeated. */
function transcript(
  at: string,
  digit: number,
  is: { readonly mode?: number; readonly other?: boolean } = {},
) {
  const session = '11111111-1111-4111-8111-111111111111'.replaceAll('1', String(digit));
  const path = join(at, `${session}.jsonl`);
  const line = {
    ...{ parentUuid: null, type: 'user', message: { role: 'user', content: `prompt ${digit}` } },
    ...{ uuid: session, timestamp: '2026-11-30T10:00:00.000Z', sessionId: session, version: '2.1.332' },
  };
  writeFileSync(path, `${JSON.stringify(line)}\n`);
  if (is.other !== true) own(path);
  if (is.mode !== undefined) chmodSync(path, is.mode);
}

it.skipIf(!canBeNobody)('records what may be read, and a gap for each file that may not', () => {
  folder('projects');
  const project = folder('projects', 'p');
  transcript(project, 1);
  transcript(project, 2, { mode: 0 });
  transcript(project, 3, { other: true, mode: 0o644 });
  transcript(project, 4, { other: true, mode: 0o600 });
  symlinkSync('/etc/shadow', join(project, '55555555-5555-4555-8555-555555555555.jsonl'));
  const locked = folder('projects', 'locked');
  transcript(locked, 6);
  chmodSync(locked, 0);
  const first = asNobody(['record', 'projects', '--json'], root);
  expect(JSON.parse(first.stdout)).toMatchObject({ tally: { lines: 1 }, unreadable: 4 });
  expect(first.status).toBe(1);
  asNobody(['record', 'projects'], root);
  const gaps = asNobody(['log', '--kind', 'gap', '--json'], root).stdout.trim().split('\n');
  const whys = gaps.map((line) => (JSON.parse(line) as { data: { why: string } }).data.why);
  expect(whys.sort()).toEqual(['not_permitted', 'not_permitted', 'symlink', 'wrong_owner', 'wrong_owner']);
  expect(asNobody(['verify'], root).status).toBe(0);
});

it.skipIf(!canBeNobody)('goes on where a file may be read again', () => {
  folder('projects');
  const project = folder('projects', 'p');
  transcript(project, 1, { mode: 0 });
  asNobody(['record', 'projects'], root);
  chmodSync(join(project, '11111111-1111-4111-8111-111111111111.jsonl'), 0o600);
  const { stdout } = asNobody(['record', 'projects', '--json'], root);
  expect(JSON.parse(stdout)).toMatchObject({ tally: { lines: 1, gaps: 0 } });
});

it.skipIf(!canBeNobody)('records a file that may no longer be read as that, not as rewritten', () => {
  folder('projects');
  const project = folder('projects', 'p');
  transcript(project, 1);
  asNobody(['record', 'projects'], root);
  chmodSync(join(project, '11111111-1111-4111-8111-111111111111.jsonl'), 0);
  asNobody(['record', 'projects'], root);
  const gaps = asNobody(['log', '--kind', 'gap', '--json'], root).stdout.trim().split('\n');
  expect(gaps.map((line) => JSON.parse(line).data)).toMatchObject([
    { gap: 'transcript_unreadable', why: 'not_permitted' },
  ]);
});

it.skipIf(!canBeNobody)('takes no home that is another user’s', () => {
  const home = join(root, 'home');
  mkdirSync(home, { mode: 0o755 });
  folder('projects');
  const { status, stderr } = asNobody(['record', 'projects', '--home', home], root);
  expect(status).toBe(2);
  expect(stderr).toContain(home);
});
