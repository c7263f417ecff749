// Writes the table of docs/harnesses.md anew from test/live/result.json: node scripts/make-live-table.mjs.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const work = mkdtempSync(join(root, 'node_modules/.live-table-'));
try {
  const outfile = join(work, 'table.mjs');
  const entryPoints = [join(root, 'test/live/table.ts')];
  await build({ entryPoints, outfile, bundle: true, format: 'esm', platform: 'node', logLevel: 'warning' });
  const { liveTable, withTable } = await import(pathToFileURL(outfile).href);
  const result = JSON.parse(readFileSync(join(root, 'test/live/result.json'), 'utf8'));
  const docs = join(root, 'docs/harnesses.md');
  writeFileSync(docs, withTable(readFileSync(docs, 'utf8'), liveTable(result)));
} finally {
  rmSync(work, { recursive: true, force: true });
}
