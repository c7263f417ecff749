import { Command } from 'commander';
import { pageHashes } from '../view/html/page-shell.ts';
import { writeOut } from './output.ts';
import { pageCode } from './page-code.ts';
import { version } from './version.ts';

/** `tracekit version`: which program this is, and by what the code of its run pages is known. */
export function versionCommand(): Command {
  return new Command('version')
    .description('the version, and the SHA-256 of the code in pages that export --html makes')
    .option('--json', 'as one JSON object')
    .addHelpText('after', '\nExample:\n  tracekit version --json')
    .action(async (flags: { readonly json?: boolean }) => {
      const code = pageCode();
      const page = code === undefined ? undefined : pageHashes(code);
      if (flags.json === true) {
        await writeOut(`${JSON.stringify({ version: version(), page: page ?? null })}\n`);
        return;
      }
      const lines = [
        `tracekit ${version()}`,
        ...(page === undefined
          ? []
          : [`run page: sha256 ${page.page} without its data`, `its script: sha256 ${page.script}`]),
      ];
      await writeOut(lines.map((line) => `${line}\n`).join(''));
    });
}
