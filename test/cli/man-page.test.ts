import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { allCommands } from '../../src/cli/commands.ts';
import { EXIT_CODES, manPage } from '../../src/cli/man-page.ts';
import { programOf } from '../../src/cli/program.ts';

const root = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const page = manPage(programOf(await allCommands()));
const hasGroff = spawnSync('groff', ['--version']).status === 0;

describe('the manual page', () => {
  it('is a command’s own words, with what roff would take for its own made harmless', () => {
    const program = new Command('x')
      .description('A \\n thing.')
      .addCommand(
        new Command('y')
          .description('.SH no')
          .option('--to <file>', "'quoted'")
          .addHelpText('after', '.so /etc/x'),
      );
    expect(manPage(program).split('\n')).toEqual(
      expect.arrayContaining([
        'x \\- a \\en thing',
        '.SS x y [options]',
        '\\&.SH no',
        '.B \\-\\-to <file>',
        "\\&'quoted'",
        '\\&.so /etc/x',
      ]),
    );
  });

  it('names every command and option', async () => {
    const [top] = await Promise.all([allCommands()]);
    const all = top.flatMap((one) => (one.commands.length === 0 ? [one] : [...one.commands]));
    for (const command of all) {
      expect(page).toContain(`${command.name()} `);
      for (const { flags, hidden } of command.options)
        if (!hidden) expect(page).toContain(`.B ${flags.replaceAll('-', '\\-')}`);
    }
  });

  it('has the exit codes of the documented table', () => {
    const table = readFileSync(root('docs/exit-codes.md'), 'utf8');
    const codes = [...table.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code));
    expect(EXIT_CODES.map(([code]) => code)).toEqual(codes);
  });

  it.skipIf(!hasGroff)('is understood by groff without a warning', () => {
    const run = spawnSync('groff', ['-man', '-Tutf8', '-ww', '-Kutf8', '-z'], {
      input: page,
      encoding: 'utf8',
    });
    expect(run.stderr).toBe('');
    expect(run.status).toBe(0);
  });

  it.skipIf(!existsSync(root('dist/tracekit.1')))('is built as package.json names it', () => {
    const { man } = JSON.parse(readFileSync(root('package.json'), 'utf8')) as { readonly man: string };
    expect(readFileSync(root(man), 'utf8')).toMatch(/^\.TH TRACEKIT 1 /);
  });
});
