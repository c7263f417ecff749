// biome-ignore-all lint/suspicious/noTemplateCurlyInString: source text
import { expect, it } from 'vitest';
import { beyondBudget } from '../../src/shell/budget.ts';
import { readCommands } from '../../src/shell/commands.ts';
import { MAX_WORK } from '../../src/shell/walk-state.ts';

const WHERE = { cwd: '/w', home: '/h' };

it('does not parse a long line whose substitutions nest deeper than they are followed', () => {
  for (const opener of ['$(', '"$(', '${a:-', '"${a:-', '<(', '@('])
    expect(beyondBudget(opener.repeat(20_000))?.kind, opener).toBe('too_deep');
  expect(readCommands('$('.repeat(500_000), WHERE)).toEqual({
    commands: [],
    problems: [expect.objectContaining({ kind: 'too_deep' })],
  });
});

it('does not parse a line that opens very many here-documents', () => {
  expect(beyondBudget('<<E '.repeat(20_000))?.kind).toBe('too_big');
});

it('does not parse a line of more than a mebibyte', () => {
  expect(beyondBudget('x'.repeat(2 ** 20))).toBeUndefined();
  expect(beyondBudget('x'.repeat(2 ** 20 + 1))?.kind).toBe('too_big');
});

it('says the same of a script inside a line', () => {
  const script = `sh -c '${'$('.repeat(20_000)}'`;
  expect(readCommands(script, WHERE).problems[0]?.kind).toBe('too_deep');
});

it('reads long source code in a here-document', () => {
  const cpp = '  std::cout << "a" << b << std::endl; // $(x) ${y}\n'.repeat(2_000);
  const js =
    '$(function () { $("#a").on("x", () => { $.get(`/${id}`, (d) => { f(`${d.a(`${b}`)}`); }); }); });\n';
  for (const code of [cpp, js.repeat(1_000)]) {
    const reading = readCommands(`cat > src/a.txt <<'EOF'\n${code}EOF\nrm y`, WHERE);
    expect(reading.problems).toEqual([]);
    expect(reading.commands.at(-1)?.words.map((word) => word.text)).toEqual(['rm', 'y']);
  }
});

it('ends its work at the budget, whatever the line is made of', () => {
  for (const piece of ['a|', 'a&&', '>a ', 'a=b ', '"`', '`'.repeat(2), 'a\n', 'a& ']) {
    const reading = readCommands(piece.repeat(30_000), WHERE);
    expect(
      reading.problems.map((problem) => problem.kind),
      piece,
    ).toContain('too_big');
    expect(reading.commands.length, piece).toBeLessThanOrEqual(MAX_WORK);
  }
});
