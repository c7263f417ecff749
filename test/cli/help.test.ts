import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { allCommands } from '../../src/cli/commands.ts';
import { programOf } from '../../src/cli/program.ts';

const program = programOf(await allCommands());
const leaves = leavesOf(program, []);

/** What speaks to a shell, a harness or a person alone, or whose result is a file. */
const WITHOUT_JSON = ['hook', 'signer run', 'capture scrub', 'demo', 'completion', 'man', 'view'];

type Leaf = { readonly name: string; readonly command: Command };

function leavesOf(command: Command, path: readonly string[]): readonly Leaf[] {
  if (command.commands.length === 0) return [{ name: path.join(' '), command }];
  return command.commands.flatMap((below) => leavesOf(below, [...path, below.name()]));
}

function helpOf(command: Command): string {
  const written: string[] = [];
  command.configureOutput({ writeOut: (more) => void written.push(more) }).outputHelp();
  return written.join('');
}

describe('every command', () => {
  it('is found', () => expect(leaves.length).toBeGreaterThan(20));

  it.each(leaves)('$name has an example of itself in its help', ({ name, command }) => {
    const [, examples = ''] = helpOf(command).split(/\nExamples?:\n/);
    expect(examples).toContain(`tracekit ${name}`);
  });

  it.each(leaves)('$name says what it is for', ({ command }) => {
    expect(command.description()).toMatch(/^\S.{10,}/);
    for (const option of command.options)
      expect(option.hidden || option.description, option.flags).toBeTruthy();
  });

  it.each(leaves)('$name has --json, or a reason not to', ({ name, command }) => {
    const has = command.options.some(({ long }) => long === '--json');
    expect(has).toBe(!WITHOUT_JSON.includes(name));
  });
});
