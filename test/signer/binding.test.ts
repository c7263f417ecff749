import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Binding } from '../../src/signer/binding.ts';
import { boundHarnesses } from '../../src/signer/bound-harnesses.ts';
import { type ProcessChain, processChain } from '../../src/signer/process-chain.ts';

/** A chain of names, nearest first; pids count down to 1. */
function chain(names: readonly string[], { terminal = 7, whole = true, first = 100 } = {}): ProcessChain {
  const processes = names.map((name, i) => {
    const last = i === names.length - 1 && whole;
    return {
      pid: last ? 1 : first - i,
      parent: last ? 0 : first - i - 1,
      name,
      begun: `${first - i}`,
      terminal,
    };
  });
  return { processes, whole };
}

function bindingOf(chains: Readonly<Record<number, ProcessChain>>) {
  const known = new Set<string>();
  const harnesses = {
    has: ({ pid }: { pid: number }) => known.has(String(pid)),
    add: ({ pid }: { pid: number }) => void known.add(String(pid)),
  };
  const binding = new Binding(harnesses, (pid) => chains[pid] ?? { processes: [], whole: false });
  return { binding, known };
}

test('the harness is the first ancestor of a hook that is neither the hook nor a shell', () => {
  const { binding, known } = bindingOf({ 100: chain(['curl', 'dash', 'sh', 'claude', 'zsh', 'init']) });
  binding.learn({ pid: 100 });
  expect([...known]).toEqual(['97']);
});

test('a harness of several processes of one name is all of them', () => {
  const { binding, known } = bindingOf({
    100: chain(['curl', 'sh', 'cursor', 'cursor', 'gnome-shell', 'init']),
  });
  binding.learn({ pid: 100 });
  expect([...known]).toEqual(['98', '97']);
});

test.each([
  ['a terminal', ['curl', 'bash', 'tmux: server', 'init']],
  ['a hook that lost its parent', ['curl', 'sh', 'init']],
  ['nothing known', []],
])('%s binds no harness', (_what, names) => {
  const { binding, known } = bindingOf({ 100: chain(names) });
  binding.learn({ pid: 100 });
  binding.learn({});
  expect([...known]).toEqual([]);
});

test('a harness that is the first process of its container is bound', () => {
  const { binding, known } = bindingOf({ 100: chain(['curl', 'sh', 'claude']) });
  binding.learn({ pid: 100 });
  expect([...known]).toEqual(['1']);
});

test('an answer from below the harness is refused, one from beside it is not', () => {
  const agent = chain(['node', 'bash', 'claude', 'zsh', 'init']);
  const { binding } = bindingOf({
    100: agent,
    50: chain(['node', 'zsh', 'kitty', 'init'], { first: 50 }),
  });
  binding.learn({ pid: 100 });
  expect(binding.whoIs({ pid: 100, uid: 7 }).refused).toContain('inside the agent (process 98, claude)');
  const person = binding.whoIs({ pid: 50, uid: 7 });
  expect(person.refused).toBeUndefined();
  expect(JSON.parse(person.text)).toEqual({
    uid: 7,
    processes: [
      { pid: 50, name: 'node' },
      { pid: 49, name: 'zsh' },
      { pid: 48, name: 'kitty' },
      { pid: 1, name: 'init' },
    ],
  });
});

test('an answer from beside the harness for a client below it is refused, and names both', () => {
  const { binding } = bindingOf({
    100: chain(['chromium', 'bash', 'claude', 'zsh', 'init']),
    50: chain(['node', 'zsh', 'kitty', 'init'], { first: 50 }),
    30: chain(['firefox', 'gnome-shell', 'init'], { terminal: 0, first: 30 }),
  });
  binding.learn({ pid: 100 });
  expect(binding.whoIs({ pid: 50, uid: 7 }, [30, 100]).refused).toContain('inside the agent');
  expect(binding.whoIs({ uid: 7 }, [100]).refused).toContain('inside the agent');
  expect(binding.whoIs({ pid: 50, uid: 7 }, [31]).refused).toContain('one of them has ended');
  const browser = binding.whoIs({ pid: 50, uid: 7 }, [30]);
  expect(browser.refused).toBeUndefined();
  expect(JSON.parse(browser.text).clients).toEqual([
    [
      { pid: 30, name: 'firefox' },
      { pid: 29, name: 'gnome-shell' },
      { pid: 1, name: 'init' },
    ],
  ]);
});

test('an answer is refused where its processes cannot be told', () => {
  const { binding } = bindingOf({ 50: chain(['curl', 'sh'], { whole: false, first: 50 }) });
  expect(binding.whoIs({ pid: 50 }).refused).toContain('one of them has ended');
  expect(binding.whoIs({ pid: 51 }).refused).toContain('one of them has ended');
});

test('an answer from a process without a terminal is refused', () => {
  const { binding } = bindingOf({ 50: chain(['curl', 'init'], { terminal: 0, first: 50 }) });
  expect(binding.whoIs({ pid: 50 }).refused).toContain('no terminal');
});

test.skipIf(process.platform !== 'linux')('the chain of this process is whole', () => {
  const { processes, whole } = processChain(process.pid);
  expect(whole).toBe(true);
  expect(processes[0]).toMatchObject({ pid: process.pid, parent: process.ppid });
  expect(processChain(2 ** 30)).toEqual({ processes: [], whole: false });
});

test.skipIf(process.platform !== 'linux')('a harness is known to the next signer while it lives', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tracekit-bound-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'state', 'harnesses');
  const [self] = processChain(process.pid).processes;
  const gone = { ...self!, pid: self!.pid, begun: '1' };
  const harnesses = boundHarnesses(path);
  harnesses.add(self!);
  harnesses.add(gone);
  const next = boundHarnesses(path);
  expect(next.has(self!)).toBe(true);
  expect(next.has(gone)).toBe(false);
});
