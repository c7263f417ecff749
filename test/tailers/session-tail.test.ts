import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { FromTailer } from '../../src/model/tail-session.ts';
import { folderTree } from '../../tailers/folder-tree.ts';
import { SessionTail } from '../../tailers/session-tail.ts';
import { TAILERS } from '../../tailers/tailers.ts';
import { watchRoots } from '../../tailers/watch.ts';
import { systemPorts, type WatchPorts } from '../../tailers/watch-ports.ts';
import { claudeLine } from '../signer/tailer-lines.ts';
import { freshFolder } from './follow-folder.ts';

const WAIT = { timeout: 10_000, interval: 10 };
const SESSION = '11111111-2222-4333-8444-000000000000';
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The tailer's process, in this one, with a recorder that takes everything. */
function running(ports: Partial<WatchPorts> = {}, clock: () => number = Date.now) {
  const said: FromTailer[] = [];
  const failures: unknown[] = [];
  let sweep = (): void => undefined;
  const own: Partial<WatchPorts> = {
    every: (_, run) => {
      sweep = run;
      return () => undefined;
    },
  };
  const tail: SessionTail = new SessionTail({
    tailers: TAILERS,
    rootsOf: () => [],
    clock,
    failed: (error) => void failures.push(error),
    watch: (roots, on, interest) =>
      watchRoots(roots, on, { interest, ports: { ...systemPorts(), tree: folderTree, ...own, ...ports } }),
    post: (message) => {
      said.push(message);
      if (message.kind === 'found')
        queueMicrotask(() =>
          tail.receive({
            ...{ kind: 'start', source: message.found.source, resume: false },
            at: { line: 0, offset: 0 },
          }),
        );
      if (message.kind === 'lines')
        queueMicrotask(() => tail.receive({ kind: 'ack', bytes: message.bytes.length }));
    },
  });
  onTestFinished(() => tail.close());
  const lines = (): number =>
    said.reduce((sum, one) => sum + (one.kind === 'lines' ? one.ends.length : 0), 0);
  const follow = (path: string, session = SESSION): void =>
    tail.receive({ kind: 'session', harness: 'claude-code', session, token: 't', path });
  let orders = 0;
  /** Asks for something, and waits until it is done. */
  const ask = async (kind: 'catch_up' | 'check', session = SESSION): Promise<void> => {
    const id = orders++;
    tail.receive({ kind, id, harness: 'claude-code', session });
    await vi.waitFor(
      () => expect(said.some((one) => one.kind === 'caught' && one.id === id)).toBe(true),
      WAIT,
    );
  };
  return { tail, said, failures, lines, follow, ask, sweep: () => sweep() };
}

it('outlives what an agent may put beside a transcript', async () => {
  const folder = freshFolder();
  const path = join(folder, `${SESSION}.jsonl`);
  writeFileSync(path, claudeLine(SESSION, 0));
  const own = join(folder, SESSION);
  mkdirSync(own);
  symlinkSync('circle.jsonl', join(folder, 'circle.jsonl'));
  symlinkSync('circle', join(own, 'circle'));
  const run = running();
  run.follow(path);
  await vi.waitFor(() => expect(run.lines()).toBe(1), WAIT);
  symlinkSync('again.jsonl', join(own, 'again.jsonl'));
  symlinkSync('round', join(own, 'round'));
  symlinkSync('/', join(own, 'all'));
  mkdirSync(join(own, 'folder.jsonl'));
  mkdirSync(join(own, 'locked'), { mode: 0 });
  appendFileSync(path, claudeLine(SESSION, 1));
  await vi.waitFor(() => expect(run.lines()).toBe(2), WAIT);
  await run.ask('check');
  chmodSync(join(own, 'locked'), 0o700);
  expect(run.failures).toEqual([]);
});

