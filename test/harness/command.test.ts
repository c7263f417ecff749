import { expect, it } from 'vitest';
import { commandOf } from '../../src/harness/command.ts';

it('a command is every line that the input gives, so that none is run unseen', () => {
  expect(commandOf({ command: 'ls', cmd: 'rm x' })).toBe('ls\nrm x');
  expect(commandOf({ chars: 'y', input: 'z' })).toBe('y');
  expect(commandOf({ input: 'z' })).toBe('z');
});

it('an input that is a text is the command itself', () => {
  expect(commandOf('git push -f')).toBe('git push -f');
  expect(commandOf('')).toBeUndefined();
});
