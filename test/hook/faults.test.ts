import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { failModePath } from '../../src/signer/fail-mode.ts';
import { writeSocketPlace } from '../../src/signer/runtime.ts';
import { readSocketPlace } from '../../src/signer/socket-place.ts';
import {
  alive,
  buildProgram,
  calls,
  hook,
  killSigner,
  nodeHook,
  notes,
  runningSigner,
  signerPids,
  stand,
  startHook,
  startNodeHook,
  until,
} from './stand.ts';

const program = buildProgram();
afterAll(program.remove);

const ROADS = { script: [hook, startHook], 'Node fallback': [nodeHook, startNodeHook] } as const;
const DENIED = /"permissionDecision":"deny","permissionDecisionReason":"\[tracekit\] ./;

describe.each(Object.entries(ROADS))('in the closed profile the %s', (_name, [run, begin]) => {
  it('blocks with a reason where no signer can start', async () => {
    const at = stand(program);
    writeFileSync(join(at.home, 'broken'), '');
    const ended = await run(at);
    expect(ended).toMatchObject({ code: 2, stdout: expect.stringMatching(DENIED) });
    expect(ended.stderr).toContain('the log is TAMPERED at record 7');
  });

  it('blocks when the signer was killed while it answered, and prints no half answer', async () => {
    const at = stand(program);
    await runningSigner(at);
    const ended = await run(at, { payload: '{"do":"half"}' });
    expect(ended).toMatchObject({ code: 2, stdout: expect.stringMatching(DENIED) });
    expect(ended.stdout.trim().split('\n')).toHaveLength(1);
    expect(ended.stderr).toContain('half an answer');
  });

  it('starts a signer where the socket is a dead one’s', async () => {
    const at = stand(program);
    await killSigner(await runningSigner(at));
    expect(await run(at, { payload: '{"do":"deny"}' })).toMatchObject({ code: 2, stdout: '{"no":"\\n"}\n' });
  });

  it('tells the signer within 2 s that it was killed', async () => {
    const at = stand(program);
    await runningSigner(at);
    const held = begin(at, { payload: '{"do":"hold"}' });
    expect(await until(() => held.soFar().includes('waiting for approval apr-1'), 3_000)).toBe(true);
    const killed = Date.now();
    held.child.kill('SIGKILL');
    await held.ended;
    expect(await until(() => notes(at).some((note) => 'gone' in note), 4_000)).toBe(true);
    expect(Number(notes(at).find((note) => 'gone' in note)!.gone) - killed).toBeLessThan(3_000);
  });

  it('answers a TERM in its hold, and no child of it stays', async () => {
    const at = stand(program);
    await runningSigner(at);
    const held = begin(at, { payload: '{"do":"hold"}' });
    expect(await until(() => held.soFar().includes('waiting'), 3_000)).toBe(true);
    held.child.kill('SIGTERM');
    // `ended` is when every holder of the hook's stdout and stderr is gone.
    expect(await held.ended).toMatchObject({ code: 2, stdout: expect.stringMatching(DENIED) });
    expect(await until(() => notes(at).some((note) => 'gone' in note), 3_000)).toBe(true);
  });

  it('does not speak to a socket of another user', { skip: process.getuid?.() !== 0 }, async () => {
    const at = stand(program);
    const folder = join(at.root, 'theirs');
    mkdirSync(folder, { mode: 0o700 });
    const heard: unknown[] = [];
    const server = createServer((socket) => heard.push(socket)).listen(join(folder, 's'));
    onTestFinished(() => void server.close());
    chownSync(join(folder, 's'), 1, 1);
    writeSocketPlace(at.home, join(folder, 's'));
    const ended = await run(at);
    expect(ended).toMatchObject({ code: 2, stdout: expect.stringMatching(DENIED) });
    expect(ended.stderr).toMatch(/of this user|another/);
    expect(heard).toEqual([]);
  });

  it('lets a call run whose run is recorded as open, and says so', async () => {
    const at = stand(program);
    writeFileSync(join(at.home, 'broken'), '');
    mkdirSync(join(at.home, 'state/fail'));
    writeFileSync(failModePath(at.home, 'a/b')!, 'open\n');
    const ended = await run(at, { payload: '{"session_id":"a/b"}' });
    expect(ended).toMatchObject({ code: 0, stdout: '' });
    expect(ended.stderr).toMatch(/^\[tracekit\] not judged, allowed/);
  });

  it('gets its own end’s answer from a signer that stops', async () => {
    const at = stand(program);
    const pid = await runningSigner(at);
    const held = begin(at, { payload: '{"do":"hold"}' });
    expect(await until(() => held.soFar().includes('waiting'), 3_000)).toBe(true);
    process.kill(pid, 'SIGTERM');
    expect(await held.ended).toMatchObject({ code: 2, stdout: '{"deny":1}\n' });
    expect(await until(() => !alive(pid), 3_000)).toBe(true);
    expect(existsSync(readSocketPlace(at.home)!.path)).toBe(false);
  });

  it('needs no answer for what has run: it waits in the spool', async () => {
    const at = stand(program);
    const flags = run === hook ? [] : ['--v2'];
    const ended = await run(at, { payload: '{"a":1}', args: [...flags, 'claude-code', 'PostToolUse'] });
    expect(ended).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect(signerPids(at)).toEqual([]);
    await runningSigner(at);
    expect(calls(at)).toMatchObject([
      { event: 'PostToolUse', spooled: true, text: '{"a":1}', profile: 'closed' },
    ]);
  });
});