it('reads none of the old sessions that lie beside the one it follows', async () => {
  const folder = freshFolder();
  const old = new Date(Date.now() - 7 * 86_400_000);
  for (let n = 1; n <= 200; n++) {
    const path = join(folder, `${SESSION.slice(0, -3)}${String(n).padStart(3, '0')}.jsonl`);
    writeFileSync(path, claudeLine('other', n));
    utimesSync(path, old, old);
  }
  const path = join(folder, `${SESSION}.jsonl`);
  writeFileSync(path, claudeLine(SESSION, 0));
  let watches = 0;
  const { folder: watchFolder } = systemPorts();
  const stamp = vi.fn(systemPorts().stamp);
  const run = running({
    stamp,
    folder: (...args) => {
      watches++;
      return watchFolder(...args);
    },
  });
  run.follow(path);
  await vi.waitFor(() => expect(run.lines()).toBe(1), WAIT);
  run.sweep();
  expect(watches).toBe(1);
  expect(run.said.filter(({ kind }) => kind === 'found').length).toBe(1);
  expect(stamp.mock.calls.length).toBeLessThan(30);
});

// appmap-js 881
it.each(['ENOSPC', 'EMFILE'])('finds and reads by its sweep alone on %s, and says so once', async (code) => {
  const refuse = (): never => {
    throw Object.assign(new Error(code), { code });
  };
  const folder = freshFolder();
  const run = running({ folder: refuse, tree: refuse });
  for (let n = 0; n < 10; n++) {
    const session = `session-${n}`;
    const path = join(folder, `${session}.jsonl`);
    writeFileSync(path, claudeLine(session, 0));
    run.follow(path, session);
  }
  await vi.waitFor(() => expect(run.lines()).toBe(10), WAIT);
  expect(run.said.filter(({ kind }) => kind === 'degraded')).toMatchObject([
    { why: expect.stringContaining(code) },
  ]);
  for (let n = 0; n < 10; n++)
    appendFileSync(join(folder, `session-${n}.jsonl`), claudeLine(`session-${n}`, 1));
  const agent = join(folder, 'session-3', 'subagents');
  mkdirSync(agent, { recursive: true });
  writeFileSync(
    join(agent, 'agent-a1.jsonl'),
    claudeLine('session-3', 2).replace('"isSidechain":false', '"isSidechain":true,"agentId":"a1"'),
  );
  for (let n = 0; n < 6; n++) run.sweep();
  await vi.waitFor(() => expect(run.lines()).toBe(21), WAIT);
});

// WSL 4739
it('finds subagents where watches say nothing, as on a network file system', async () => {
  const mute = (): (() => void) => () => undefined;
  const folder = freshFolder();
  const path = join(folder, `${SESSION}.jsonl`);
  writeFileSync(path, claudeLine(SESSION, 0));
  const run = running({ folder: mute, tree: mute });
  run.follow(path);
  await vi.waitFor(() => expect(run.lines()).toBe(1), WAIT);
  appendFileSync(path, claudeLine(SESSION, 1));
  const agent = join(folder, SESSION, 'subagents');
  mkdirSync(agent, { recursive: true });
  writeFileSync(
    join(agent, 'agent-a1.jsonl'),
    claudeLine(SESSION, 2).replace('"isSidechain":false', '"isSidechain":true,"agentId":"a1"'),
  );
  for (let n = 0; n < 15; n++) run.sweep();
  await vi.waitFor(() => expect(run.lines()).toBe(3), WAIT);
});

// ccstatusline 245: no line of the main file names an agent.
it('reads a subagent’s file that no watch told of before its session is over', async () => {
  const { follow, ask, lines } = running({ tree: () => () => undefined, folder: () => () => undefined });
  const folder = freshFolder();
  const path = join(folder, `${SESSION}.jsonl`);
  writeFileSync(path, claudeLine(SESSION, 0));
  follow(path);
  await ask('catch_up');
  const below = join(folder, SESSION, 'subagents');
  mkdirSync(below, { recursive: true });
  writeFileSync(join(below, 'agent-a1.jsonl'), claudeLine(SESSION, 1));
  await ask('check');
  expect(lines()).toBe(2);
});

// token-monitor 63
it('reads a subagent of a subagent of a subagent', async () => {
  const folder = freshFolder();
  const path = join(folder, `${SESSION}.jsonl`);
  writeFileSync(path, claudeLine(SESSION, 0));
  const run = running();
  run.follow(path);
  await vi.waitFor(() => expect(run.lines()).toBe(1), WAIT);
  let below = join(folder, SESSION);
  for (const agent of ['a1', 'a2', 'a3']) {
    below = join(below, 'subagents');
    mkdirSync(below, { recursive: true });
    const line = claudeLine(SESSION, Number(agent[1]));
    writeFileSync(
      join(below, `agent-${agent}.jsonl`),
      line.replace('"isSidechain":false', `"isSidechain":true,"agentId":"${agent}"`),
    );
    below = join(below, `agent-${agent}`);
    run.sweep();
  }
  await vi.waitFor(() => expect(run.lines()).toBe(4), WAIT);
  const agents = run.said.flatMap((one) => (one.kind === 'found' ? [one.found.description.agent] : []));
  expect(agents.sort()).toEqual(['a1', 'a2', 'a3', undefined]);
});

