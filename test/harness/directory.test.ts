import { describe, expect, it } from 'vitest';
import { commandDirectory, directoryOf, folderPath } from '../../src/harness/directory.ts';

const HERE = { cwd: '/elsewhere' };

describe('the payload’s directory', () => {
  it('is the payload’s own, then its input’s, then the first workspace root, then the process’s', () => {
    const roots = { workspace_roots: ['/w', '/x'] };
    expect(directoryOf({ cwd: '/p', ...roots }, { cwd: '/i' }, HERE)).toBe('/p');
    expect(directoryOf({ cwd: '', ...roots }, { cwd: '/i' }, HERE)).toBe('/i');
    expect(directoryOf({ cwd: '', ...roots }, { cwd: '' }, HERE)).toBe('/w');
    expect(directoryOf({ ...roots }, undefined, HERE)).toBe('/w');
    expect(directoryOf({}, undefined, HERE)).toBe('/elsewhere');
  });

  it('is the process’s where the payload’s is no text', () => {
    for (const cwd of [null, 1, [], {}])
      expect(directoryOf({ cwd, workspace_roots: 'w' }, null, HERE)).toBe('/elsewhere');
  });

  it('passes over what can be no folder’s path', () => {
    for (const cwd of [`/${'a/'.repeat(3_000)}`, '/a\0b'])
      expect(directoryOf({ cwd, workspace_roots: ['/w'] }, null, HERE)).toBe('/w');
    expect(commandDirectory({ cwd: '/p', input: { workdir: '/a\0b' } })).toBe('/p');
  });

  it('takes a relative one from the next in order', () => {
    expect(directoryOf({ workspace_roots: ['/w'] }, { cwd: 'sub' }, HERE)).toBe('/w/sub');
    expect(directoryOf({ cwd: 'sub/..' }, undefined, HERE)).toBe('/elsewhere');
  });

  it('fixes a drive in a URI’s path and leaves POSIX and native paths', () => {
    expect(folderPath('/C:/Users/dev')).toBe('C:/Users/dev');
    expect(folderPath('/c:/x')).toBe('c:/x');
    expect(folderPath('file:///C:/My%20Files')).toBe('C:/My Files');
    expect(folderPath('file:///home/a%2')).toBe('/home/a%2');
    for (const path of ['/home/dev', 'C:\\Users\\dev', '/C', '/Cc:/x', '\\\\host\\share'])
      expect(folderPath(path)).toBe(path);
  });

  it('reads a workspace root given as an object', () => {
    expect(directoryOf({ workspace_roots: [{ path: '/w' }] }, undefined, HERE)).toBe('/w');
  });

  it('gives the command’s own directory where the input names one', () => {
    expect(commandDirectory({ cwd: '/p', input: { dir_path: 'sub' } })).toBe('/p/sub');
    expect(commandDirectory({ cwd: '/p', input: { workdir: '/w' } })).toBe('/w');
    expect(commandDirectory({ cwd: 'C:\\p', input: { cwd: 'sub' } })).toBe('C:\\p\\sub');
    expect(commandDirectory({ cwd: '/p' })).toBe('/p');
  });
});
