// Bundles the command and its worker threads into dist/. All dependencies but two stay outside the bundle.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { build } from 'esbuild';
import { buildPage } from './build-page.mjs';
import { buildRunPage } from './run-page.mjs';
import { takeOver } from './take-over.mjs';

const dist = new URL('../dist', import.meta.url).pathname;
const outdir = `${dist}.${process.pid}`;
const require = createRequire(import.meta.url);
const { dependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
// A signer idles all day: as some sixty files of its own `yaml` takes 8.5 MB, in the bundle 1.1 (Node 20.20.2, RSS).
const BUNDLED = ['yaml', 'unbash'];
const external = Object.keys({ ...dependencies, ...optionalDependencies }).filter(
  (name) => !BUNDLED.includes(name),
);
await build({
  entryPoints: {
    tracekit: 'src/cli/main.ts',
    'tailer-worker': 'tailers/worker.ts',
    tailer: 'tailers/process.ts',
    'verify-worker': 'src/verify/worker.ts',
    'view-worker': 'src/view/home/worker.ts',
  },
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  external,
  // Its module for Node is CommonJS, which a bundle of modules can't load.
  alias: { yaml: require.resolve('yaml/package.json').replace('package.json', 'browser/index.js') },
  // Source text stays in memory with the program; names stay, for the stack of a defect.
  minifyWhitespace: true,
  minifySyntax: true,
  sourcemap: true,
  legalComments: 'none',
  logLevel: 'warning',
});
// The hook's fallback alone and small: its start is what a person waits for.
await build({
  entryPoints: { hook: 'src/cli/hook-entry.ts' },
  outdir,
  outExtension: { '.js': '.cjs' },
  bundle: true,
  minify: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20.19',
  legalComments: 'none',
  logLevel: 'warning',
});
await buildPage(`${outdir}/page`);
const runPage = await buildRunPage();
mkdirSync(`${outdir}/run-page`);
writeFileSync(`${outdir}/run-page/page.js`, runPage.script);
writeFileSync(`${outdir}/run-page/page.css`, runPage.style);
chmodSync(`${outdir}/tracekit.js`, 0o755);
const man = execFileSync(process.execPath, [`${outdir}/tracekit.js`, 'man']);
writeFileSync(`${outdir}/tracekit.1`, man);
takeOver(outdir, dist, Date.now());