// chokidar 1361
it('finds each of 50 files that are made at once in a folder with a dot', async () => {
  const folder = join(freshFolder(), '.claude', '.projects');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${SESSION}.jsonl`);
  writeFileSync(path, claudeLine(SESSION, 0));
  const run = running();
  run.follow(path);
  await vi.waitFor(() => expect(run.lines()).toBe(1), WAIT);
  const below = join(folder, SESSION, 'subagents');
  mkdirSync(below, { recursive: true });
  run.sweep();
  for (let n = 1; n <= 50; n++)
    writeFileSync(
      join(below, `agent-a${n}.jsonl`),
      claudeLine(SESSION, n).replace('"isSidechain":false', `"isSidechain":true,"agentId":"a${n}"`),
    );
  await vi.waitFor(() => expect(run.lines()).toBe(51), WAIT);
});

it('finds subagents in a session’s folder that was made anew', async () => {
  const folder = freshFolder();
  const path = join(folder, `${SESSION}.jsonl`);
  writeFileSync(path, claudeLine(SESSION, 0));
  mkdirSync(join(folder, SESSION));
  const run = running();
  run.follow(path);
  await vi.waitFor(() => expect(run.lines()).toBe(1), WAIT);
  rmSync(join(folder, SESSION), { recursive: true });
  mkdirSync(join(folder, SESSION));
  await pause(100);
  run.sweep();
  writeFileSync(
    join(folder, SESSION, 'agent-a1.jsonl'),
    claudeLine(SESSION, 2).replace('"isSidechain":false', '"isSidechain":true,"agentId":"a1"'),
  );
  await vi.waitFor(() => expect(run.lines()).toBe(2), WAIT);
});

// chokidar 1437
it('repairs by its sweep what the watches say of files that are replaced', async () => {
  const folder = freshFolder();
  const run = running({ folder: () => () => undefined, tree: () => () => undefined });
  for (const session of ['a', 'b', 'c']) {
    const path = join(folder, `${session}.jsonl`);
    writeFileSync(path, claudeLine(session, 0));
    run.follow(path, session);
  }
  await vi.waitFor(() => expect(run.lines()).toBe(3), WAIT);
  for (const session of ['a', 'b', 'c']) {
    const path = join(folder, `${session}.jsonl`);
    writeFileSync(`${path}.new`, claudeLine(session, 0) + claudeLine(session, 1));
    renameSync(`${path}.new`, path);
    run.sweep();
    await vi.waitFor(() => expect(run.lines()).toBe(3 + ['a', 'b', 'c'].indexOf(session) + 1), WAIT);
  }
  expect(run.said.filter(({ kind }) => kind === 'broken')).toEqual([]);
});

// chokidar 1474
it('names each of 500 transcripts that never come once, and does nothing about them', async () => {
  const folder = freshFolder();
  const run = running();
  for (let n = 0; n < 500; n++) run.follow(join(folder, `gone-${n}`, `s-${n}.jsonl`), `s-${n}`);
  await pause(2_200);
  const before = process.cpuUsage();
  const said = run.said.length;
  for (let n = 0; n < 10; n++) run.sweep();
  await pause(500);
  const { user, system } = process.cpuUsage(before);
  expect(run.said.length).toBe(said);
  expect((user + system) / 1_000).toBeLessThan(400);
  rmSync(folder, { recursive: true });
  run.sweep();
  await run.ask('check', 's-7');
  expect(run.failures).toEqual([]);
});

it.each([
  ['back an hour', -3_600_000],
  ['forward a day', 86_400_000],
])('compares a session at a hook, and no more than that, when the clock jumps %s', async (_, jump) => {
  let now = Date.now();
  const path = join(freshFolder(), `${SESSION}.jsonl`);
  writeFileSync(path, claudeLine(SESSION, 0));
  const run = running({}, () => now);
  run.follow(path);
  await run.ask('catch_up');
  now += jump;
  // In place and with the times put back: only a comparison shows it.
  const { utimes } = { utimes: new Date(Date.now() - 1_000) };
  writeFileSync(path, claudeLine(SESSION, 0, 'what the model SAID'));
  utimesSync(path, utimes, utimes);
  await run.ask('catch_up');
  await vi.waitFor(() => expect(run.said.filter(({ kind }) => kind === 'broken').length).toBe(1), WAIT);
  appendFileSync(path, claudeLine(SESSION, 1));
  await run.ask('catch_up');
  await run.ask('check');
  expect(run.said.filter(({ kind }) => kind === 'broken').length).toBe(1);
  expect(run.lines()).toBe(3);
});

it('says what waits for its newline a few times, however often more of it comes', async () => {
  const path = join(freshFolder(), `${SESSION}.jsonl`);
  writeFileSync(path, claudeLine(SESSION, 0));
  const run = running();
  run.follow(path);
  await vi.waitFor(() => expect(run.lines()).toBe(1), WAIT);
  const long = claudeLine(SESSION, 1, 'x'.repeat(300_000));
  for (let at = 0; at < long.length - 1; at += 3_000) {
    appendFileSync(path, long.slice(at, Math.min(at + 3_000, long.length - 1)));
    await run.ask('catch_up');
  }
  const pending = () => run.said.flatMap((one) => (one.kind === 'pending' ? [one.length] : []));
  expect(pending().reduce((sum, length) => sum + length, 0)).toBeLessThan(3 * long.length);
  await run.ask('check');
  expect(pending().at(-1)).toBe(long.length - 1);
  appendFileSync(path, '\n');
  await run.ask('catch_up');
  expect(run.lines()).toBe(2);
});

it('serves others while it reads a line that is as long as a disk', async () => {
  const folder = freshFolder();
  const endless = join(folder, 'endless.jsonl');
  writeFileSync(endless, claudeLine('endless', 0));
  const run = running();
  run.follow(endless, 'endless');
  await vi.waitFor(() => expect(run.lines()).toBe(1), WAIT);
  truncateSync(endless, 2 ** 40);
  run.tail.receive({ kind: 'catch_up', id: 1_000, harness: 'claude-code', session: 'endless' });
  const other = join(folder, `${SESSION}.jsonl`);
  writeFileSync(other, claudeLine(SESSION, 0));
  run.follow(other);
  await run.ask('catch_up');
  await run.ask('check');
  expect(run.lines()).toBe(2);
  // The line itself has not come to its end, and its session can end all the same.
  expect(run.said.some((one) => one.kind === 'caught' && one.id === 1_000)).toBe(false);
  run.tail.receive({ kind: 'over', harness: 'claude-code', session: 'endless' });
  const { source } = run.said.flatMap((one) => (one.kind === 'found' ? [one.found] : []))[0]!;
  run.tail.receive({ kind: 'forget', source, again: false });
  await vi.waitFor(
    () => expect(run.said.some((one) => one.kind === 'caught' && one.id === 1_000)).toBe(true),
    WAIT,
  );
});

it('frees what it watched for a session that is over', async () => {
  const folder = freshFolder();
  let watches = 0;
  const { folder: watchFolder } = systemPorts();
  const run = running({
    folder: (...args) => {
      const stop = watchFolder(...args);
      watches++;
      return () => {
        watches--;
        stop();
      };
    },
  });
  const begin = (n: number): void => {
    const place = join(folder, `p${n}`);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, `s${n}.jsonl`), claudeLine(`s${n}`, 0));
    run.follow(join(place, `s${n}.jsonl`), `s${n}`);
  };
  for (let n = 0; n < 20; n++) begin(n);
  await vi.waitFor(() => expect(run.lines()).toBe(20), WAIT);
  expect(watches).toBe(20);
  for (let n = 0; n < 20; n++) run.tail.receive({ kind: 'over', harness: 'claude-code', session: `s${n}` });
  expect(watches).toBe(0);
  begin(3);
  appendFileSync(join(folder, 'p3', 's3.jsonl'), claudeLine('s3', 1));
  await run.ask('catch_up', 's3');
  expect(watches).toBe(1);
});
