import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_CONFIG, parseConfig, readConfig } from '../../src/signer/config.ts';

const read = (text: string) => parseConfig(text, 'config.yaml');

test.each(['', '# nothing\n', '{}', '---\n', 'verify_tool_results: false\n'])(
  'a config that says nothing (%j) is the defaults',
  (text) => {
    expect(read(text)).toEqual(DEFAULT_CONFIG);
  },
);

test('a key that is given replaces its default alone', () => {
  expect(read('hold_seconds: 0.5\n')).toEqual({ ...DEFAULT_CONFIG, hold_seconds: 0.5 });
});

const FAULTS: readonly (readonly [string, string])[] = [
  ['idle_seconds: 1\nhold_seconds: 581\n', 'config.yaml:2:15: hold_seconds: expected at most 580'],
  ['hold_seconds: .inf\n', 'config.yaml:1:15: hold_seconds: expected at most 580'],
  ['hold_seconds: -1\n', 'config.yaml:1:15: hold_seconds: expected seconds from 0'],
  [
    'grant_seconds: ten\n',
    'config.yaml:1:16: grant_seconds: expected seconds from 0 to 2000000, found "ten"',
  ],
  ['grant_seconds:\n', 'config.yaml:1:'],
  ['idle_seconds: 1e300\n', 'config.yaml:1:15: idle_seconds'],
  ['settle_seconds: .nan\n', 'config.yaml:1:17: settle_seconds'],
  ['\nverify_tool_results: true\n', 'config.yaml:2:1: verify_tool_results cannot work with hooks'],
  ['hold_second: 1\n', 'config.yaml:1:1: unknown key "hold_second"'],
  ['constructor: 1\n', 'config.yaml:1:1: unknown key "constructor"'],
  ['a: [1\n', 'config.yaml:2:1: '],
  ['idle_seconds: 1\nidle_seconds: 2\n', 'config.yaml:2:1: Map keys must be unique'],
  ['- 1\n', 'config.yaml:1:1: expected keys and values'],
  ['just words\n', 'config.yaml:1:1: expected keys and values'],
];

test.each(FAULTS)('a config with a fault (%j) is refused, with its place', (text, message) => {
  expect(() => read(text)).toThrow(
    expect.objectContaining({ code: 'bad_config', message: expect.stringContaining(message) }),
  );
});

test('a config that is no file is refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tracekit-config-'));
  expect(readConfig(join(folder, 'config.yaml'))).toEqual(DEFAULT_CONFIG);
  writeFileSync(join(folder, 'config.yaml'), 'hold_seconds: 3\n');
  expect(readConfig(join(folder, 'config.yaml')).hold_seconds).toBe(3);
  expect(() => readConfig(folder)).toThrow(expect.objectContaining({ code: 'bad_config' }));
  execFileSync('mkfifo', [join(folder, 'fifo')]);
  expect(() => readConfig(join(folder, 'fifo'))).toThrow(expect.objectContaining({ code: 'bad_config' }));
  rmSync(folder, { recursive: true });
});
