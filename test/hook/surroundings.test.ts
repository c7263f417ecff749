import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { hookScript } from '../../src/install/hook-script.ts';
import { readSocketPlace } from '../../src/signer/socket-place.ts';
import {
  alive,
  buildProgram,
  calls,
  hook,
  nodeHook,
  notes,
  runningSigner,
  signerPids,
  stand,
  until,
} from './stand.ts';

const program = buildProgram();
afterAll(program.remove);

const DENY = '{"do":"deny"}';

describe('the hook script works', () => {
  it('with a .curlrc that would switch it off, and proxy variables', async () => {
    const at = stand(program);
    await runningSigner(at);
    writeFileSync(
      join(at.root, '.curlrc'),
      'fail\nproxy = http://127.0.0.1:9\nmax-time = 0.001\noutput = /dev/null\n',
    );
    const proxy = 'http://127.0.0.1:9';
    const env = {
      HOME: at.root,
      CURL_HOME: at.root,
      http_proxy: proxy,
      HTTP_PROXY: proxy,
      ALL_PROXY: proxy,
      all_proxy: proxy,
    };
    expect(await hook(at, { payload: DENY, env })).toMatchObject({ code: 2, stdout: '{"no":"\\n"}\n' });
  });

  it.each([
    ['of 120 characters', 'h'.repeat(120)],
    ['with spaces, quotes, a dollar and a line break', `a 'b" $HOME \`c\`\n%d`],
    ['of letters beyond ASCII', 'größe-日本'],
  ])('in a home %s', async (_what, name) => {
    const at = stand(program, { name });
    expect(await hook(at, { payload: DENY })).toMatchObject({ code: 2, stdout: '{"no":"\\n"}\n' });
    expect(await hook(at, { payload: DENY })).toMatchObject({ code: 2 });
    expect(signerPids(at)).toHaveLength(1);
  });

  it('without curl', async () => {
    const at = stand(program, { path: '/nowhere' });
    await runningSigner(at);
    expect(await hook(at, { payload: DENY })).toMatchObject({ code: 2, stdout: '{"no":"\\n"}\n' });
  });

  it('with a curl that cannot do it', async () => {
    const at = stand(program);
    const bin = join(at.root, 'bin');
    mkdirSync(bin);
    writeFileSync(
      join(bin, 'curl'),
      '#!/bin/sh\necho "curl: option --unix-socket: is unknown" >&2\nexit 2\n',
    );
    chmodSync(join(bin, 'curl'), 0o755);
    writeFileSync(at.script, readFileSync(at.script, 'utf8').replace("PATH='", `PATH='${bin}:`));
    await runningSigner(at);
    expect(await hook(at, { payload: DENY })).toMatchObject({ code: 2, stdout: '{"no":"\\n"}\n' });
  });

  it('in a folder whose name could be a second request', async () => {
    const at = stand(program);
    await runningSigner(at);
    const cwd = join(at.root, 'a b\r\n\r\nPOST ');
    mkdirSync(cwd);
    expect(await hook(at, { payload: DENY, cwd })).toMatchObject({ code: 2 });
    expect(calls(at)).toMatchObject([
      { cwd, install: 'i-1', profile: 'closed', harness: 'claude-code', event: 'PreToolUse' },
    ]);
  });

  it('with variables of the agent that would change it', async () => {
    const at = stand(program);
    writeFileSync(
      join(at.root, 'evil.cjs'),
      `require('fs').writeFileSync(${JSON.stringify(join(at.root, 'ran'))}, '')`,
    );
    const env = {
      NODE_OPTIONS: `--require ${join(at.root, 'evil.cjs')}`,
      TRACEKIT_HOME: join(at.root, 'elsewhere'),
      TRACEKIT_HOOK_DEBUG: join(at.root, 'ran'),
      PATH: '/nowhere',
      IFS: '/',
    };
    expect(await hook(at, { payload: DENY, env })).toMatchObject({ code: 2, stdout: '{"no":"\\n"}\n' });
    expect(() => statSync(join(at.root, 'ran'))).toThrow();
    expect(notes(at)[0]).toMatchObject({
      cwd: at.home,
      env: expect.not.arrayContaining(['NODE_OPTIONS', 'TRACEKIT_HOME']),
    });
  });
});

it('64 hooks at once start one signer, and each is answered once', async () => {
  const at = stand(program);
  const ended = await Promise.all(Array.from({ length: 64 }, () => hook(at, { payload: DENY })));
  expect(ended.filter(({ code, stdout }) => code !== 2 || stdout !== '{"no":"\\n"}\n')).toEqual([]);
  expect(signerPids(at)).toHaveLength(1);
  expect(new Set(calls(at).map(({ nonce }) => nonce)).size).toBe(64);
  expect(calls(at)).toHaveLength(64);
});

