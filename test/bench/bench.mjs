// Measures tracekit against its targets: npm run bench [-- --large] [-- NAME…]. Prints a table, writes bench.json.
// A measure is a file here, <name>.ts or <name>.mjs, with `export const measure` (see row.ts).
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const MEASURES = [
  'follow',
  'record',
  'memory',
  'growth',
  'verify',
  'grammar',
  'hook',
  'live',
  'view',
  'page',
  'analyze',
];
const here = new URL('.', import.meta.url).pathname;
process.chdir(join(here, '../..'));
const args = process.argv.slice(2);
const large = args.includes('--large');
const named = args.filter((arg) => !arg.startsWith('--'));

const work = mkdtempSync(join(tmpdir(), 'tracekit-bench-'));
// Beside node_modules, so that what the bundles leave outside is found.
const bundles = mkdtempSync(join(process.cwd(), 'node_modules/.bench-'));
const rows = [];
try {
  for (const name of named.length > 0 ? named : MEASURES) {
    const source = [`${here}${name}.ts`, `${here}${name}.mjs`].find((path) => existsSync(path));
    if (source === undefined) continue;
    const folder = join(work, name);
    const { measure } = await load(source, name);
    const found = await measure({ work: folder, large });
    rmSync(folder, { recursive: true, force: true });
    rows.push(...found);
    for (const row of found) print(row);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
  rmSync(bundles, { recursive: true, force: true });
}
const machine = { cpu: cpus()[0]?.model, cores: availableParallelism(), node: process.version };
writeFileSync('bench.json', `${JSON.stringify({ machine, large, rows }, null, 2)}\n`);

async function load(source, name) {
  if (source.endsWith('.mjs')) return import(pathToFileURL(source).href);
  // The worker bundles are looked for beside the program: they lie in dist/.
  const outfile = join(bundles, `${name}.mjs`);
  const options = {
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    packages: 'external',
  };
  await build({ ...options, entryPoints: [source], outfile, logLevel: 'warning' });
  return import(pathToFileURL(outfile).href);
}

function print({ id, what, value, unit, target, least, detail }) {
  const met = target === undefined ? '' : (least ? value >= target : value <= target) ? 'met' : 'missed';
  const aim = target === undefined ? '' : `${least ? '≥' : '≤'} ${target}`;
  const figure = `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ${unit}`;
  console.log(
    `${id.padEnd(4)} ${what.padEnd(66)} ${figure.padStart(9)} ${aim.padStart(7)} ${met.padEnd(7)} ${detail}`,
  );
}
