import { describe, expect, it } from 'vitest';
import { event } from './hook-fixtures.ts';

function targets(tool_name: string, tool_input: unknown) {
  const payload = {
    session_id: 's',
    prompt_id: 'p',
    tool_use_id: 'toolu_1',
    cwd: '/p',
    tool_name,
    tool_input,
  };
  return event('claude-code', payload, 'PreToolUse').targets;
}

describe('the targets of file tools', () => {
  it('finds the written path in each spelling of the field', () => {
    for (const key of ['file_path', 'path', 'notebook_path', 'absolute_path', 'filePath', 'target_file'])
      expect(targets('Write', { [key]: 'a' })).toEqual([{ path: 'a', role: 'written', by: 'tool' }]);
  });

  it('takes tools that no table knows by the verb in their name (agentric 481)', () => {
    const role = (name: string) => targets(name, { path: 'a' })[0]?.role;
    expect(['write_file', 'create_file', 'str_replace_editor', 'SaveNote'].map(role)).toEqual(
      Array(4).fill('written'),
    );
    expect(['delete_file', 'remove_dir', 'rename'].map(role)).toEqual(Array(3).fill('removed'));
    expect(['mcp__fs__write_file', 'mcp__editor__read_file'].map(role)).toEqual(['written', 'read']);
    expect(role('mcp__a__b__write')).toBe('written');
  });

  it('gives a move both ends', () => {
    expect(targets('mcp__fs__move_file', { source: 'a', destination: 'b' })).toEqual([
      { path: 'a', role: 'removed', by: 'tool' },
      { path: 'b', role: 'added', by: 'tool' },
    ]);
  });

  it('reads lists of paths, of objects too', () => {
    expect(
      targets('mcp__fs__write_files', { files: [{ path: 'a' }, 'b', 1, { path: '' }] }).map(
        ({ path }) => path,
      ),
    ).toEqual(['a', 'b']);
    expect(targets('Read', { paths: ['src/*.ts'] })).toEqual([
      { path: 'src/*.ts', role: 'read', by: 'tool', glob: true },
    ]);
  });

  it('finds no target in an empty path, a missing one, or an input of another type', () => {
    for (const input of [{ file_path: '' }, { file_path: 1 }, {}, null, 'a', ['a'], undefined])
      expect(targets('Write', input)).toEqual([]);
  });

  it('leaves commands, patches and pages alone', () => {
    expect(targets('Bash', { command: 'rm a', path: 'a' })).toEqual([]);
    expect(targets('WebFetch', { url: 'u', path: 'a' })).toEqual([]);
    expect(targets('Edit', { command: '*** Begin Patch' })).toEqual([]);
  });

  it('searches a whole tree', () => {
    expect(targets('Grep', { pattern: 'x', path: 'src' })).toEqual([
      { path: 'src', role: 'read', by: 'tool', tree: true },
    ]);
  });
});
