import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { InstallStand } from './install-stand.ts';

const ODD: readonly (readonly [string, string | Uint8Array, RegExp])[] = [
  ['no JSON', '{"a": }', /settings\.json:1:7: expected JSON/],
  ['a list', '[]', /expected the settings to be an object, found array/],
  ['hooks that are a list', '{"hooks": []}', /expected "hooks" to be an object/],
  [
    'an event that is an object',
    '{\n "hooks": {"PreToolUse": {}}}',
    /:2:26: expected "hooks"."PreToolUse" to be an array/,
  ],
  ['hooks that stand twice', '{"hooks": {}, "hooks": {}}', /"hooks" stands twice/],
  ['an event that stands twice', '{"hooks": {"Stop": [], "Stop": []}}', /"Stop" stands twice/],
  ['two values', '{} {}', /expected JSON/],
  ['UTF-16', Buffer.from('{}', 'utf16le'), /expected JSON/],
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), /expected UTF-8/],
  ['more than anybody writes', ' '.repeat(5 * 2 ** 20), /expected at most/],
];

it.each(ODD)('refuses %s, and leaves it as it is', (_what, bytes, why) => {
  const at = new InstallStand('claude-code');
  at.put(bytes);
  const first = readFileSync(at.file);
  expect(() => at.init()).toThrow(why);
  expect(() => at.init()).toThrow('Nothing was changed');
  expect(readFileSync(at.file).equals(first)).toBe(true);
  expect(existsSync(at.home)).toBe(false);
});

it('refuses another version of a file than it knows', () => {
  const at = new InstallStand('cursor');
  at.put('{"version": 2}');
  expect(() => at.init()).toThrow('expected "version" to be 1');
});

it('refuses a symbolic link in the file’s place, and names what it points at', () => {
  const at = new InstallStand('codex');
  at.put('{}', join(at.root, 'dotfiles', 'hooks.json'));
  mkdirSync(dirname(at.file));
  symlinkSync(join(at.root, 'dotfiles', 'hooks.json'), at.file);
  expect(() => at.init()).toThrow(/found a symbolic link to .*dotfiles\/hooks\.json/);
  expect(() => at.uninstall()).toThrow(/symbolic link/);
});

it.each(['claude-code', 'codex', 'gemini', 'cursor', 'copilot'] as const)(
  'refuses a FIFO in the file’s place, and waits for nobody: %s',
  (harness) => {
    const at = new InstallStand(harness);
    mkdirSync(dirname(at.file), { recursive: true });
    execFileSync('mkfifo', [at.file]);
    expect(() => at.init()).toThrow(/expected a (regular )?file, found something else/);
  },
);

it.each([['.github'], ['.github', 'hooks']])(
  'refuses a symbolic link on the way to a project’s file: %s',
  (...names) => {
    const at = new InstallStand('copilot');
    mkdirSync(join(at.root, 'elsewhere', 'hooks'), { recursive: true });
    const link = join(at.project, ...names);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(at.root, 'elsewhere'), link);
    expect(() => at.init({ project: at.project })).toThrow(/expected a folder, found a symbolic link/);
    expect(readdirSync(join(at.root, 'elsewhere', 'hooks'))).toEqual([]);
  },
);

it('refuses a read-only file, a folder in its place, and one with a second name', () => {
  const at = new InstallStand('gemini');
  at.put('{}');
  chmodSync(at.file, 0o444);
  expect(() => at.init()).toThrow(/read-only \(mode 444\); run: chmod u\+w/);
  const other = new InstallStand('gemini');
  mkdirSync(other.file, { recursive: true });
  expect(() => other.init()).toThrow(/expected a file, found something else/);
  const linked = new InstallStand('gemini');
  linked.put('{}');
  linkSync(linked.file, join(linked.root, 'second'));
  expect(() => linked.init()).toThrow(/hard links/);
});

it('keeps the mode of the file, and a copy of what it was', () => {
  const at = new InstallStand('claude-code');
  at.put('{ "secret": 1 }');
  chmodSync(at.file, 0o640);
  const { files } = at.init();
  expect(statSync(at.file).mode & 0o777).toBe(0o640);
  expect(readFileSync(files[0]!.backup!, 'utf8')).toBe('{ "secret": 1 }');
  expect(statSync(files[0]!.backup!).mode & 0o777).toBe(0o600);
  expect(readdirSync(dirname(at.file))).toEqual(['settings.json']);
});

it('writes a project’s file for everybody to read, in the project’s own folder', () => {
  const at = new InstallStand('claude-code');
  at.init({ project: at.project });
  const file = join(at.project, '.claude', 'settings.json');
  expect(statSync(file).mode & 0o777).toBe(0o644);
  expect(existsSync(at.file)).toBe(false);
  at.uninstall({ project: at.project });
  expect(readdirSync(at.project)).toEqual([]);
});

it('gives user’s and project’s install different ids, so that one call seen twice is one', () => {
  const at = new InstallStand('claude-code');
  expect(at.init().id).not.toBe(at.init({ project: at.project }).id);
});