it('two fallbacks at once are both answered, by one signer', async () => {
  const at = stand(program);
  const ended = await Promise.all([nodeHook(at, { payload: DENY }), nodeHook(at, { payload: DENY })]);
  expect(ended.map(({ code }) => code)).toEqual([2, 2]);
  expect(signerPids(at)).toHaveLength(1);
});

it('hooks while a signer stops idle again and again are all answered', async () => {
  const at = stand(program);
  writeFileSync(join(at.home, 'idle'), '');
  for (const wait of [300, 320, 340, 280, 360, 400, 310]) {
    expect(await hook(at, { payload: DENY })).toMatchObject({ code: 2, stdout: '{"no":"\\n"}\n' });
    await new Promise((done) => {
      setTimeout(done, wait);
    });
  }
  const stopped = () => signerPids(at).every((pid) => !alive(pid));
  expect(await until(stopped, 3_000)).toBe(true);
  expect(calls(at)).toHaveLength(7);
  expect(notes(at).filter((note) => 'closed' in note)).toHaveLength(signerPids(at).length);
});

it('a signer with a hold does not stop idle', async () => {
  const at = stand(program);
  writeFileSync(join(at.home, 'idle'), '');
  const pid = await runningSigner(at);
  const held = hook(at, { payload: '{"do":"hold"}' });
  await new Promise((done) => {
    setTimeout(done, 900);
  });
  expect(alive(pid)).toBe(true);
  process.kill(pid, 'SIGTERM');
  expect(await held).toMatchObject({ code: 2 });
});

it('a capture holds each payload as it came, mode 0600, and a failing one breaks nothing', async () => {
  const at = stand(program, { capture: '/dev/full/no' });
  expect(await hook(at, { payload: DENY })).toMatchObject({ code: 2, stdout: '{"no":"\\n"}\n' });
  const file = join(at.root, 'capture');
  const open = stand(program, { profile: 'open' });
  for (const payload of ['{"a":1}', Buffer.from([0, 255, 10])]) {
    expect(await hook(open, { payload, env: { TRACEKIT_HOOK_DEBUG: file } })).toMatchObject({ code: 0 });
  }
  const bytes = readFileSync(file);
  const [head = '', payload] = bytes.toString('latin1').split('\n');
  expect(JSON.parse(head)).toMatchObject({
    bytes: 7,
    args: expect.arrayContaining(['claude-code', 'PreToolUse']),
  });
  expect(payload).toBe('{"a":1}');
  expect(bytes.subarray(-4)).toEqual(Buffer.from([0, 255, 10, 10]));
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('a capture that is a link is left alone', async () => {
  const at = stand(program, { profile: 'open' });
  const file = join(at.root, 'victim');
  writeFileSync(file, 'mine');
  symlinkSync(file, join(at.root, 'link'));
  await hook(at, { env: { TRACEKIT_HOOK_DEBUG: join(at.root, 'link') } });
  expect(readFileSync(file, 'utf8')).toBe('mine');
});

it('in system mode the script speaks to the socket it was given, starts nothing and spools nothing', async () => {
  const at = stand(program);
  await runningSigner(at);
  const { path } = readSocketPlace(at.home)!;
  const script = (systemSocket: string) => stand(program, { systemSocket });
  expect(await hook(script(path), { payload: DENY })).toMatchObject({ code: 2, stdout: '{"no":"\\n"}\n' });
  const alone = script('/nowhere/s');
  const ended = await hook(alone);
  expect(ended).toMatchObject({ code: 2 });
  expect(ended.stderr).toContain('could not be reached');
  expect(await hook(alone, { args: ['codex', 'PostToolUse'] })).toMatchObject({ code: 1 });
  expect(signerPids(alone)).toEqual([]);
});

it('in system mode the script leaves no folder of its FIFO behind', async () => {
  const at = stand(program);
  await runningSigner(at);
  const given = stand(program, { systemSocket: readSocketPlace(at.home)!.path });
  expect(await hook(given, { env: { TMPDIR: given.root } })).toMatchObject({ code: 0 });
  expect(readdirSync(given.root).sort()).toEqual(['home', 'hook.sh']);
});

it('the script is clean by shellcheck, as POSIX sh', (context) => {
  const options = {
    home: `/h/a'b "c`,
    profile: 'open',
    install: 'i',
    node: '/n',
    fallback: '/f',
    holdSeconds: 540,
  } as const;
  for (const script of [
    hookScript(options),
    hookScript({ ...options, profile: 'closed', systemSocket: '/run/t/s' }),
  ]) {
    try {
      execFileSync('shellcheck', ['--shell=sh', '-'], { input: script, encoding: 'utf8' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return context.skip('no shellcheck here');
      throw new Error(String((error as { stdout?: unknown }).stdout));
    }
  }
});
