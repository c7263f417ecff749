import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { answer } from './lines.ts';

function lines(name: string): readonly string[] {
  return JSON.parse(readFileSync(`test/policy/${name}.json`, 'utf8')) as string[];
}

/** Lines that write `.claude/settings.json`, each by another road; those that are let through stand in limitations.md. */
const roads = lines('write-roads');
/** Everyday lines that name such a file, or write to a computed path, and change nothing that is guarded. */
const harmless = lines('harmless-mentions');

it('holds or refuses a write of a hook configuration by each of 440 roads', () => {
  expect(roads.length).toBeGreaterThan(440);
  expect(roads.filter((command) => answer({ command }).verdict === 'allow')).toEqual([]);
});

it.each(['/home/dev/.copilot/config.json', '/home/dev/.gemini/trustedFolders.json', '.codex/hooks.json'])(
  'holds or refuses a write of %s by each road that takes its whole name',
  (file) => {
    const taken = roads
      .filter((line) => !/claude|settings/.test(line.replaceAll('.claude/settings.json', '')))
      .map((line) => line.replaceAll('.claude/settings.json', file));
    expect(taken.length).toBeGreaterThan(200);
    expect(taken.filter((command) => answer({ command }).verdict === 'allow')).toEqual([]);
  },
);

it('lets harmless lines that name a hook configuration pass', () => {
  expect(harmless.length).toBeGreaterThan(90);
  expect(harmless.filter((command) => answer({ command }).verdict !== 'allow')).toEqual([]);
});

it('holds a tool in no table that names a hook configuration, unless its name says that it looks (agentric 481)', () => {
  const verdict = (tool: string, path = '.claude/settings.json') => answer({ tool, path }, []).verdict;
  expect(['apply_thing', 'mcp__fs__put', 'Frobnicate', 'target_set'].map((tool) => verdict(tool))).toEqual(
    Array(4).fill('ask'),
  );
  const readers = [
    'Read',
    'Grep',
    'view_file',
    'mcp__fs__get_file_info',
    'readFile',
    'mcp__x__ListDirectory',
  ];
  expect(readers.map((tool) => verdict(tool))).toEqual(Array(6).fill('allow'));
  expect(verdict('apply_thing', 'src/app.ts')).toBe('allow');
});

it('holds a line that names a hook configuration to a program it does not know, whatever the policy', () => {
  const held = answer({ command: 'frobnicate --into .codex/hooks.json' }, []);
  expect([held.verdict, held.rule]).toEqual(['ask', 'self-protection']);
});
