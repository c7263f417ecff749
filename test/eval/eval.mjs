// Measures rules and grammar: npm run eval [-- RULE]. Prints a table, writes eval.json. Needs ../shared/captures.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const here = new URL('.', import.meta.url).pathname;
process.chdir(join(here, '../..'));
if (!existsSync('../shared/captures')) {
  console.error('expected captured sessions in ../shared/captures, found none: nothing to measure on');
  process.exit(1);
}
// Beside node_modules, so that what the bundle leaves outside is found.
const folder = mkdtempSync(join(process.cwd(), 'node_modules/.eval-'));
try {
  const outfile = join(folder, 'eval.mjs');
  const options = {
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    packages: 'external',
  };
  await build({ ...options, entryPoints: [join(here, 'eval.ts')], outfile, logLevel: 'warning' });
  const { evaluate, table } = await import(pathToFileURL(outfile).href);
  const evaluation = await evaluate(process.argv[2]);
  for (const line of table(evaluation)) console.log(line);
  for (const note of evaluation.notes) console.log(note);
  writeFileSync('eval.json', `${JSON.stringify(evaluation, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