describe('in the open profile the hook', () => {
  const open = { profile: 'open' } as const;

  it('lets a call run that no signer judged, says so, and keeps it for the next signer', async () => {
    const at = stand(program, open);
    writeFileSync(join(at.home, 'broken'), '');
    const ended = await hook(at);
    expect(ended).toMatchObject({ code: 0, stdout: '' });
    expect(ended.stderr).toMatch(/^\[tracekit\] not judged, allowed: .*TAMPERED/);
    rmSync(join(at.home, 'broken'));
    await runningSigner(at);
    expect(calls(at)).toMatchObject([{ event: 'PreToolUse', spooled: true }]);
  });

  it('blocks with TRACEKIT_FAIL_CLOSED=1, or where the run’s policy says closed', async () => {
    const at = stand(program, open);
    writeFileSync(join(at.home, 'broken'), '');
    expect(await hook(at, { env: { TRACEKIT_FAIL_CLOSED: '1' } })).toMatchObject({ code: 2 });
    mkdirSync(join(at.home, 'state/fail'));
    writeFileSync(failModePath(at.home, 's')!, 'closed');
    expect(await hook(at, { payload: '{"session_id":"s"}' })).toMatchObject({ code: 2 });
  });

  it('follows what the signer said of the run before it was killed', async () => {
    const at = stand(program, open);
    await runningSigner(at);
    const ended = await hook(at, { payload: '{"do":"die"}' });
    expect(ended).toMatchObject({ code: 2, stdout: expect.stringMatching(DENIED) });
  });
});

it('a Node fallback whose signer is killed in mid-decision asks the next one', async () => {
  const at = stand(program);
  await runningSigner(at);
  expect(await nodeHook(at, { payload: '{"do":"die"}' })).toMatchObject({ code: 0, stdout: '' });
  expect(new Set(calls(at).map(({ nonce }) => nonce)).size).toBe(1);
});

it('a Node fallback starts another signer where the one that it started was killed', async () => {
  const at = stand(program);
  expect(await nodeHook(at, { payload: '{"do":"die"}' })).toMatchObject({ code: 0, stdout: '' });
  expect(signerPids(at)).toHaveLength(2);
});

it('a hook of another event that fails exits 1, never 2', async () => {
  const at = stand(program);
  writeFileSync(join(at.home, 'broken'), '');
  const ended = await hook(at, { args: ['claude-code', 'UserPromptSubmit'] });
  expect(ended).toMatchObject({ code: 1, stdout: '' });
  expect(ended.stderr).toMatch(/^\[tracekit\] /);
});

it('a hook with no Node and no tracekit left answers in the dialect (claude-code 80697)', async () => {
  const at = stand(program, { fallback: '/nowhere/hook.cjs' });
  const ended = await hook(at, { args: ['gemini', 'BeforeTool'], payload: 'x'.repeat(1_000_000) });
  expect(ended).toMatchObject({ code: 2 });
  expect(JSON.parse(ended.stdout).reason).toMatch(/^\[tracekit\] .*not where it was installed/);
});

it('a home that nobody may write blocks', { skip: process.getuid?.() === 0 }, async () => {
  const at = stand(program);
  chmodSync(at.home, 0o500);
  expect(await hook(at)).toMatchObject({ code: 2 });
  chmodSync(at.home, 0o700);
});

it('the fallback that ends leaves no turn behind', async () => {
  const at = stand(program);
  expect(await hook(at)).toMatchObject({ code: 0 });
  await killSigner(signerPids(at)[0]!);
  expect(await hook(at)).toMatchObject({ code: 0 });
  expect(existsSync(join(readSocketPlace(at.home)!.path, '../starting'))).toBe(false);
  expect(readFileSync(join(at.home, 'state/socket'), 'utf8')).toMatch(/^\/.*\n[0-9]+\n$/);
});
