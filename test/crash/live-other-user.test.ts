import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { seenFolder } from '../../src/log/home.ts';
import { verifyHomeFolder } from '../../src/verify/home-folder.ts';
import { recordsOf } from '../signer/inline-recording.ts';
import { LiveStand } from '../signer/live-stand.ts';
import { claudeLine } from '../signer/tailer-lines.ts';

// Root reads everything, so what may not be read is tried as a user who is nobody else.
const AS_NOBODY = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
const cli = resolve('dist/tracekit.js');
const canBeNobody =
  process.getuid?.() === 0 &&
  spawnSync(AS_NOBODY[0]!, [...AS_NOBODY.slice(1), process.execPath, cli, '--version']).status === 0;
if (!canBeNobody) console.warn('skipped: a folder that may not be entered, since this is not root');

const SESSION = '11111111-2222-4333-8444-000000000000';

it.skipIf(!canBeNobody)('says that a transcript may not be read, and goes on when it may', async () => {
  const stand = new LiveStand({ under: AS_NOBODY });
  onTestFinished(() => stand.remove());
  const project = join(stand.user, '.claude/projects/p');
  for (const folder of [project, stand.home, join(stand.dir, 'run'), join(stand.dir, 'state')])
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  execFileSync('chown', ['-R', '65534:65534', stand.dir]);
  const path = join(project, `${SESSION}.jsonl`);
  writeFileSync(path, claudeLine(SESSION, 0));
  execFileSync('chown', ['65534:65534', path]);
  await stand.start('settle_seconds: 0.5\nsettle_max_seconds: 5\n', 'process');
  const hook = (event: string, fields: object): Promise<string> => {
    const payload = { session_id: SESSION, transcript_path: path, cwd: stand.user, hook_event_name: event };
    return stand.hook('claude-code', Buffer.from(JSON.stringify({ ...payload, ...fields })), { event });
  };
  const lines = (): number => recordsOf(stand.home).filter(({ kind }) => kind === 'model.exchange').length;
  await hook('SessionStart', { source: 'startup' });
  await stand.until(() => lines() === 1);
  chmodSync(project, 0);
  appendFileSync(path, claudeLine(SESSION, 1));
  await hook('UserPromptSubmit', { prompt: 'go on' });
  await stand.until(() => recordsOf(stand.home).some(({ kind }) => kind === 'gap'));
  chmodSync(project, 0o700);
  appendFileSync(path, claudeLine(SESSION, 2));
  await hook('Stop', {});
  await stand.until(() => lines() === 3);
  await hook('SessionEnd', { reason: 'other' });
  await stand.until(() => recordsOf(stand.home).some(({ kind }) => kind === 'run.closed'));
  await stand.stop();
  const gaps = recordsOf(stand.home).filter(({ kind }) => kind === 'gap');
  expect(gaps.map(({ data }) => [data.gap, data.why])).toEqual([['transcript_unreadable', 'not_permitted']]);
  const { verdicts } = await verifyHomeFolder({ home: stand.home, seen: seenFolder(process.env) });
  expect(verdicts.find(({ question }) => question === 'integrity')?.word).toBe('VALID');
});
