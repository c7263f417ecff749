import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeRuntime, sweepRuntime, writeSocketPlace } from '../../src/signer/runtime.ts';
import { readSocketPlace, socketTrust } from '../../src/signer/socket-place.ts';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'tk-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const HOME = `/home/${'x'.repeat(120)} '"`;

it('the runtime folder lies in XDG_RUNTIME_DIR, private, and the socket’s path fits whatever the home', () => {
  const xdg = folder();
  const made = makeRuntime({ home: HOME, env: { XDG_RUNTIME_DIR: xdg } });
  expect(dirname(made.folder!)).toBe(xdg);
  expect(lstatSync(made.folder!).mode & 0o777).toBe(0o700);
  expect(Buffer.byteLength(made.socket)).toBeLessThan(108);
  expect(makeRuntime({ home: HOME, env: { XDG_RUNTIME_DIR: xdg } })).toEqual(made);
});

it('two homes have two folders', () => {
  const shared = folder();
  expect(makeRuntime({ home: '/a', env: {}, shared }).folder).not.toBe(
    makeRuntime({ home: '/b', env: {}, shared }).folder,
  );
});

it.each([
  ['relative', () => 'run'],
  ['missing', () => '/nowhere/run'],
  ['too long', () => join(folder(), 'x'.repeat(80))],
  [
    'open to others',
    () => {
      const lax = folder();
      chmodSync(lax, 0o777);
      return lax;
    },
  ],
  [
    'a link',
    () => {
      const link = join(folder(), 'link');
      symlinkSync(folder(), link);
      return link;
    },
  ],
])('an XDG_RUNTIME_DIR that is %s is passed over', (_what, make) => {
  const shared = folder();
  expect(dirname(makeRuntime({ home: '/a', env: { XDG_RUNTIME_DIR: make() }, shared }).folder!)).toBe(shared);
});

it.each([
  ['open to others', (path: string) => mkdirSync(path, { mode: 0o777 }) ?? chmodSync(path, 0o777)],
  ['a link', (path: string) => symlinkSync(folder(), path)],
  ['a file', (path: string) => writeFileSync(path, '')],
])('a folder in the shared place that is %s is not used', (_what, squat) => {
  const shared = folder();
  const taken = makeRuntime({ home: '/a', env: {}, shared }).folder!;
  rmSync(taken, { recursive: true });
  squat(taken);
  const made = makeRuntime({ home: '/a', env: {}, shared }).folder!;
  expect(made).not.toBe(taken);
  expect(lstatSync(made).mode & 0o777).toBe(0o700);
});

it('on Windows the socket is a pipe', () => {
  const made = makeRuntime({ home: 'C:\\Users\\x', env: {}, platform: 'win32' });
  expect(made).toMatchObject({
    folder: undefined,
    socket: expect.stringMatching(/^\\\\\.\\pipe\\tracekit-/),
  });
});

it('where the signer listens is read back from the home; a damaged file is none', () => {
  const home = folder();
  mkdirSync(join(home, 'state'));
  expect(readSocketPlace(home)).toBeUndefined();
  writeSocketPlace(home, '/run/a b/s', 42);
  expect(readSocketPlace(home)).toEqual({ path: '/run/a b/s', pid: 42 });
  for (const text of ['', '/run/s', '/run/s\n', '/run/s\nx\n', '/run/s\n4\nmore']) {
    writeFileSync(join(home, 'state/socket'), text);
    expect(readSocketPlace(home)).toBeUndefined();
  }
});

it('a file where the socket should be is not trusted, a missing one is missing', () => {
  const here = folder();
  expect(socketTrust(join(here, 's'))).toBe('missing');
  writeFileSync(join(here, 's'), '');
  expect(socketTrust(join(here, 's'))).toBe('foreign');
});

it('FIFOs that killed hooks left are removed after an hour, and nothing else', () => {
  const here = folder();
  for (const name of ['hook-old', 'hook-new', 'signer.sock']) writeFileSync(join(here, name), '');
  for (const name of ['hook-old', 'signer.sock']) utimesSync(join(here, name), 1, 1);
  sweepRuntime(here, Date.now());
  expect(
    ['hook-old', 'hook-new', 'signer.sock'].map(
      (name) => lstatSync(join(here, name), { throwIfNoEntry: false }) !== undefined,
    ),
  ).toEqual([false, true, true]);
});
