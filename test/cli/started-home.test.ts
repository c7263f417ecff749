import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { startedHome } from '../../src/cli/started-home.ts';

const home = (line: string): string | undefined => startedHome(['node', 'tracekit.js', ...line.split(' ')]);

it('knows the line by which a hook starts a signer', () => {
  expect(home('signer run --home /h/.tracekit')).toBe('/h/.tracekit');
  expect(home('signer run --home h')).toBe(resolve('h'));
});

it.each([
  'signer',
  'signer run',
  'signer start --home /h',
  'signer run --home',
  'signer run --home --help',
  'signer run --home /h --help',
  'record --home /h',
])('leaves %s to what reads all command lines', (line) => {
  expect(home(line)).toBeUndefined();
});
