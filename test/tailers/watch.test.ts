import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Stamp } from '../../tailers/source.ts';
import { type Watch, watchRoots } from '../../tailers/watch.ts';
import { type FolderHints, systemPorts, type TreeHints, type WatchPorts } from '../../tailers/watch-ports.ts';
import { freshFolder } from './follow-folder.ts';

const open: Watch[] = [];
afterEach(() => {
  for (const watch of open.splice(0)) watch.close();
});

/** A world whose time, files and hints the test moves by hand. */
function world(options: { readonly folder?: () => void; readonly interest?: string[] } = {}) {
  const files = new Map<string, number>([
    ['/r', 0],
    ['/r/d', 0],
  ]);
  const said: string[] = [];
  const timers: { run: () => void; stopped: boolean }[] = [];
  let sweep = () => {};
  let tree: TreeHints | undefined;
  let folder: FolderHints | undefined;
  const ports: WatchPorts = {
    after: (_, run) => {
      const timer = { run, stopped: false };
      timers.push(timer);
      return () => {
        timer.stopped = true;
      };
    },
    every: (_, run) => {
      sweep = run;
      return () => {};
    },
    stamp: (path) => stampOf(files.get(path)),
    folder: (_, on) => {
      options.folder?.();
      folder = on;
      return () => said.push('folder watch stopped');
    },
    tree: (_, on) => {
      tree = on;
      return () => said.push('tree watch stopped');
    },
    walk: () => [...files.keys()].filter((path) => path.endsWith('.jsonl')),
  };
  const say = (word: string) => (path: string) => void said.push(`${word} ${path}`);
  const on = { found: say('found'), changed: say('changed'), gone: say('gone'), degraded: say('degraded') };
  open.push(watchRoots(['/r'], on, { interest: () => options.interest ?? [], ports }));
  const settle = () => {
    for (const timer of timers.splice(0)) if (!timer.stopped) timer.run();
  };
  return {
    files,
    said,
    settle,
    sweep: () => sweep(),
    tree: () => tree as TreeHints,
    folder: () => folder as FolderHints,
  };
}

function stampOf(size: number | undefined): Stamp | undefined {
  return size === undefined ? undefined : { dev: 1n, ino: 1n, size, mtime: 0n, ctime: 0n };
}

describe('hints', () => {
  test('a hint about a grown file is passed on at once', () => {
    const w = world();
    w.files.set('/r/d/s.jsonl', 1);
    w.tree().found('/r/d/s.jsonl');
    w.files.set('/r/d/s.jsonl', 2);
    w.folder().hint('s.jsonl');
    expect(w.said).toEqual(['found /r/d/s.jsonl', 'changed /r/d/s.jsonl']);
  });

  test('an append after the last hint of a burst is found when the burst is over', () => {
    const w = world();
    w.files.set('/r/d/s.jsonl', 1);
    w.tree().found('/r/d/s.jsonl');
    w.files.set('/r/d/s.jsonl', 2);
    w.folder().hint('s.jsonl');
    w.files.set('/r/d/s.jsonl', 3);
    w.settle();
    expect(w.said.slice(1)).toEqual(['changed /r/d/s.jsonl', 'changed /r/d/s.jsonl']);
    w.settle();
    expect(w.said.length).toBe(3);
  });

  test('hints about an unchanged file and about other files are not passed on', () => {
    const w = world();
    w.files.set('/r/d/s.jsonl', 1);
    w.tree().found('/r/d/s.jsonl');
    w.files.set('/r/d/note.txt', 1);
    w.folder().hint('s.jsonl');
    w.folder().hint('note.txt');
    w.folder().hint(undefined);
    w.settle();
    expect(w.said).toEqual(['found /r/d/s.jsonl']);
  });

  test('a temporary sibling is not found', () => {
    const w = world();
    w.files.set('/r/d/s.tmp-1.jsonl', 1);
    w.tree().found('/r/d/s.tmp-1.jsonl');
    expect(w.said).toEqual([]);
  });

  test('a lost file is gone once, unless another stands in its place', () => {
    const w = world();
    w.files.set('/r/d/s.jsonl', 1);
    w.tree().found('/r/d/s.jsonl');
    w.files.set('/r/d/s.jsonl', 9);
    w.tree().lost('/r/d/s.jsonl');
    expect(w.said.slice(1)).toEqual(['changed /r/d/s.jsonl']);
    w.files.delete('/r/d/s.jsonl');
    w.tree().lost('/r/d/s.jsonl');
    w.tree().lost('/r/d/s.jsonl');
    w.settle();
    expect(w.said.slice(2)).toEqual(['gone /r/d/s.jsonl']);
  });
});

describe('the sweep', () => {
  test('a change that nothing hinted at is found among the files of interest', () => {
    const w = world({ interest: ['/r/d/s.jsonl'] });
    w.files.set('/r/d/s.jsonl', 1);
    w.sweep();
    w.files.set('/r/d/s.jsonl', 2);
    w.sweep();
    w.files.delete('/r/d/s.jsonl');
    w.sweep();
    expect(w.said).toEqual(['found /r/d/s.jsonl', 'changed /r/d/s.jsonl', 'gone /r/d/s.jsonl']);
  });

  test.each(['ENOSPC', 'EMFILE'])('on %s it finds and reads alone, and says so once', (code) => {
    const failing = () => {
      throw Object.assign(new Error(code), { code });
    };
    const interest: string[] = [];
    const w = world({ folder: failing, interest });
    w.files.set('/r/d/s.jsonl', 1);
    w.tree().found('/r/d/s.jsonl');
    w.tree().failed(Object.assign(new Error(code), { code }));
    expect(w.said.filter((word) => word.startsWith('degraded'))).toEqual([expect.stringContaining(code)]);
    expect(w.said).toContain('tree watch stopped');
    w.files.set('/r/d/new.jsonl', 1);
    interest.push('/r/d/s.jsonl');
    w.files.set('/r/d/s.jsonl', 2);
    w.sweep();
    expect(w.said.slice(-2)).toEqual(['found /r/d/new.jsonl', 'changed /r/d/s.jsonl']);
  });

  test('another error of a watch changes nothing', () => {
    const w = world();
    w.tree().failed(Object.assign(new Error('x'), { code: 'EPERM' }));
    expect(w.said).toEqual([]);
  });
});

describe('on a real folder', () => {
  function real(roots: string[], sweep = 60_000) {
    const found = new Set<string>();
    const gone = new Set<string>();
    const changed = vi.fn();
    const on = {
      found: (path: string) => void found.add(path),
      gone: (path: string) => void gone.add(path),
      changed,
      degraded: vi.fn(),
    };
    open.push(watchRoots(roots, on, { interest: () => found, sweep, ports: systemPorts() }));
    return { found, gone, changed };
  }

  test('files already there and new ones in new folders are found, appends hinted at, losses told', async () => {
    const root = freshFolder();
    writeFileSync(join(root, 'a.jsonl'), 'one\n');
    writeFileSync(join(root, 'a.txt'), 'one\n');
    const seen = real([root]);
    await vi.waitFor(() => expect([...seen.found]).toEqual([join(root, 'a.jsonl')]), 5000);
    mkdirSync(join(root, 'deep', 'er'), { recursive: true });
    const late = join(root, 'deep', 'er', 'b.jsonl.zst');
    writeFileSync(late, 'x');
    await vi.waitFor(() => expect(seen.found.has(late)).toBe(true), 5000);
    appendFileSync(join(root, 'a.jsonl'), 'two\n');
    await vi.waitFor(() => expect(seen.changed).toHaveBeenCalledWith(join(root, 'a.jsonl')), 5000);
    rmSync(late);
    await vi.waitFor(() => expect(seen.gone.has(late)).toBe(true), 5000);
  });

  test('the last append of a burst is always followed by a call', async () => {
    const root = freshFolder();
    const path = join(root, 'a.jsonl');
    writeFileSync(path, '');
    const seen = real([root]);
    await vi.waitFor(() => expect(seen.found.size).toBe(1), 5000);
    const { stamp } = systemPorts();
    let size: number | undefined;
    seen.changed.mockImplementation(() => {
      size = stamp(path)?.size;
    });
    for (let burst = 1; burst <= 5; burst++) {
      for (let i = 0; i < 50; i++) appendFileSync(path, 'x\n');
      await vi.waitFor(() => expect(size).toBe(burst * 100), 5000);
    }
  });

  test('a root that comes later is watched from the next sweep on', async () => {
    const root = join(freshFolder(), 'later');
    const seen = real([root], 20);
    mkdirSync(root);
    writeFileSync(join(root, 'tmp'), 'one\n');
    renameSync(join(root, 'tmp'), join(root, 'a.jsonl'));
    await vi.waitFor(() => expect([...seen.found]).toEqual([join(root, 'a.jsonl')]), 5000);
  });
});
